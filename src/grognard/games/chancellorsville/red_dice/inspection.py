"""What there is to measure and to see: ranges, lines of sight and what breaks them, cover, the cost of a way (D-R2 to D-R5)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import TYPE_CHECKING

from grognard.core.errors import UnknownName
from grognard.core.events import PlaceWithPieces
from grognard.core.knowledge import Knowledge
from grognard.core.pictures.plane import point_of
from grognard.core.plane import Point, distance, squared
from grognard.core.sight_lines import SightLine
from grognard.core.texts import Argument, Reason, in_table, text
from grognard.games.chancellorsville.red_dice.activation import Activation
from grognard.games.chancellorsville.red_dice.choosing import encode_point
from grognard.games.chancellorsville.red_dice.components import CM, COVER_WORDS, ENEMY, HEADINGS
from grognard.games.chancellorsville.red_dice.moving import Walking
from grognard.games.chancellorsville.red_dice.sight import (
    BANDS,
    band_of,
    broken_at,
    bystanders,
    cover_of,
    covering,
    hiding,
    in_the_way,
)
from grognard.games.chancellorsville.red_dice.state import Man

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Barrier, Terrain
    from grognard.games.chancellorsville.red_dice.rules import RedDiceRules
    from grognard.games.chancellorsville.red_dice.state import Skirmish

SIGHT = "sight"
DEGREES = 15
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
AHEAD = 9
"""How far before a leader the points lie that stand for facings, in centimetres."""


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
    """The ground of a point; how far it is from a man, whether he sees who stands there, and what the way there would cost."""
    p, man = spot_meant(game, place), man_meant(game, piece)
    yield from ground_at(game, p)
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


def ground_at(game: Skirmish, p: Point) -> Iterator[Reason]:
    """The cover and the going of the ground at a point, and of the lines beside it."""
    field = game.rules.field
    for ground in field.grounds:
        if ground.shape.holds(p):
            going = in_table("going", "difficult" if ground.difficult else "easy")
            cover = in_table("cover-class", COVER_WORDS[ground.cover])
            yield Reason("on-ground", ("D-R5", "D3.1c"), {"ground": called(ground), "cover": cover, "going": going})
    for barrier in field.barriers:
        if (barrier.cover or barrier.toll) and barrier.line.squared_to(p) <= game.rules.numbers.behind_cover:
            cover = in_table("cover-class", COVER_WORDS[barrier.cover])
            args: dict[str, Argument] = {"line": called(barrier), "cover": cover, "toll": barrier.toll // CM}
            yield Reason("by-a-line", ("D-R5", "D3.1b"), args)


def line_of_sight(game: Skirmish, man: Man, other: Man) -> Iterator[Reason]:
    """What breaks the line, or the cover behind which the other stands."""
    rules = game.rules
    ground = hiding(rules.field, man.at, other.at)
    if ground is not None:
        yield Reason("hidden-by-ground", ("D-R3",), {"man": man.id, "other": other.id, "ground": called(ground)})
        return
    blocking = in_the_way(rules.numbers, man.at, other.at, between(game, man, other))
    if blocking is not None:
        yield Reason("hidden-by-a-man", ("D-R3",), {"man": man.id, "other": other.id, "blocking": blocking.id})
        return
    cover = COVER_WORDS[cover_of(rules.field, rules.numbers, man.at, other.at)]
    words = in_table("cover-word", cover)
    yield Reason("is-seen", ("D-R3", "D-R5"), {"man": man.id, "other": other.id, "cover": words})


def way_there(game: Skirmish, man: Man, p: Point) -> Iterator[Reason]:
    """D3.1: the cheapest way of the leader, by the bends declared so far, with its tolls and the successes that it takes."""
    spot = round(p[0] / CM) * CM, round(p[1] / CM) * CM
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Activation) and frame.step == "declare" and frame.squad == man.squad:
        walking = frame.walking(game)
    else:
        walking = Walking(game, man.squad, "", ())
    way, numbers = walking.way(spot), game.rules.numbers
    if way is None:
        refused = walking.why_not(encode_point(spot))
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


def inspect(game: Skirmish, what: str, piece: str) -> tuple[SightLine, ...]:
    """The lines of sight from a man to each of his enemies, the nearest first."""
    if what != SIGHT:
        raise UnknownName(f"There is nothing called '{what}' to inspect; ask for {SIGHT}.")
    man = man_meant(game, piece)
    if man is None:
        raise UnknownName(f"'{piece[:40]}' is not on the table.")
    enemies = sorted(game.free_men(ENEMY[man.side]), key=lambda other: squared(man.at, other.at))
    return tuple(sight_line(game, man, other) for other in enemies)


def between(game: Skirmish, man: Man, other: Man) -> list[Man]:
    """D-R3: those who may block the line from one man to another."""
    return bystanders(game, game.unit_of(man), game.unit_of(other))


def sight_line(game: Skirmish, man: Man, other: Man) -> SightLine:
    """Clear, behind cover, or broken by the ground or by a man."""
    rules, far = game.rules, distance(man.at, other.at) / CM
    start, end = encode_point(man.at), encode_point(other.at)
    ground = hiding(rules.field, man.at, other.at)
    # D-R3
    if ground is not None:
        words = text("sight.hidden", {"what": called(ground)})
        return SightLine(other.id, start, end, far, "blocked", words, encode_point(broken_at(ground, man.at, other.at)))
    blocking = in_the_way(rules.numbers, man.at, other.at, between(game, man, other))
    # D-R3
    if blocking is not None:
        words = text("sight.hidden", {"what": blocking.id})
        return SightLine(other.id, start, end, far, "blocked", words, encode_point(blocking.at))
    cover = covering(rules.field, rules.numbers, man.at, other.at)
    # D-R5
    if cover is None:
        return SightLine(other.id, start, end, far, "clear", text("sight.open"))
    words = text(f"sight.{COVER_WORDS[cover.cover]}", {"what": called(cover)})
    return SightLine(other.id, start, end, far, "covered", words)


def facing_said(rules: RedDiceRules, known: Knowledge, heading: int) -> dict[str, object]:
    """D-R7: a facing by the compass; while a squad takes it up, a point before its leader can be clicked instead."""
    degrees = (90 - DEGREES * heading) % 360
    way = in_table("compass", WINDS[(degrees + 22) // 45 % len(WINDS)])
    said: dict[str, object] = {"heading": text("picture.facing", {"way": way, "degrees": degrees})}
    end: tuple[int, int] | None = known.facts.get("walks to")
    if end is not None:
        dx, dy = HEADINGS[heading % len(HEADINGS)]
        share = AHEAD * CM / hypot(dx, dy)
        ahead = round(end[0] + dx * share), round(end[1] + dy * share)
        if rules.field.on_table(ahead):
            said["toward"] = PlaceWithPieces(encode_point(ahead))
    return said


def called(feature: Terrain | Barrier) -> str:
    """What a piece of terrain is called: its name, or its kind."""
    return feature.name or in_table("ground", feature.kind)
