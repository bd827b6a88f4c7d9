"""Red Dice."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.actions import Action, Take
from grognard.games.chancellorsville.red_dice import actions as orders
from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.rules import MOST_DICE, RedDiceRules
from grognard.games.chancellorsville.red_dice.state import SEVERELY, Man, Skirmish
from tests.battery.declared.shape import Declared, Example, Examples, Tries, always, first


def men(game: Skirmish, side: str) -> Iterator[Man]:
    return (man for man in game.state.men.values() if man.side == side)


def activate_an_enemy(game: Skirmish, seat: str) -> Tries:
    return first((orders.ActivateSquad(squad.id), "D2.0b") for squad in game.state.squads.values() if squad.side != seat)


def activate_nobody(game: Skirmish, seat: str) -> Tries:
    mine = (squad for squad in game.state.squads.values() if squad.side == seat)
    gone = (squad.id for squad in mine if all(man.wounds == SEVERELY for man in game.unit(squad.id)))
    return first((orders.ActivateSquad(id), "D2.0b") for id in gone)


def acting(game: Skirmish) -> str:
    squad: str = getattr(game.stack[-1], "squad")  # noqa: B009
    return squad


def leader_walks(game: Skirmish) -> bool:
    return game.man(game.state.squads[acting(game)].leader).is_fit


def walk_off_the_table(game: Skirmish, seat: str) -> Tries:
    if not leader_walks(game):
        return [(orders.WalkTo("5,5"), "D3.2g")]
    return [(orders.WalkTo("0,0"), "D-R1")]


def friends(game: Skirmish, seat: str) -> Iterator[str]:
    """Squads of one's own, where there is a choice of targets."""
    frame = game.stack[-1]
    if game.state.squads[acting(game)].kind in ("squad", "apart") and not (
        getattr(frame, "bends", ()) or getattr(frame, "formation", "")
    ):
        yield from (squad.id for squad in game.state.squads.values() if squad.side == seat)


def fire_at_friends(game: Skirmish, seat: str) -> Tries:
    return first((orders.FireAt(id), "D3.2a") for id in friends(game, seat))


def assault_friends(game: Skirmish, seat: str) -> Tries:
    return first((orders.AssaultOn(id), "D3.3a") for id in friends(game, seat))


def of(action: type[Action], rule: str) -> Example:
    """An action that names an enemy."""

    def tries(game: Skirmish, seat: str) -> Tries:
        return first((action.of(man.id), rule) for man in men(game, ENEMY[seat]))

    return Example(tries)


def too_many_red_dice(game: Skirmish, seat: str) -> Tries:
    return [(orders.ShedDice(game.state.red[seat] + 1), "D3.0c3")]


DICE = (always(orders.RollDice(1), "D0.1"), always(orders.RollDice(MOST_DICE + 1), "D0.1"))

RED_DICE: Examples = {
    "Initiative.choose": (Example(activate_an_enemy), Example(activate_nobody, sure=False)),
    "Activation.declare": (Example(walk_off_the_table), Example(fire_at_friends), Example(assault_friends)),
    "Activation.call_out": (of(orders.CallOut, "D3.3c"),),
    "Activation.commit": DICE,
    "Activation.rise": (of(orders.Rise, "D3.2g"),),
    "Charge.offer_fire": DICE,
    "Runaways.choose": (of(orders.Flee, "D3.0c1"),),
    "Calming.choose": (Example(too_many_red_dice), always(orders.ShedDice(-1), "D3.0c3")),
    "Fire.allot": (of(orders.TakeHit, "D3.2d"),),
    "HeroicTable.free_move": (always(orders.WalkTo("0,0"), "D-R1"),),
    "HeroicTable.fire_at_will": (Example(fire_at_friends),),
    "Melee.assist": (of(orders.Assist, "D3.3.1a"),),
    "Walk.face": (always(orders.Face(24), "D-R7"), always(orders.Face(-1), "D-R7")),
    "Walk.adjust": (always(Take("nobody"), "D-R9"),),
    "Walk.put": (always(orders.PutAt("1.25,3"), "D-R9"), always(orders.PutAt("0,0"), "D-R1")),
    "NameEscorts.choose": (of(orders.Escort, "D-R15"),),
    "Rejoining.choose": (always(orders.Proceed(), "D-R16"),),
    "Returning.choose": (of(orders.Recall, "D3.4b"),),
    "Returning.put": (always(orders.PutAt("0,0"), "D3.4c"),),
    "NewLeaders.choose": (of(orders.Promote, "D1.1a"),),
}

DECLARED = (
    Declared(
        RedDiceRules,
        RED_DICE,
        endings=lambda rules: ("victory victory ANV", "victory victory AoP", "victory draw nobody"),
        alike=frozenset({"chancellorsville/red-dice/furnace", "chancellorsville/red-dice/schoolhouse"}),
    ),
)
