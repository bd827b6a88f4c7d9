"""The small games of tests/core."""

from __future__ import annotations

from tests.battery.declared.shape import Declared, Example, Examples, HiddenDraw, always
from tests.core.nim import NimRules, Remove
from tests.core.raid import CARDS, FallBack, Keep, PlayCard, RaidRules
from tests.core.relief import START, Beacon, Dig, ReliefRules, Rest
from tests.core.tabletop import Go as GoToPoint
from tests.core.tabletop import Hold, Stay, TableRules
from tests.core.toy import Bid, Parry, ToyRules

TOY: Examples = {
    "Duel.bid": (always(Bid(3), "T1"), always(Bid(-1), "T1")),
    "Window.parry": (
        always(Bid(1), "T2"),
        Example(lambda game, seat: [(Parry(), "T2")] if game.state.cards[seat] == "blank" else []),
    ),
}


def cards_not_held(rule: str) -> tuple[Example, ...]:
    """Cards that lie elsewhere, whoever has them."""
    return (Example(lambda game, seat: [(PlayCard(card), rule) for card in CARDS if card not in game.state.hands[seat]]),)


RAID: Examples = {
    "DrawCard.choose": (
        Example(lambda game, seat: [(Keep(card), "R1") for card in CARDS if card not in game.state.offered[seat]]),
    ),
    "March.go": (always(FallBack(), "R3"),),
    "Window.alarm": (always(PlayCard("mud-1"), "R4"),),
    "Window.attack": cards_not_held("R5"),
    "Window.response": cards_not_held("R6"),
    "SealedWindow.orders": cards_not_held("R2"),
}

DECLARED = (
    Declared(
        ToyRules,
        TOY,
        sealed={"Duel.bid": lambda game, seat: (Bid(0), Bid(2))},
        hidden_draws=(HiddenDraw((0, 0), (0, 1), "red"), HiddenDraw((0, 1), (1, 1), "blue")),
        endings=lambda rules: ("victory touch red", "victory touch blue", "victory draw nobody"),
    ),
    Declared(
        RaidRules,
        RAID,
        sealed={"SealedWindow.orders": lambda game, seat: (game.actions(seat)[0], game.actions(seat)[-1])},
        endings=lambda rules: ("victory through south", "victory held north"),
    ),
    Declared(
        TableRules,
        {
            "Skirmish.choose": (always(Stay(), "T1"),),
            "Skirmish.move": (always(GoToPoint("99,3"), "T2"), always(GoToPoint("1.5,3"), "T2"), always(Hold(), "T2")),
            "Skirmish.react": (always(Stay(), "T3"),),
        },
        endings=lambda rules: ("victory win north", "victory win south"),
    ),
    Declared(
        ReliefRules,
        {
            "Siege.dig": (always(Dig(START), "Q1"), always(Beacon("north"), "Q1")),
            "Siege.signal": (always(Rest(), "Q2"),),
        },
        endings=lambda rules: ("victory win besieger", "victory win garrison"),
    ),
    Declared(
        NimRules,
        {"Nim.choose": (always(Remove(1), "N1"),), "Nim.remove": (always(Remove(4), "N1"), always(Remove(0), "N1"))},
        endings=lambda rules: ("victory win person", "victory win automaton"),
    ),
)
