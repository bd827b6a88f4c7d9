"""Fights of all kinds. Far away others wait, so that the game stops when the fight in question is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.core.fights import Fight
from grognard.core.procedures import Procedure
from grognard.games.revolution.series.artillery import ArtilleryFire
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.rifles import RifleFirePhase
from tests.proving_ground import AMERICAN, Leader, Unit, act, announce, asked, field

Pieces = list[Unit | Leader]


class Case(msgspec.Struct):
    """A fight of the British, the position in which its phase begins, and how it is begun."""

    fight: Fight
    position: Callable[[], Battle]
    approach: Callable[[Battle], None]
    """Plays up to it, without dice."""
    orders: tuple[str, ...]
    """Begin it."""
    kind: type[Procedure]

    def under_way(self, game: Battle) -> bool:
        return any(isinstance(frame, self.kind) and self.is_mine(game, frame) for frame in game.stack)

    def is_mine(self, game: Battle, frame: Procedure) -> bool:
        return not isinstance(frame, CloseCombat) or {game.label(h) for h in frame.targets} == set(self.fight.targets)

    def ready(self) -> Battle:
        """The position just before the fight."""
        game = self.position()
        self.approach(game)
        return game


def combat(units: str, targets: str, british: Pieces, american: Pieces, divert: str = "", **setting: Any) -> Case:
    fight = Fight("close-combat", tuple(units.split()), tuple(targets.split()), ("hindered",) if divert else ())
    far: Pieces = [Unit("2-0-4", "0203", "far1"), Unit("2-0-4", "1817", "far2")]
    foes: Pieces = [Unit("2-0-4", "0204", "foe1"), Unit("2-0-4", "1818", "foe2")]

    def approach(game: Battle) -> None:
        if divert:
            act(game, f"divert {divert}")
        announce(game, *((unit, targets) for unit in fight.units), ("far1", "0204"), ("far2", "1818"))
        assert asked(game) == "next-combat"

    def position() -> Battle:
        return field([*british, *far], [*american, *foes], phase="close combat", **setting)

    return Case(fight, position, approach, ("take 1",), CloseCombat)


def rifle_fire(units: str, target: str, british: Pieces, american: Pieces, **setting: Any) -> Case:
    """After the fire the game waits for attacks: rifles may make them, but need not."""
    fight = Fight("rifle-fire", tuple(units.split()), (target,))

    def position() -> Battle:
        return field(british, american, phase="rifle fire", **setting)

    return Case(fight, position, lambda game: None, (f"target {target}",) * len(fight.units), RifleFirePhase)


def artillery_fire(guns: str, target: str, british: Pieces, american: Pieces, **setting: Any) -> Case:
    """Guns fire in the enemy's player turn; another gun has a target left afterwards."""
    fight = Fight("artillery-fire", tuple(guns.split()), (target,))
    far: Pieces = [gun("1-0-3", "0203", "far1")]
    foes: Pieces = [Unit("2-0-4", "0205", "foe1"), Unit("2-0-4", "0105", "foe2")]
    adding = tuple(f"add-gun {id}" for id in fight.units) if len(fight.units) > 1 else ()

    def position() -> Battle:
        return field([*british, *far], [*american, *foes], phase="artillery fire", phasing=AMERICAN, **setting)

    return Case(fight, position, lambda game: None, (f"target {target}", *adding), ArtilleryFire)


def rifles(values: str, hex: str, id: str, **more: Any) -> Unit:
    return Unit(values, hex, id, kind="light_infantry", flags=("rifle",), **more)


def jaegers(values: str, hex: str, id: str, **more: Any) -> Unit:
    return Unit(values, hex, id, kind="light_infantry", flags=("rifle", "jaeger"), **more)


def gun(values: str, hex: str, id: str, **more: Any) -> Unit:
    return Unit(values, hex, id, kind="artillery", **more)


def horse(values: str, hex: str, id: str, **more: Any) -> Unit:
    return Unit(values, hex, id, kind="dragoons", **more)


def militia(values: str, hex: str, id: str, **more: Any) -> Unit:
    return Unit(values, hex, id, kind="militia", **more)


COMBATS = {
    "even odds, leaders and a gun": combat(
        "b1 b2",
        "1011",
        [
            Unit("3-1-4", "1010", "b1"),
            Unit("3-0-4", "1010", "b2", reduced="1-0-4"),
            Leader("1-1-6", "1010", "howe", loss=(-2, 1)),
        ],
        [
            Unit("3-0-4", "1011", "a1", reduced="1-0-4"),
            Unit("2-1-4", "1011", "a2"),
            gun("1--1-3", "1011", "a3"),
            Leader("1-0-6", "1011", "gates", rank=2, loss=(-3, 2), momentum=1),
            Leader("0-1-6", "1011", "stark", loss=(-1, 0)),
        ],
    ),
    "four to one on disrupted units": combat(
        "b1 b2",
        "1011",
        [Unit("6-1-4", "1010", "b1"), horse("2-1-6", "1111", "b2")],
        [
            Unit("3-0-4", "1011", "a1", states=("disrupted",), reduced="1-0-4"),
            Unit("1-1-4", "1011", "a2", states=("disrupted",)),
        ],
        momentum=(1, 2),
    ),
    "hopeless": combat(
        "b1 b2",
        "1011",
        [militia("1--1-4", "1010", "b1"), militia("1-0-4", "1010", "b2"), Leader("0-1-6", "1010", "howe")],
        [Unit("6-1-4", "1011", "a1"), Leader("2-1-6", "1011", "gates")],
    ),
    "two hexes against rifles and militia": combat(
        "b1 b2 b3",
        "1011",
        [Unit("3-1-4", "1010", "b1"), Unit("2-0-4", "1010", "b2"), Unit("2-2-4", "1111", "b3", reduced="1-1-4")],
        [rifles("1-0-4", "1011", "a1"), militia("2--1-4", "1011", "a2"), militia("1--2-4", "1011", "a3")],
        morale=(9, 4),
    ),
    "no way back": combat(
        "b1",
        "1011",
        [Unit("6-1-4", "1010", "b1"), Unit("2-0-4", "0913", "w"), Unit("2-0-4", "1113", "e"), Unit("2-0-4", "1014", "s")],
        [Unit("2-0-4", "1011", "a1", reduced="1-0-4"), Unit("2--1-4", "1011", "a2")],
    ),
    "one hex against two, shattered units": combat(
        "b1 b2",
        "1011 1110",
        [Unit("4-1-4", "1010", "b1"), Unit("2-0-4", "1010", "b2", reduced="1-0-4")],
        [
            Unit("3-0-4", "1011", "a1", states=("shattered",), reduced="1-0-4"),
            Unit("2-1-4", "1110", "a2"),
            Unit("1-0-4", "1110", "a3", states=("disrupted",)),
        ],
    ),
    "the end of an army": combat(
        "b1",
        "1011",
        [Unit("5-1-4", "1010", "b1")],
        [Unit("3-0-4", "1011", "a1", reduced="1-0-4"), Unit("1-0-4", "1011", "a2")],
        morale=(2, 1),
    ),
    "hindered by a diversion": combat(
        "b1",
        "1011",
        [Unit("4-1-4", "1010", "b1"), Leader("1-1-6", "1010", "howe")],
        [Unit("2-0-4", "1011", "a1"), Unit("2-0-4", "1110", "a2")],
        divert="1110",
    ),
    "guns alone": combat("b1", "1011", [Unit("4-1-4", "1010", "b1")], [gun("2-0-3", "1011", "a1")]),
    "cavalry that could ride off": combat(
        "b1", "1011", [Unit("4-1-4", "1010", "b1")], [horse("2-1-8", "1011", "a1"), horse("1-0-8", "1011", "a2")]
    ),
    "the basic game": combat(
        "b1",
        "1011",
        [Unit("4-1-4", "1010", "b1")],
        [Unit("3-0-4", "1011", "a1"), Unit("2-1-4", "1011", "a2")],
        options={"game": "basic"},
    ),
    "any chit": combat(
        "b1",
        "1011",
        [Unit("4-1-4", "1010", "b1"), Leader("1-1-6", "1009", "howe")],
        [Unit("3-0-4", "1011", "a1"), Unit("2-1-4", "1011", "a2")],
        options={"chits": "any"},
        terrain={"1011": "courthouse"},
    ),
}

FIRES = {
    "rifles at a stack with leaders": rifle_fire(
        "b1 b2",
        "a1",
        [rifles("2-0-4", "1010", "b1"), rifles("1-0-4", "1111", "b2", states=("fired",))],
        [
            Unit("3-0-4", "1011", "a1", reduced="1-0-4"),
            Unit("1-0-4", "1011", "a2"),
            Leader("1-1-6", "1011", "gates", rank=2, loss=(-2, 1)),
            Leader("0-1-6", "1011", "stark", loss=(-1, 0)),
        ],
    ),
    "rifles at a gun": rifle_fire(
        "b1",
        "a1",
        [rifles("1-0-4", "1010", "b1", states=("fired",))],
        [gun("2-0-3", "1011", "a1"), Unit("1-0-4", "1011", "a2")],
    ),
    "rifles at a shattered unit in the woods": rifle_fire(
        "b1",
        "a1",
        [rifles("3-0-4", "1010", "b1")],
        [Unit("2-0-4", "1011", "a1", states=("shattered",), reduced="1-0-4"), Unit("1-0-4", "1011", "a2")],
        terrain={"1011": "forest"},
    ),
    "Jaegers roll twice": rifle_fire(
        "b1",
        "a1",
        [jaegers("1-0-4", "1010", "b1")],
        [Unit("2-0-4", "1011", "a1", reduced="1-0-4"), Unit("1-0-4", "1012", "a2")],
        terrain={"1010": "forest"},
    ),
    "a gun at a disrupted unit": artillery_fire(
        "b1", "a1", [gun("2-0-3", "1010", "b1")], [Unit("3-0-4", "1011", "a1", states=("disrupted",), reduced="2-0-4")]
    ),
    "two guns at different ranges": artillery_fire(
        "b1 b2",
        "a1",
        [gun("2-0-3", "1010", "b1"), gun("1-0-3", "1209", "b2")],
        [horse("2-1-6", "1011", "a1", reduced="1-1-6"), Leader("1-1-6", "1011", "gates", loss=(-2, 1))],
        morale=(14, 3),
    ),
}

CASES = COMBATS | FIRES
