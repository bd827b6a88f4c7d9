"""S12.1-alg against brute force: what may be announced next is exactly what some legal announcement contains."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.revolution.series.announcement import Plan
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import AttackAnnounced, Diverted
from tests.marks import rule
from tests.proving_ground import BRITISH, Unit, asked, field

Targets = frozenset[str]
Offers = tuple[set[tuple[str, Targets]], set[str], bool]
"""Attacks, diversions, and whether the announcement may end."""

PLAIN, RIFLES, GUNS = ("p1", "p2", "p3", "p4"), ("r1", "r2", "r3"), ("g1",)
ENEMIES = ("e1", "e2", "e3", "e4")
CLUSTER = ("1010", "1011", "1012", "1110", "1111", "1112", "0911", "0912")
FREE, DISORDERED, PINNED = "", "disrupted", "pinned:1"


class Soldier(msgspec.Struct, frozen=True):
    """A unit of a random position."""

    id: str
    hex: str
    state: str


class Muster(msgspec.Struct, frozen=True):
    """A random position: the phasing side's units and the enemy's."""

    attackers: tuple[Soldier, ...]
    defenders: tuple[Soldier, ...]


class Announced(msgspec.Struct, frozen=True):
    """A complete announcement: which hexes each unit attacks, and the hex diverted, if any."""

    attacks: dict[str, Targets]
    diverted: str = ""


def random_muster(chance: random.Random) -> Muster:
    """Up to four units on each side in a few hexes; some riflemen, guns, pins and disruption."""
    hexes = chance.sample(CLUSTER, chance.randint(3, 8))
    cut = chance.randint(1, len(hexes) - 1)
    ours, theirs = hexes[:cut], hexes[cut:]
    ids = chance.sample((*PLAIN, *RIFLES, *GUNS), chance.choice((1, 2, 3, 3, 4, 4, 4)))
    states = (FREE, FREE, FREE, FREE, FREE, FREE, PINNED, DISORDERED)
    attackers = tuple(Soldier(id, chance.choice(ours), chance.choice(states)) for id in ids)
    enemies = chance.sample(ENEMIES, chance.choice((1, 2, 3, 3, 4, 4, 4)))
    defenders = tuple(Soldier(id, chance.choice(theirs), chance.choice(states)) for id in enemies)
    return Muster(attackers, defenders)


# ---------------------------------------------------------------- the oracle


def neighbours(label: str) -> set[str]:
    """The six hexes around one, even columns lying half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = {(column, row - 1), (column, row + 1), *((column + step, r) for step in (-1, 1) for r in beside)}
    return {f"{c:02}{r:02}" for c, r in around}


def subsets(hexes: list[str]) -> Iterator[Targets]:
    for bits in range(1, 1 << len(hexes)):
        yield frozenset(h for place, h in enumerate(hexes) if bits >> place & 1)


def legal_announcements(muster: Muster, diversion: bool) -> list[Announced]:
    """Every announcement that satisfies S12.1-alg, by trying all."""
    held = {soldier.hex for soldier in muster.defenders}
    pinned = {soldier.hex for soldier in muster.defenders if soldier.state == PINNED}
    fit = [unit for unit in muster.attackers if unit.id not in GUNS and unit.state != DISORDERED]
    able = [unit for unit in fit if neighbours(unit.hex) & held]
    must = [unit for unit in able if unit.id not in RIFLES or unit.state == PINNED]
    owed = {h for unit in must for h in neighbours(unit.hex) & held}
    found: list[Announced] = []

    def agree(unit: Soldier, targets: Targets, chosen: dict[str, Targets]) -> bool:
        """S12.15: hexes are attacked whole, in one combat, one against many or many against one."""
        for other in able:
            theirs = chosen.get(other.id)
            if not theirs or not theirs & targets:
                continue
            if theirs != targets or (len(targets) > 1 and other.hex != unit.hex):
                return False
        return True

    def judge(chosen: dict[str, Targets]) -> None:
        attacked = {h for targets in chosen.values() for h in targets}
        left = owed - attacked
        if not left:
            found.append(Announced(dict(chosen)))
        elif diversion and len(left) == 1 and not left & pinned:
            (diverted,) = left
            beside = [unit for unit in must if diverted in neighbours(unit.hex)]
            if beside and all(chosen.get(unit.id) for unit in beside):
                found.append(Announced(dict(chosen), diverted))

    def choose(place: int, chosen: dict[str, Targets]) -> None:
        if place == len(able):
            judge(chosen)
            return
        unit = able[place]
        if unit not in must:
            choose(place + 1, chosen)
        for targets in subsets(sorted(neighbours(unit.hex) & held)):
            if agree(unit, targets, chosen):
                choose(place + 1, {**chosen, unit.id: targets})

    choose(0, {})
    return found


def continued(legal: list[Announced], attacks: dict[str, Targets], diverted: str) -> list[Announced]:
    """The legal announcements that contain what has been announced."""
    return [
        end
        for end in legal
        if (not diverted or end.diverted == diverted) and all(end.attacks.get(id) == hexes for id, hexes in attacks.items())
    ]


# ---------------------------------------------------------------- the game


def template(game: str) -> Battle:
    """All units in a box; two far away keep the game going."""
    british = [Unit("1-0-4", box="out", id=id) for id in PLAIN]
    british += [Unit("1-0-5", box="out", id=id, flags=("rifle",)) for id in RIFLES]
    british += [Unit("1-0-3", box="out", id=id, kind="artillery") for id in GUNS]
    american = [Unit("1-0-4", box="out", id=id) for id in ENEMIES]
    return field(
        [*british, Unit("1-0-4", "0101", id="far")], [*american, Unit("1-0-4", "2020", id="off")], options={"game": game}
    )


@pytest.fixture(scope="module")
def grounds() -> dict[str, Battle]:
    return {game: template(game) for game in ("advanced", "basic")}


def deploy(ground: Battle, muster: Muster) -> Battle:
    """The position on the map, without a step of play."""
    battle = ground.copy()
    for soldier in (*muster.attackers, *muster.defenders):
        pin, order = int(soldier.state == PINNED), int(soldier.state == DISORDERED)
        battle.change(soldier.id, hex=battle.rules.board.hex(soldier.hex), box="", pin=pin, order=order)
    return battle


def targets_of(battle: Battle, id: str, mask: int) -> Targets:
    around = battle.rules.board.grid.neighbours[battle.piece(id).hex]
    return frozenset(battle.label(h) for place, h in enumerate(around) if h is not None and mask >> place & 1)


def mask_of(battle: Battle, id: str, targets: Targets) -> int:
    around = battle.rules.board.grid.neighbours[battle.piece(id).hex]
    return sum(1 << place for place, h in enumerate(around) if h is not None and battle.label(h) in targets)


def offers(battle: Battle, attacks: dict[str, Targets], diverted: str) -> Offers:
    """What the plan offers next."""
    assigned = tuple((id, mask_of(battle, id, targets)) for id, targets in attacks.items())
    plan = Plan(battle, BRITISH, assigned, battle.rules.board.hex(diverted) if diverted else 0)
    assert plan.completable()
    found = {(attack.piece, targets_of(battle, attack.piece, attack.hexes)) for attack in plan.attacks()}
    return found, {battle.label(h) for h in plan.diversions()}, not plan.owing()


def allowed(legal: list[Announced], attacks: dict[str, Targets], diverted: str) -> Offers:
    """The same by brute force."""
    ends = continued(legal, attacks, diverted)
    found = {(id, targets) for end in ends for id, targets in end.attacks.items() if id not in attacks}
    diversions = {end.diverted for end in ends if end.diverted} if not diverted else set()
    return found, diversions, Announced(attacks, diverted) in ends


@rule("S12.1-alg", "S12.12a", "S12.13", "S12.14b", "S12.14d", "S12.15a", "S12.15c", "S12.15d")
@pytest.mark.parametrize(("game", "seeds"), [("advanced", range(3000)), ("basic", range(3000, 4000))])
def test_what_may_be_announced_is_what_some_legal_announcement_contains(
    grounds: dict[str, Battle], game: str, seeds: range
) -> None:
    steps = 0
    for seed in seeds:
        chance = random.Random(seed)
        muster = random_muster(chance)
        legal = legal_announcements(muster, diversion=game == "advanced")
        assert legal, f"seed {seed}: nothing is legal"
        battle = deploy(grounds[game], muster)
        attacks: dict[str, Targets] = {}
        diverted = ""
        while True:
            offered, expected = offers(battle, attacks, diverted), allowed(legal, attacks, diverted)
            assert offered == expected, f"seed {seed}: {muster} after {attacks} and diversion of '{diverted}'"
            steps += 1
            found, diversions, may_end = offered
            nexts: list[tuple[str, Targets] | str] = [*sorted(found, key=str), *sorted(diversions)]
            if not nexts or (may_end and chance.random() < 0.3):
                assert may_end, f"seed {seed}: stuck after {attacks} and diversion of '{diverted}'"
                break
            chosen = chance.choice(nexts)
            if isinstance(chosen, str):
                diverted = chosen
            else:
                attacks[chosen[0]] = chosen[1]
    assert steps > 2 * len(seeds)


def begin(ground: Battle, muster: Muster, seed: int) -> Battle:
    """The close combat phase of the position, played from its beginning."""
    pieces: dict[str, Any] = {"far": "0101", "off": "2020"}
    for soldier in (*muster.attackers, *muster.defenders):
        pieces[soldier.id] = {"hex": soldier.hex, "states": [soldier.state] if soldier.state else []}
    position = {**ground.position(), "phase": "close combat", "pieces": pieces}
    position.pop("pending", None)
    battle = grognard.setup(position, dice=Dice.fast(seed))
    assert isinstance(battle, Battle)
    return battle


@rule("S12.1-alg", "S12.21")
def test_following_the_offers_at_random_ends_in_a_legal_announcement(grounds: dict[str, Battle]) -> None:
    asked_for = 0
    for seed in range(4000, 4800):
        chance = random.Random(seed)
        muster = random_muster(chance)
        battle = begin(grounds["advanced"], muster, seed)
        while asked(battle) == "announce-attack":
            asked_for += 1
            battle.play(BRITISH, chance.choice(battle.actions(BRITISH)))
        events = battle.events(None)
        attacks = {event.piece: frozenset(event.hexes) for event in events if isinstance(event, AttackAnnounced)}
        diverted = [event.hex for event in events if isinstance(event, Diverted)]
        legal = legal_announcements(muster, diversion=True)
        assert Announced(attacks, "".join(diverted)) in legal, f"seed {seed}: {muster}"
    assert asked_for > 800


@rule("S12.1-alg")
def test_every_attack_that_is_not_offered_is_refused_with_a_rule(grounds: dict[str, Battle]) -> None:
    for seed in range(5000, 5200):
        chance = random.Random(seed)
        muster = random_muster(chance)
        battle = begin(grounds["advanced"], muster, seed)
        while asked(battle) == "announce-attack":
            actions = battle.actions(BRITISH)
            for unit in muster.attackers:
                held = sorted(neighbours(unit.hex) & {soldier.hex for soldier in muster.defenders})
                for targets in subsets(held):
                    attack = battle.rules.vocabulary.parse(f"attack {unit.id} {mask_of(battle, unit.id, targets)}")
                    reason = battle.why_not(BRITISH, attack)
                    assert (reason is None) == (attack in actions), f"seed {seed}: {attack}"
                    assert reason is None or reason.cites
            battle.play(BRITISH, chance.choice(actions))
