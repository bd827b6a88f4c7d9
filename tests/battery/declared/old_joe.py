"""Hurrah for Old Joe: what it adds to Give Us Victories."""

from __future__ import annotations

from grognard.games.chancellorsville.old_joe.actions import RetreatStack, TakePoint
from grognard.games.chancellorsville.old_joe.rules import OldJoeRules
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories import actions as words
from tests.battery.declared.shape import Declared, Example, Examples, Tries, always

NOBODY = "nobody"
SUFFER, DIG, ADD = words.Suffer(NOBODY), words.DigIn("0101"), words.AddBonus("666666")


def retreat_before_a_loss(game: Solitaire, seat: str) -> Tries:
    """The first loss is taken on a unit."""
    frame = game.stack[-1]
    if getattr(frame, "lost", 1):
        return []
    return [(RetreatStack(game.label(h)), "J-K3c") for h in getattr(frame, "targets", ())[:1]]


OLD_JOE: Examples = {
    "Trophies.choose": (always(TakePoint(NOBODY), "J-E3"),),
    "CorpsActivation.pay": (always(SUFFER, "J-H3b"),),
    "CorpsActivation.shake": (always(SUFFER, "J-H3c"),),
    "Engagement.skirmish": (always(words.SendSkirmishers(NOBODY), "U14.14"),),
    "Engagement.dig": (always(DIG, "U14.20"),),
    "Engagement.choose_works": (always(words.NoWorks(), "U14.19"),),
    "Engagement.choose_cover": (always(words.Shelter(NOBODY), "U14.16"),),
    "Engagement.attacker_sixes": (always(SUFFER, "J-K2b"),),
    "Engagement.defender_adds": (always(ADD, "J-J2c"),),
    "Engagement.defender_sixes": (always(SUFFER, "U14.39"),),
    "Engagement.defender_loses": (always(SUFFER, "U14.33"), Example(retreat_before_a_loss)),
    "Assault.choose_ground": (always(words.Shelter(NOBODY), "U14.6"),),
    "Assault.choose_cover": (always(words.Shelter(NOBODY), "U14.16"),),
    "Assault.attacker_event": (always(words.PlayEvent(NOBODY), "U17.3"),),
    "Assault.attacker_adds": (always(ADD, "U14.28"),),
    "Assault.attacker_subtracts": (always(words.SubtractBonus("000000"), "U14.28"),),
    "Assault.attacker_sixes": (always(SUFFER, "U14.36"),),
    "Assault.defender_sixes": (always(SUFFER, "J-K2a"),),
    "Assault.attacker_loses": (always(SUFFER, "U14.33"),),
    "Assault.advance": (always(words.AdvanceInto("0101"), "U14.54"),),
    "Assault.advance_units": (always(words.AdvanceUnit(NOBODY), "U14.54"),),
}

DECLARED = (
    Declared(
        OldJoeRules,
        OLD_JOE,
        endings=lambda rules: (
            "victory strategic CSA",
            "victory minor CSA",
            "victory draw nobody",
            "victory minor Union",
            "victory strategic Union",
        ),
        long=frozenset({"chancellorsville/old-joe"}),
    ),
)
