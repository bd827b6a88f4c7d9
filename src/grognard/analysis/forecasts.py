"""The forecast of a fight: the chances of the table's results, with every number explained."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.analysis.equilibrium import Equilibrium, equilibrium
from grognard.core.actions import Action
from grognard.core.charts import ChartLine
from grognard.core.errors import GrognardError, IllegalAction
from grognard.core.fights import Fight, Prospect, Sealed
from grognard.core.former_calls import also_called_with_a_seat, former
from grognard.core.games import Game
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.texts import Modifier

EQUILIBRIUM = "equilibrium"
"""The policy for sealed choices of both sides."""


class Matrix(msgspec.Struct, frozen=True):
    """The effect of each pair of sealed choices, and how often each choice is made in equilibrium."""

    sealed: Sealed
    attackers: tuple[float, ...]
    defenders: tuple[float, ...]


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a fight before the roll."""

    fight: Fight
    attacker: str
    defender: str
    strengths: Mapping[str, int]
    """The strength that counts, by side."""
    column: str
    """The column of the table, the number to roll (`7+`), or the dice of both sides (`3d6 to 2d6`)."""
    shifts: tuple[Modifier, ...]
    """What shifts the column, or is added to the dice of one side."""
    modifiers: tuple[Modifier, ...]
    """All modifiers except those still sealed."""
    results: Mapping[str, float]
    """The chance of each result of the table; if a choice is sealed, averaged over the mixes of both sides."""
    losses: Mapping[str, float]
    """The expected loss of steps of each side by the result itself; `odds` has the further consequences."""
    sealed: Mapping[str, Mapping[str, float]]
    """How often each sealed choice is made, by side."""
    effects: Mapping[int | str, float]
    """The chance of each modifier, or immediate result, of the sealed choices."""
    swing: float
    """What the result is worth on average, in the attacker's favour (army morale)."""
    policies: tuple[str, ...]
    """The policies for choices in between: text keys under `policy`."""
    columns: tuple[str, ...] = ()
    """All columns of the table, if there is one."""
    good: float = 0.0
    """The chance of a result that favours the attacker."""
    bad: float = 0.0
    """The chance of a result that favours the defender."""
    lines: tuple[ChartLine, ...] = ()
    """Where the charts are read for it."""
    counted: str = "steps"
    """The unit of losses: a word of the table `lost`."""
    matrix: Matrix | None = None
    """The choices that are still sealed, pair by pair."""

    @property
    def modifier(self) -> int:
        """The sum of the modifiers that are known."""
        return sum(modifier.value for modifier in self.modifiers)


def forecast_for(seat: Seat, attack: Fight | Action, choice: str | Action | None = None) -> Forecast:
    return complete(seat.prospect(fight_meant(seat, attack)), seat.side, choice)


former_forecast = former(forecast_for)


@also_called_with_a_seat(former_forecast)
def forecast(table: Seat | Game, attack: Fight | Action, choice: str | Action | None = None) -> Forecast:
    """The forecast of an attack or fire, from what a seat may know; `choice` is the seat's own sealed choice, if made.

    Of a game: the same without a seat, as a spectator.
    """
    return forecast_for(table.seat(None) if isinstance(table, Game) else table, attack, choice)


def fight_meant(seat: Seat, attack: Fight | Action) -> Fight:
    """The fight itself, or the one that a legal action begins or joins."""
    if isinstance(attack, Fight):
        return fight_as_announced(seat, attack)
    if seat.name is None:
        raise GrognardError("An action is a seat's; name the seat, or describe the fight.")
    refused = seat.why_not(attack)
    if refused is not None:
        raise IllegalAction(refused)
    fight = seat.ask(Rules.fight_of, attack)
    if fight is None:
        raise GrognardError(f"'{attack}' begins no fight; forecast an attack or a fire.")
    return fight


def fight_as_announced(seat: Seat, fight: Fight) -> Fight:
    """A fight of pieces and targets named once each; one that is announced comes with its circumstances."""
    units, targets = tuple(dict.fromkeys(fight.units)), tuple(dict.fromkeys(fight.targets))
    fight = msgspec.structs.replace(fight, units=units, targets=targets)
    for known in seat.public(Rules.fights):
        if known.kind == fight.kind and set(known.units) == set(units) and set(known.targets) == set(targets):
            return known
    return fight


def complete(prospect: Prospect, side: str | None, choice: str | Action | None) -> Forecast:
    """The forecast of a prospect: sealed choices follow the equilibrium, or the given choice of the asking side."""
    effects: dict[int | str, float] = {0: 1.0}
    mixes: dict[str, dict[str, float]] = {}
    matrix = None
    if prospect.sealed is not None:
        found = sealed_equilibrium(prospect, prospect.sealed)
        matrix = Matrix(prospect.sealed, *found.shares)
        ours, theirs = chosen_mixes(prospect, prospect.sealed, found, side, choice)
        effects = chances_of_effects(prospect.sealed, ours, theirs)
        mixes = {
            which: {str(action): share for action, share in zip(actions, mix, strict=True) if share}
            for which, actions, mix in (
                (prospect.attacker, prospect.sealed.attackers, ours),
                (prospect.defender, prospect.sealed.defenders, theirs),
            )
        }
    elif choice is not None:
        raise GrognardError(f"Nothing is sealed in '{prospect.fight}', so there is no choice to make.")
    results = chances_of_results(prospect, effects)
    expected = [(chance, prospect.losses(result)) for result, chance in results.items()]
    favours = prospect.favours or prospect.swing
    favoured = [(chance, favours(result)) for result, chance in results.items()]
    return Forecast(
        fight=prospect.fight,
        attacker=prospect.attacker,
        defender=prospect.defender,
        strengths=prospect.strengths,
        column=prospect.column,
        shifts=prospect.shifts,
        modifiers=prospect.modifiers,
        results=results,
        losses={
            prospect.attacker: sum([chance * lost[0] for chance, lost in expected]),
            prospect.defender: sum([chance * lost[1] for chance, lost in expected]),
        },
        sealed=mixes,
        effects=effects if prospect.sealed is not None else {},
        swing=sum([chance * prospect.swing(result) for result, chance in results.items()]),
        policies=(*prospect.policies, EQUILIBRIUM) if prospect.sealed is not None else prospect.policies,
        columns=prospect.columns,
        good=sum([chance for chance, whom in favoured if whom > 0]),
        bad=sum([chance for chance, whom in favoured if whom < 0]),
        lines=prospect.lines,
        counted=prospect.counted,
        matrix=matrix,
    )


def chosen_mixes(
    prospect: Prospect, sealed: Sealed, found: Equilibrium, side: str | None, choice: str | Action | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The equilibrium mixes of attacker and defender; for a side that has given its choice, that choice."""
    if choice is None:
        return found.shares
    if side == prospect.attacker:
        return only(sealed.attackers, choice), found.shares[1]
    if side == prospect.defender:
        return found.shares[0], only(sealed.defenders, choice)
    raise GrognardError(f"Only '{prospect.attacker}' and '{prospect.defender}' choose in '{prospect.fight}'.")


def only(actions: tuple[Action, ...], choice: str | Action) -> tuple[float, ...]:
    """The mix that plays one choice; it may be named by its field alone: `stand_fast` for `chit stand_fast`."""
    word = str(choice)
    shares = tuple(float(word in (str(action), str(action).partition(" ")[2])) for action in actions)
    if not any(shares):
        raise GrognardError(f"'{word}' cannot be chosen here; choose {', '.join(str(action) for action in actions)}.")
    return shares


def sealed_equilibrium(prospect: Prospect, sealed: Sealed) -> Equilibrium:
    """The equilibrium of a sealed choice, by the average swing of each pair of choices."""
    worth = {effect: swing_of(prospect, effect) for effect in set().union(*sealed.effects)}
    return equilibrium(tuple(tuple(worth[effect] for effect in row) for row in sealed.effects))


def swing_of(prospect: Prospect, effect: int | str) -> int:
    """The swing of an effect, summed over all possible rolls."""
    if isinstance(effect, str):
        return prospect.ways * prospect.swing(effect)
    return sum([ways * prospect.swing(result) for result, ways in prospect.results(effect).items()])


def chances_of_effects(sealed: Sealed, ours: tuple[float, ...], theirs: tuple[float, ...]) -> dict[int | str, float]:
    found: dict[int | str, float] = {}
    columns = [(j, share) for j, share in enumerate(theirs) if share]
    for row, own in zip(sealed.effects, ours, strict=True):
        if own:
            for j, other in columns:
                found[row[j]] = found.get(row[j], 0.0) + own * other
    return found


def chances_of_results(prospect: Prospect, effects: Mapping[int | str, float]) -> dict[str, float]:
    found: dict[str, float] = {}
    for effect, chance in effects.items():
        if isinstance(effect, str):
            found[effect] = found.get(effect, 0.0) + chance
            continue
        for result, ways in prospect.results(effect).items():
            found[result] = found.get(result, 0.0) + chance * ways / prospect.ways
    return found
