"""What there is to measure and to see: ranges, lines of sight and what breaks them, cover, the cost of a way (D-R2 to D-R5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.errors import UnknownName
from grognard.core.pictures.plane import place_of, point_of
from grognard.core.plane import Point, distance, squared
from grognard.core.texts import Argument, Reason, in_table
from grognard.games.chancellorsville.red_dice.components import CM, COVER_WORDS, ENEMY
from grognard.games.chancellorsville.red_dice.moving import Walking
from grognard.games.chancellorsville.red_dice.sight import BANDS, band_of, bystanders, cover_of, hiding, in_the_way, sees
from grognard.games.chancellorsville.red_dice.state import Man

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

SIGHT = "sight"


def man_meant(game: Skirmish, piece: str) -> Man | None:
    """The man with this id, or the leader of the squad with it, if he is on the table."""
    squad = game.state.squads.get(piece)
    man = game.state.men.get(squad.leader if squad is not None else piece)
    return man if man is not None and not man.box else None


def spot_meant(game: Skirmish, place: str) -> Point:
    objective = game.rules.field.objectives.get(place)
    if objective is not None:
        return objective.at
    point = point_of(place)
    if point is None or not (0 <= point[0] * CM <= game.rules.field.width and 0 <= point[1] * CM <= game.rules.field.height):
        raise UnknownName(f"'{place[:40]}' is no point of this table; points are written as 83,41.")
    return round(point[0] * CM), round(point[1] * CM)


def at_spot(game: Skirmish, p: Point) -> Man | None:
    """Who stands at a point: on the lattice that pages know, a man is met within his base."""
    near = min(game.on_table(), key=lambda man: squared(man.at, p), default=None)
    return near if near is not None and squared(near.at, p) < game.rules.numbers.radius**2 else None


def remarks(game: Skirmish, place: str, piece: str) -> Iterator[Reason]:
    """How far it is from a man, whether he sees who stands there, behind what cover, and what the way there would cost."""
    p, man = spot_meant(game, place), man_meant(game, piece)
    other = at_spot(game, p)
    if man is None or (other is not None and other.id == man.id):
        return
    here = other.at if other is not None else p
    far = distance(man.at, here)
    band = in_table("range", BANDS[band_of(game.rules.numbers, squared(man.at, here))])
    yield Reason("measured", ("D-R2", "D3.2.1a"), {"man": man.id, "far": f"{far / CM:.1f}", "range": band})
    if other is not None and other.side != man.side:
        yield from line_of_sight(game, man, other)
    elif other is None and game.state.squads[man.squad].leader == man.id and man.is_fit and man.is_free:
        yield from way_there(game, man, p)


def line_of_sight(game: Skirmish, man: Man, other: Man) -> Iterator[Reason]:
    """D-R3, D-R5: what breaks the line, or the cover behind which the other stands."""
    rules = game.rules
    ground = hiding(rules.field, man.at, other.at)
    if ground is not None:
        called = ground.name or in_table("ground", ground.kind)
        yield Reason("hidden-by-ground", ("D-R3",), {"man": man.id, "other": other.id, "ground": called})
        return
    units = [game.unit(one.squad) for one in (man, other)]
    blocking = in_the_way(rules.numbers, man.at, other.at, bystanders(game, *units))
    if blocking is not None:
        yield Reason("hidden-by-a-man", ("D-R3",), {"man": man.id, "other": other.id, "blocking": blocking.id})
        return
    cover = COVER_WORDS[cover_of(rules.field, rules.numbers, man.at, other.at)]
    words = in_table("cover-word", cover)
    yield Reason("is-seen", ("D-R3", "D-R5"), {"man": man.id, "other": other.id, "cover": words})


def way_there(game: Skirmish, man: Man, p: Point) -> Iterator[Reason]:
    """D3.1: the cheapest way of the leader, with its tolls, and the successes that it takes."""
    spot = round(p[0] / CM) * CM, round(p[1] / CM) * CM
    walking = Walking(game, man.squad, "", ())
    way, numbers = walking.way(spot), game.rules.numbers
    if way is None:
        refused = walking.why_not(place_of((spot[0] / CM, spot[1] / CM)))
        if refused is not None:
            yield refused
        return
    args: dict[str, Argument] = {
        "length": f"{way.length / CM:.1f}",
        "obstacles": way.crossings * numbers.toll // CM,
        "ground": way.difficult * numbers.difficult // CM,
        "total": f"{way.cost(numbers) / CM:.1f}",
        "successes": walking.mark(spot) or 0,
    }
    yield Reason("costs-of-the-way", ("D3.1a", "D3.1b", "D3.1c"), args)


def inspect(game: Skirmish, what: str, piece: str) -> dict[str, int]:
    """The enemies that a man sees, each with the distance in centimetres."""
    if what != SIGHT:
        raise UnknownName(f"There is nothing called '{what}' to inspect; ask for {SIGHT}.")
    man = man_meant(game, piece)
    if man is None:
        raise UnknownName(f"'{piece[:40]}' is not on the table.")
    others = bystanders(game, game.unit(man.squad))
    return {
        place_of((other.at[0] / CM, other.at[1] / CM)): round(distance(man.at, other.at) / CM)
        for other in game.free_men(ENEMY[man.side])
        if sees(game, man.at, other.at, [one for one in others if one.squad != other.squad])
    }
