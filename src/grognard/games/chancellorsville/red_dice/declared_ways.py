"""The way that a leader was told to go, as it is drawn: its bends, what it crosses, what is left (D-R9, D3.1b, D3.1c)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.pictures import TollPicture, WayPicture
from grognard.core.plane import Point, distance, squared_to_segment
from grognard.core.texts import Argument, text
from grognard.games.chancellorsville.red_dice.actions import WalkBy, WalkTo
from grognard.games.chancellorsville.red_dice.activation import MOVE, Activation
from grognard.games.chancellorsville.red_dice.choosing import encode_point, point_of
from grognard.games.chancellorsville.red_dice.components import CM
from grognard.games.chancellorsville.red_dice.inspection import called
from grognard.games.chancellorsville.red_dice.moving import Walk, formation_of, most_for_leader
from grognard.games.chancellorsville.red_dice.ways import measured

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Battlefield, Numbers
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def ways_now(game: Skirmish) -> tuple[WayPicture, ...]:
    """D-R9: the way as far as it is declared; once the dice are rolled, as far as it was taken, until all have moved."""
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Walk):
        return tuple(way_taken(top))
    frame = declaring(game)
    if frame is None:
        return ()
    points = frame.way or so_far(game, frame)
    return (way_drawn(game, frame, points, goes_on=not frame.way),) if len(points) > 1 else ()


def way_taken(walk: Walk) -> Iterator[WayPicture]:
    """D3.1a: the declared way up to where the leader stops."""
    points = until(walk.way, walk.end)
    if points:
        yield WayPicture(tuple(map(encode_point, points)), running(points), running(points)[-1], taken=True)


def until(points: Sequence[Point], end: Point) -> tuple[Point, ...]:
    """A way cut off at the leg on which, or nearest to which, a point lies."""
    legs = list(pairwise(points))
    if not legs or end == points[0]:
        return ()
    last = min(range(len(legs)), key=lambda leg: squared_to_segment(end, *legs[leg]))
    return (*points[: last + 1], end)


def running(points: Sequence[Point]) -> tuple[str, ...]:
    """The length up to each point after the first."""
    lengths = accumulate(distance(a, b) for a, b in pairwise(points))
    return tuple(text("picture.far", {"far": centimetres(length)}) for length in lengths)


def way_of(game: Skirmish, action: Action) -> WayPicture | None:
    """D-R9: the way as it would be with one more bend, or with its end."""
    frame = declaring(game)
    if frame is None or not isinstance(action, WalkTo | WalkBy):
        return None
    goal = point_of(action.point)
    if goal is None:
        return None
    if isinstance(action, WalkBy):
        return way_drawn(game, frame, (*so_far(game, frame), goal), goes_on=True)
    way = frame.walking(game).way(goal)
    return way_drawn(game, frame, way.points, goes_on=False) if way is not None else None


def declaring(game: Skirmish) -> Activation | None:
    """The activation for which a way is being declared, or waits for its dice."""
    frame = game.stack[-1] if game.stack else None
    if not isinstance(frame, Activation) or frame.step not in ("declare", "commit") or frame.deed not in ("", MOVE):
        return None
    return frame


def so_far(game: Skirmish, frame: Activation) -> tuple[Point, ...]:
    return game.man(game.state.squads[frame.squad].leader).at, *frame.bends


def way_drawn(game: Skirmish, frame: Activation, points: Sequence[Point], goes_on: bool) -> WayPicture:
    """A way from point to point with its running length, its tolls and the sum."""
    numbers, field = game.rules.numbers, game.rules.field
    way = measured(field, points)
    most = most_for_leader(game, frame.squad, formation_of(game, frame.squad, frame.formation))
    args: dict[str, Argument] = {
        "length": centimetres(way.length),
        "tolls": way.deductions(numbers) // CM,
        "cost": centimetres(way.cost(numbers)),
        "most": f"{most / CM:g}",
        "left": centimetres(max(most - way.cost(numbers), 0)),
    }
    words = text("picture.way-with-tolls" if way.deductions(numbers) else "picture.way", args)
    return WayPicture(tuple(map(encode_point, points)), running(points), words, tuple(tolls(field, numbers, points)), goes_on)


def centimetres(length: float) -> str:
    return f"{length / CM:.1f}"


def tolls(field: Battlefield, numbers: Numbers, points: Sequence[Point]) -> Iterator[TollPicture]:
    """D3.1b: each obstacle where it is crossed; D3.1c: difficult ground, once, where it is entered."""
    is_difficult = False
    for a, b in pairwise(points):
        for barrier in field.obstacles:
            for share in barrier.line.crossings(a, b):
                yield toll_at(a, b, share, called(barrier), numbers.toll)
        entered = [(part[0], called(ground)) for ground in field.difficult if (part := ground.shape.part(a, b)) is not None]
        if entered and not is_difficult:
            is_difficult = True
            yield toll_at(a, b, *min(entered), numbers.difficult)


def toll_at(a: Point, b: Point, share: float, what: str, toll: int) -> TollPicture:
    place = round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share)
    return TollPicture(encode_point(place), text("picture.toll", {"what": what, "toll": toll // CM}))
