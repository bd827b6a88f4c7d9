"""What a table says: actions, questions, refusals, tracks and rules in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grognard.core.actions import Action, Decision
from grognard.core.conditions import Condition, Count
from grognard.core.errors import GrognardError
from grognard.core.events import Names, tell
from grognard.core.games import Outcome
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.texts import Reason, has_text, in_table, text
from grognard.rulebooks import summary
from grognard.rulebooks.library import library, said


def say(key: str, **args: str | int | float) -> str:
    """The table's own words for a key."""
    return text(f"table.{key}", args)


def call(word: str) -> str:
    """What a thing on the map is called: `heavy_forest` is a heavy forest."""
    return in_table("ground", word).replace("_", " ")


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def action_in_words(seat: Seat, action: Action, names: Names) -> str:
    return said_in_words(action, seat.said(action), names)


def offer_in_words(seat: Seat, action: Action, names: Names) -> str:
    """A choice, with its chance where one roll decides it: `Try, 70%`."""
    words, chance = action_in_words(seat, action, names), seat.ask(Rules.chance, action)
    return words if chance is None else say("with-chance", what=words, chance=f"{chance:.0%}")


def said_in_words(action: Action, said: Mapping[str, object], names: Names) -> str:
    """An action by what its text may speak of; to take a fight next is to resolve it."""
    return capital(tell("table.resolve" if "against" in said else f"action.{action.word}", said, names))


def question_in_words(seat: Seat, names: Names) -> str:
    """What is asked of a seat."""
    decision = seat.decision
    if decision is None:
        return say("nothing-to-decide")
    return capital(tell(Decision.WORDS + decision.prompt, decision.args, names))


def cites_in_words(cites: Iterable[str]) -> str:
    listed = ", ".join(cites)
    return say("cites", rules=listed) if listed else ""


def refusal_in_words(reason: Reason, names: Names) -> Iterator[str]:
    """Why something may not be done, then the sections of the rules that say so."""
    cites = cites_in_words(reason.cites)
    yield capital(tell(reason.key, reason.args, names)) + (f" ({cites})" if cites else "")
    sections = dict.fromkeys(summary(id) for id in reason.cites)
    yield from (f"{section.id} {section.title}: {section.text}" for section in sections if section is not None)


def rules_in_words(wanted: str) -> Iterator[str]:
    """The section or rule with this number: a heading, the summary, and the rules in full."""
    for page in library().show(wanted):
        if page.summary is not None:
            yield f"{page.summary.id} {page.summary.title}"
            if page.summary.text:
                yield page.summary.text
        for entry in page.entries:
            yield f"{entry.id} {entry.title}: {said(entry)}"


def rules_or_refusal(wanted: str) -> list[str]:
    """The rules wanted, or one sentence that says how to ask for them."""
    try:
        return list(rules_in_words(wanted)) if wanted.strip() else [say("name-a-rule")]
    except GrognardError as fault:
        return [str(fault)]


def option_in_words(name: str) -> str:
    return text(f"option.{name}") if has_text(f"option.{name}") else ""


def track_in_words(name: str, levels: Mapping[str, float]) -> str:
    """`points: Red 13, Blue 14`."""
    sides = (f"{in_table('side', side)} {level:g}" for side, level in levels.items())
    return f"{in_table('track', name)}: {', '.join(sides)}"


def count_in_words(count: Count) -> str:
    """How far a thing is that a victory needs: `3 of 8`, `13 now`, `done`."""
    if count.falls:
        return say("count-now", now=f"{count.now:g}")
    if count.wanted == 1 and not count.in_numbers:
        return say("count-done" if count.met else "count-open")
    return say("count-of", now=f"{count.now:g}", wanted=f"{count.wanted:g}")


def condition_in_words(condition: Condition, names: Names) -> str:
    """A way to win with what it counts: `Red: a victory, at once: the king lost (not yet), ...`."""
    counts = (f"{tell(f'victory.{count.word}', count.args, names)} ({count_in_words(count)})" for count in condition.counts)
    level, when = in_table("outcome.level", condition.level), in_table("victory.when", condition.when)
    return say("condition", side=in_table("side", condition.side), level=level, when=when, counts=", ".join(counts))


def verdict_in_words(over: Outcome) -> str:
    """The level of victory, and whose it is."""
    level = in_table("outcome.level", over.level)
    return capital(say("verdict", level=level, winner=in_table("army", over.winner)) if over.winner else level)


def reason_in_words(over: Outcome, sides: Mapping[str, tuple[str, ...]], reader: str | None) -> str:
    """Why a game ended so; who resigned is told to each reader as they see it. `sides` says who sits on which side."""
    losers = [side for side in sides if side != over.winner]
    if over.reason != "resigned" or len(losers) != 1:
        return capital(in_table("outcome.reason", over.reason))
    (loser,) = losers
    return capital(say("you-resigned") if sides[loser] == (reader,) else say("resigned", who=in_table("army", loser)))
