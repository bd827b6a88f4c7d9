"""The breakdown of a fight: what its forecast says in words, every number with its rule."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.analysis import Forecast, Matrix, verdict_on
from grognard.core.events import Names, tell
from grognard.core.texts import Modifier, has_text
from grognard.server.shapes import (
    Breakdown,
    ChartLine,
    Loss,
    MatrixCell,
    ModifierLine,
    Result,
    SealedChoice,
    SealedMatrix,
    SealedMix,
    Strength,
)
from grognard.server.views.context import ViewContext
from grognard.telling.fights import by_chance, choice_in_words, column_in_words, fight_in_words, policies_in_words
from grognard.telling.words import capital


def breakdown_of(forecast: Forecast, context: ViewContext) -> Breakdown:
    """Strengths, column, modifiers, chances and expected losses of a fight."""
    names = context.names
    return Breakdown(
        fight_in_words(forecast.fight, names, context.board),
        verdict_on(forecast, context.seat.side),
        forecast.attacker,
        forecast.defender,
        tuple(Strength(seat, value) for seat, value in forecast.strengths.items()),
        column_in_words(forecast.column),
        tuple(column_in_words(column) for column in forecast.columns),
        modifier_lines(forecast.shifts, names),
        modifier_lines(forecast.modifiers, names),
        forecast.modifier,
        tuple(result_of(word, chance, context) for word, chance in by_chance(forecast.results)),
        tuple(Loss(seat, steps) for seat, steps in forecast.losses.items()),
        tuple(
            SealedMix(
                seat, tuple(SealedChoice(choice, choice_in_words(choice), chance) for choice, chance in by_chance(choices))
            )
            for seat, choices in forecast.sealed.items()
        ),
        None if forecast.matrix is None else matrix_of(forecast, forecast.matrix, context.seat.side),
        tuple(ChartLine(line.chart, line.row, line.column) for line in forecast.lines),
        tuple(map(capital, policies_in_words(forecast.policies))),
    )


def matrix_of(forecast: Forecast, matrix: Matrix, side: str | None) -> SealedMatrix:
    """The pairs of sealed choices as a side reads them: its own choices are the rows; a spectator reads as the attacker."""
    sealed, mirrored = matrix.sealed, side == forecast.defender
    rows, columns = (
        tuple(SealedChoice(str(action), choice_in_words(str(action)), share) for action, share in zip(*mix, strict=True))
        for mix in ((sealed.attackers, matrix.attackers), (sealed.defenders, matrix.defenders))
    )
    effects = tuple(zip(*sealed.effects, strict=True)) if mirrored else sealed.effects
    cells = tuple(tuple(cell_of(effect, -1 if mirrored else 1) for effect in row) for row in effects)
    if mirrored:
        return SealedMatrix(forecast.defender, columns, rows, cells)
    return SealedMatrix(forecast.attacker, rows, columns, cells)


def cell_of(effect: int | str, sign: int) -> MatrixCell:
    """A modifier of the attacker's roll, or a result at once, which favours neither."""
    if isinstance(effect, str):
        return MatrixCell(effect, 0)
    return MatrixCell(f"{effect:+d}" if effect else "0", sign * ((effect > 0) - (effect < 0)))


def result_of(word: str, chance: float, context: ViewContext) -> Result:
    """A result of the table with its chance, what it does and the rules that say so."""
    words, cites = result_in_words(context, word)
    return Result(word, words or capital(word), chance, cites)


def result_in_words(context: ViewContext, result: str) -> tuple[str, tuple[str, ...]]:
    """What a result of a table does and its rules; a game that has no words for it says nothing."""
    if not result:
        return "", ()
    meaning = context.seat.rules.meaning(result)
    return capital(tell(meaning.key, meaning.args, context.names)) if has_text(meaning.key) else "", meaning.cites


def modifier_lines(modifiers: Iterable[Modifier], names: Names) -> tuple[ModifierLine, ...]:
    """Each modifier that is not nought, with its rule."""
    return tuple(
        ModifierLine(modifier.value, capital(tell(modifier.label, modifier.args, names)), tuple(modifier.cites.split()))
        for modifier in modifiers
        if modifier.value
    )
