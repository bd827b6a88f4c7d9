"""The tracks beside the map, and the lines of notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.events import tell
from grognard.core.rules import Rules
from grognard.core.texts import in_table
from grognard.core.tracks import Scale
from grognard.server.shapes import Band, Level, Needed, Track, Victory
from grognard.server.views.context import ViewContext
from grognard.telling.words import capital, count_in_words


def tracks_of(context: ViewContext) -> Iterator[Track]:
    """The rows of boxes that the picture has, then the levels of the sides, always in the order of the sides."""
    picture = context.picture
    for number, track in enumerate(picture.tracks if picture is not None else ()):
        yield Track(f"boxes-{number}", capital(track.title), "boxes", track.boxes, track.marker)
    scales = context.seat.rules.scales()
    for name, levels in context.seat.ask(Rules.standings).items():
        in_order = {name: levels[name] for name in context.seat.rules.scored if name in levels}
        yield level_track(name, in_order | levels, scales.get(name))


def level_track(name: str, levels: Mapping[str, float], scale: Scale | None) -> Track:
    """A track with a level for each side; one without a scale of its own is a count, with no range to draw."""
    title = capital(in_table("track", name))
    shown = tuple(Level(seat, level, level_in_words(level, scale)) for seat, level in levels.items())
    if scale is None:
        return Track(name, title, "levels", levels=shown)
    least = int(min([scale.least, *levels.values()]))
    most = int(max([scale.most, *levels.values()]))
    bands = tuple(
        Band(least if band.least is None else band.least, most if band.most is None else band.most, in_table("band", band.word))
        for band in scale.bands
    )
    return Track(name, title, "levels", levels=shown, least=least, most=most, bands=bands)


def level_in_words(level: float, scale: Scale | None) -> str:
    """`13 (High)`."""
    band = next((band for band in (scale.bands if scale else ()) if band.holds(level)), None)
    return f"{level:g}" if band is None else f"{level:g} ({in_table('band', band.word)})"


def victories_of(context: ViewContext) -> tuple[Victory, ...]:
    """The ways to win in the order of the sides, each with all that it needs and how far that is."""
    sides = context.seat.rules.sides
    ordered = sorted(context.seat.public(Rules.conditions), key=lambda condition: sides.index(condition.side))
    return tuple(
        Victory(
            condition.side,
            capital(in_table("outcome.level", condition.level)),
            in_table("victory.when", condition.when),
            tuple(
                Needed(capital(tell(f"victory.{count.word}", count.args, context.names)), count_in_words(count), count.met)
                for count in condition.counts
            ),
            condition.cites,
        )
        for condition in ordered
    )
