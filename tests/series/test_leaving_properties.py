"""Who can break contact or ride off, on random crowded positions: against an oracle that tries every order of every end."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable

import pytest

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.pieces import Piece
from tests.marks import rule
from tests.proving_ground import Unit, act, announce, asked, choices, field, labels, where
from tests.series.test_retreat_properties import within

PINNED = (*range(50), 549, 710, 1943, 2248, 2285, 2445, 2464)
CAVALRY = (*range(40), 52, 210, 286, 478, 743, 881, 975, 1436, 1819, 2062, 2152)
"""Seeds of positions: the first that come, and some where all can leave, but only in an order that is hard to find."""
CLOSE = (2638,)
"""Seeds of positions with up to seven units: each has a way and there is room for all, and still they cannot all leave."""

Ends = Callable[[Battle, Piece], HexSet]
Ids = tuple[str, ...]


# ---------------------------------------------------------------- the oracle


def all_can(game: Battle, ids: Ids, ends: Ends, failed: set[Hashable]) -> bool:
    """Every unit first, to every end; what failed from the same hexes of the same units is not tried again."""
    key = tuple((piece.id, piece.hex) for piece in game.units_of(game.side_of(ids[0]))), ids
    if key in failed:
        return False
    if any(left_over(game, id, ids, ends, failed) for id in ids):
        return True
    failed.add(key)
    return False


def left_over(game: Battle, id: str, ids: Ids, ends: Ends, failed: set[Hashable]) -> list[Hex]:
    """The ends of a unit that leave the others an end each."""
    rest = tuple(other for other in ids if other != id)
    return [end for end in members(ends(game, game.piece(id))) if not rest or all_can(moved(game, id, end), rest, ends, failed)]


def moved(game: Battle, id: str, end: Hex) -> Battle:
    trial = game.copy()
    trial.change(id, hex=end, pin=0)
    return trial


def clear_hexes(game: Battle, piece: Piece) -> HexSet:
    reach = game.rules.destinations(game, piece, 0, 0, True)
    return reach.all & ~game.near(game.enemy(game.side_of(piece.id)))


def withdrawal_ends(game: Battle, piece: Piece) -> HexSet:
    return game.rules.retreat_ends(game, piece, 3, clear=True)


# ---------------------------------------------------------------- breaking contact


def crowded_field(rng: random.Random, most: int = 4) -> Battle:
    """Units of one PIN result close together, among ponds, full stacks and enemies."""
    centre, ponds, friends = (
        f"{rng.randint(4, 16):02}{rng.randint(4, 16):02}",
        rng.choice((0.4, 0.6, 0.7)),
        rng.choice((0, 0.2)),
    )
    around = sorted(within(centre, 4))
    enemies = rng.sample(sorted(within(centre, 1)), rng.randint(1, 2))
    held, guns, british = dict.fromkeys(around, 0), set(enemies), []
    for number in range(rng.randint(2, most)):
        gun = rng.random() < 0.2
        strength, hexes = rng.choice((1, 2, 2, 3, 4)), [h for h in sorted(within(centre, 2)) if h not in enemies]
        hexes = [h for h in hexes if (h not in guns if gun else held[h] + strength <= 6)]
        kind = "artillery" if gun else rng.choice(("infantry", "light_infantry", "dragoons"))
        hex = rng.choice(hexes)
        if gun:
            guns.add(hex)
        else:
            held[hex] += strength
        states = ("pinned:1", "disrupted") if rng.random() < 0.1 else ("pinned:1",)
        british.append(Unit(f"{strength}-0-{rng.randint(1, 2)}", hex, f"p{number}", kind, states=states))
    terrain: dict[str, str] = {}
    for h in around:
        if h in guns or held[h]:
            continue
        chance = rng.random()
        if chance < ponds:
            terrain[h] = "pond"
        elif chance < ponds + friends:
            british.append(Unit(f"{rng.randint(1, 6)}-0-4", h, f"f{h}"))
        elif chance < ponds + friends + 0.1:
            terrain[h] = "forest"
    american = [Unit("2-0-4", h, states=("pinned:1",)) for h in enemies]
    return field([*british, Unit("1-0-4", "2001", id="reserve")], american, terrain=terrain)


@rule("S13.1-PIN-b", "S13.1-PIN-d", "S9.2c")
def test_contact_is_broken_exactly_where_all_can_get_clear_in_some_order() -> None:
    found = [contact_is_rightly_broken(crowded_field(random.Random(seed)), random.Random(seed)) for seed in PINNED]
    assert min(found.count(True), found.count(False)) > len(PINNED) // 4, "the positions are too much alike"


@rule("S13.1-PIN-b")
@pytest.mark.parametrize("seed", CLOSE)
def test_contact_is_not_broken_where_each_can_get_clear_but_not_all(seed: int) -> None:
    assert not contact_is_rightly_broken(crowded_field(random.Random(seed), 7), random.Random(seed))


def contact_is_rightly_broken(game: Battle, rng: random.Random) -> bool:
    """Whether contact can be broken, as the oracle says, too; then it is."""
    ids = tuple(piece.id for piece in game.units_of("british") if piece.pin)
    able = all_can(game, ids, clear_hexes, set())
    assert ("break-contact 1" in choices(game)) == able
    if able:
        act(game, "break-contact 1")
        check_order(game, rng, ids)
    return able


def check_order(game: Battle, rng: random.Random, ids: Ids) -> None:
    """Go on at random to the end: at each choice what is offered is what leaves the others an end each."""
    while asked(game) in ("break-contact", "get-clear"):
        waiting, failed = tuple(id for id in ids if game.piece(id).pin and id not in game.state.moved), set[Hashable]()
        if asked(game) == "break-contact":
            able = [id for id in waiting if left_over(game, id, waiting, clear_hexes, failed)]
            assert sorted(choices(game)) == sorted(f"move {id}" for id in able)
        else:
            ends = left_over(game, game.stack[-1].piece, waiting, clear_hexes, failed)  # type: ignore[attr-defined]
            assert labels(game) == sorted(game.label(h) for h in ends)
        act(game, rng.choice(choices(game)))


# ---------------------------------------------------------------- cavalry that rides off


def attacked_cavalry(rng: random.Random) -> Battle:
    """Cavalry in one or two hexes, attacked from another, with ponds and friends in its way."""
    attacked = ["1011", *rng.sample(["1111"], rng.randint(0, 1))]
    american = []
    held = dict.fromkeys(attacked, 0)
    for number in range(rng.randint(len(attacked), 4)):
        hex = attacked[number % len(attacked)]
        strength = rng.randint(1, 6 - held[hex] - 1) if held[hex] < 5 else 1
        if held[hex] + strength <= 6:
            held[hex] += strength
            american.append(Unit(f"{strength}-0-8", hex, f"d{number}", "dragoons"))
    terrain, ponds = {}, rng.choice((0.3, 0.5, 0.6))
    for h in sorted({h for start in attacked for h in within(start, 3)}):
        if h == "1010" or h in attacked:
            continue
        chance = rng.random()
        if chance < ponds:
            terrain[h] = "pond"
        elif chance < ponds + 0.2 and h not in within("1010", 1):
            american.append(Unit(f"{rng.randint(1, 5)}-0-4", h, f"f{h}"))
    far = Unit("1-0-4", "0118")
    return field([Unit("6-0-4", "1010", id="b1")], [*american, far], phase="close combat", terrain=terrain)


@rule("S12.4b", "S13.21b")
def test_cavalry_rides_off_exactly_where_all_can_in_some_order() -> None:
    found = [cavalry_rightly_rides_off(attacked_cavalry(random.Random(seed)), random.Random(seed)) for seed in CAVALRY]
    assert min(found.count(True), found.count(False)) > len(CAVALRY) // 5, "the positions are too much alike"


def cavalry_rightly_rides_off(game: Battle, rng: random.Random) -> bool:
    """Whether the cavalry is offered to ride off, as the oracle says, too; then it does."""
    ids = tuple(unit.id for unit in game.units_of("american") if game.counter(unit.id).is_cavalry)
    announce(game, ("b1", " ".join(sorted({where(game, id) for id in ids}))))
    able = all_can(game, ids, withdrawal_ends, set())
    assert (asked(game) == "cavalry-withdrawal") == able
    if able:
        act(game, "withdraw")
        check_ride(game, rng, ids)
    return able


def check_ride(game: Battle, rng: random.Random, ids: Ids) -> None:
    while asked(game) in ("next-retreat", "retreat"):
        waiting = tuple(id for id in ids if not game.piece(id).withdrawn)
        if asked(game) == "next-retreat":
            able = [id for id in waiting if left_over(game, id, waiting, withdrawal_ends, set())]
            assert sorted(choices(game)) == sorted(f"take {id}" for id in able)
        else:
            ends = left_over(game, game.stack[-1].piece, waiting, withdrawal_ends, set())  # type: ignore[attr-defined]
            assert labels(game) == sorted(game.label(h) for h in ends)
        act(game, rng.choice(choices(game)))
