"""Retreats on random positions against an oracle that walks the map by its printed numbers, written from the ledger."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexsideTerrain
from grognard.games.revolution.series.events import Captured, Retreated
from tests.marks import rule
from tests.proving_ground import HEXSIDES, Leader, Unit, act, asked, choices, field, labels, parse

POSITIONS = 120
"""How many positions are tried for each distance."""
R, D = 0, 4
"""Damage rolls of artillery fire that read R and D."""
CLOSED = {"pond": {"infantry", "light_infantry", "dragoons", "artillery"}, "bog": {"dragoons", "artillery"}}
"""Which terrain is prohibited to whom."""
BARRIERS = {"river": {"infantry", "light_infantry", "dragoons", "artillery"}, "ditch": {"dragoons", "artillery"}}
"""Which hexsides are prohibited to whom; they stop no zone of control."""
WOODS = {"forest", "light_forest", "orchard"}
EDGES = ("north", "south", "west", "east")


# ---------------------------------------------------------------- the map by its printed numbers


def neighbours(label: str) -> list[str]:
    """The hexes around CCRR on a map of 20 by 20; even columns stand half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    shift = 0 if column % 2 == 0 else -1
    around = [(column, row - 1), (column, row + 1)]
    for side in (column - 1, column + 1):
        around += [(side, row + shift), (side, row + shift + 1)]
    return [f"{c:02}{r:02}" for c, r in around if 1 <= c <= 20 and 1 <= r <= 20]


def within(label: str, limit: int) -> dict[str, int]:
    """Every hex up to a distance, with its distance."""
    found = {label: 0}
    front = [label]
    for step in range(1, limit + 1):
        front = sorted({n for h in front for n in neighbours(h)} - set(found))
        found |= dict.fromkeys(front, step)
    return found


def nearer(a: str, b: str, edge: str) -> bool:
    """S13.21b: a smaller row for the top, a larger one for the bottom, and columns likewise for left and right."""
    if edge in ("north", "south"):
        return int(b[2:]) < int(a[2:]) if edge == "north" else int(b[2:]) > int(a[2:])
    return int(b[:2]) < int(a[:2]) if edge == "west" else int(b[:2]) > int(a[:2])


# ---------------------------------------------------------------- the oracle


class Oracle:
    """S13.2-alg1 and S13.2-alg3 on one position."""

    def __init__(
        self,
        target: Unit,
        friends: list[Unit],
        enemies: list[Unit | Leader],
        terrain: dict[str, str],
        hexsides: dict[str, list[tuple[str, str]]],
        homes: tuple[str, ...],
    ) -> None:
        self.target = target
        self.terrain = terrain
        self.homes = homes
        self.barred = {
            pair for kind, pairs in hexsides.items() for a, b in pairs for pair in ((a, b), (b, a)) if self.bars(kind)
        }
        works = set(hexsides.get("fieldwork", ()))
        units = [enemy for enemy in enemies if isinstance(enemy, Unit)]
        self.held = {enemy.hex for enemy in enemies}
        self.near = {n for enemy in units for n in neighbours(enemy.hex)}
        self.controlled = {
            n
            for enemy in units
            if not {"disrupted", "shattered"} & set(enemy.states)
            for n in neighbours(enemy.hex)
            if terrain.get(n) not in WOODS and (enemy.hex, n) not in works
        }
        self.strength: dict[str, int] = {}
        self.guns = {friend.hex for friend in friends if friend.kind == "artillery"}
        for friend in friends:
            if friend.kind != "artillery":
                self.strength[friend.hex] = self.strength.get(friend.hex, 0) + int(friend.values.split("-")[0])

    def bars(self, kind: str) -> bool:
        return self.target.kind in BARRIERS.get(kind, set())

    def fits(self, h: str, strength: int) -> bool:
        if self.target.kind == "artillery":
            return h not in self.guns
        return self.strength.get(h, 0) + strength <= 6

    def legal_step(self, a: str, b: str, strength: int) -> bool:
        if b in self.held or b in self.controlled or (a, b) in self.barred:
            return False
        if self.target.kind in CLOSED.get(self.terrain.get(b, "open"), set()):
            return False
        return self.fits(b, strength)

    def walks(self, distance: int, strength: int) -> Iterator[tuple[str, ...]]:
        """Every way whose steps lead one hex farther each time."""
        far = within(self.target.hex, distance)
        ways: list[tuple[str, ...]] = [(self.target.hex,)]
        for step in range(1, distance + 1):
            ways = [
                (*way, n)
                for way in ways
                for n in neighbours(way[-1])
                if far.get(n) == step and self.legal_step(way[-1], n, strength)
            ]
        yield from ways

    def ends(self, distance: int, strength: int) -> set[str]:
        ends = {way[-1] for way in self.walks(distance, strength)}
        ends = {end for end in ends if end not in self.near} or ends
        return {end for end in ends if any(nearer(self.target.hex, end, edge) for edge in self.homes)} or ends


# ---------------------------------------------------------------- random positions


def random_position(dice: random.Random, damage: int) -> tuple[Battle, Oracle]:
    """A target under fire with friends, enemies, woods, water and works around it."""
    start = f"{dice.randint(1, 20):02}{dice.choice([dice.randint(1, 20), dice.randint(1, 4), dice.randint(17, 20)]):02}"
    zone = within(start, 4)
    spots = [h for h in zone if h != start]
    kind = dice.choice(["infantry", "infantry", "light_infantry", "dragoons", "artillery"])
    full = dice.randint(2, 4)
    target = Unit(f"{full}-0-4", start, id="target", kind=kind)
    if dice.random() < 0.5:
        target.reduced = f"{dice.randint(1, full - 1)}-0-4"
    if dice.random() < 0.3:
        target.states = ("disrupted",)
    reach = dice.choice([1, 1, 2, 3])
    gun_hex = dice.choice([h for h, away in zone.items() if away == reach])
    taken = {start, gun_hex}
    enemies: list[Unit | Leader] = [Unit("9-0-3", gun_hex, id="battery", kind="artillery")]
    friends: list[Unit] = []
    for number in range(dice.choice([0, 1, 2, 3])):
        h = dice.choice(spots)
        if h not in taken:
            taken.add(h)
            state = dice.choice([(), ("disrupted",), ("disrupted",), ("shattered",)])
            enemies.append(Unit("2-0-4", h, id=f"enemy{number}", states=state))
    for number in range(dice.choice([0, 0, 1])):
        h = dice.choice(spots)
        if h not in taken:
            taken.add(h)
            enemies.append(Leader("0-0-6", h, id=f"scout{number}"))
    for number in range(dice.randint(0, 10)):
        limit = dice.choice([1, 1, 3])
        h = dice.choice([h for h in spots if zone[h] <= limit])
        if h not in taken:
            taken.add(h)
            friends.append(Unit(f"{dice.randint(2, 6)}-0-4", h, id=f"friend{number}"))
            if dice.random() < 0.4:
                friends.append(Unit("1-0-3", h, id=f"gun{number}", kind="artillery"))
    wet = dice.choice([0.2, 0.6, 0.8] if damage == R else [0.1, 0.3])
    terrain = {
        h: dice.choice(["pond", "bog"])
        if dice.random() < wet
        else dice.choice(["open", "open", "forest", "orchard", "courthouse"])
        for h in spots
        if h not in taken
    } | {h: dice.choice(["open", "forest"]) for h in taken}
    hexsides: dict[str, list[tuple[str, str]]] = {"river": [], "ditch": [], "fieldwork": [], "stream": []}
    barred: Counter[str] = Counter()
    for a in sorted(zone):
        for b in neighbours(a):
            if not (a < b and b in zone and dice.random() < 0.25):
                continue
            side = dice.choice(list(hexsides))
            if side in BARRIERS:
                if any(barred[h] + 1 >= len(neighbours(h)) for h in (a, b)):
                    continue  # nobody stands in a hex that nobody can enter
                barred.update((a, b))
            hexsides[side].append((a, b) if dice.random() < 0.5 else (b, a))
    homes = tuple(dice.sample(EDGES, dice.choice([1, 1, 2])))
    game = field(
        [target, *friends],
        enemies,
        phase="artillery fire",
        dice=[9, damage, *[7, 2] * 20],
        terrain=terrain,
        hexsides=dict(hexsides),
        homes={"british": homes, "american": ("south",)},
    )
    return game, Oracle(target, friends, enemies, terrain, hexsides, homes)


def fate(game: Battle) -> str:
    """Where the target ended up first: a hex, or `captured`."""
    for event in game.events(None):
        if isinstance(event, Retreated) and event.piece == "target":
            return event.hex
        if isinstance(event, Captured) and event.piece == "target":
            return "captured"
    return ""


def agree(game: Battle, start: str, ends: set[str]) -> str:
    """Compare what is offered and what is refused, or what was forced, with the oracle's ends."""
    if len(ends) > 1:
        assert asked(game) == "retreat"
        assert labels(game) == sorted(ends)
        for h in within(start, 4):
            assert (game.why_not("british", parse(game, f"retreat {h}")) is None) == (h in ends)
        return "choice"
    assert fate(game) == (ends.pop() if ends else "captured")
    return "captured" if fate(game) == "captured" else "forced"


@rule("S13.2-alg1", "S13.2-alg3", "S13.23b", "S13.24a", "S13.24b")
@pytest.mark.parametrize(("distance", "damage"), [(1, R), (3, D)])
def test_the_retreats_offered_are_those_of_the_ledger(distance: int, damage: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HEXSIDES, "river", HexsideTerrain(0, 0, False, "S9.2d", "", ("P",) * 6))
    monkeypatch.setitem(HEXSIDES, "ditch", HexsideTerrain(0, 0, False, "S9.2d", "", (1, 1, 1, "P", "P", 1)))
    dice = random.Random(1781 + distance)
    seen: Counter[str] = Counter()
    while sum(seen.values()) < POSITIONS:
        game, oracle = random_position(dice, damage)
        if "target target" not in choices(game):
            continue  # the battery does not see it
        act(game, "target target")
        target = oracle.target
        ends = oracle.ends(distance, int(target.values.split("-")[0]))
        reduced = int(target.reduced.split("-")[0]) if target.reduced else 0
        if ends or not reduced or not oracle.ends(distance, reduced):
            seen[agree(game, target.hex, ends)] += 1
            continue
        assert choices(game) == ["lose-step target", "surrender"]
        act(game, "lose-step target")
        agree(game, target.hex, oracle.ends(distance, reduced))
        seen["step lost"] += 1
    assert min(seen[how] for how in ("choice", "forced", "captured")) >= 10, seen
    assert seen["step lost"] >= 2, seen
