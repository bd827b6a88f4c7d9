"""What the table shows of Savannah: what was dug and broken, the weather with all it changes, both turn tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.circumstances import Circumstance
from grognard.core.dice import D10
from grognard.core.features import Circumstances, StrayShots
from grognard.core.pictures import AdditionPicture, Picture, SkyKind, TrackPicture
from grognard.core.pictures.hexes import HexSheet
from grognard.core.texts import Reason, text
from grognard.games.revolution.savannah.artillery import AimMortars, MortarPhase
from grognard.games.revolution.savannah.state import SavannahState, savannah
from grognard.games.revolution.savannah.victory import SavannahVictory
from grognard.games.revolution.savannah.weather import HALF, HALF_BONUS, HALF_OFF_ROAD, NONE

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

BREACHES = {"all": "breach", "abatis": "cleared_abatis", "parapet": "fallen_parapet"}
"""V4.6c, V-C25, V-C34: what each part of a breach looks like."""
SKIES = {
    "fair": "sun",
    "fog": "fog",
    "heavy_rain": "rain",
    "storms": "thunder",
    "squall": "squall",
    "gale": "wind",
    "hurricane": "cyclone",
}
"""The drawing of each weather."""
RAIN: tuple[SkyKind, ...] = ("rain",)
FOG: tuple[SkyKind, ...] = ("fog",)
VEILS = {"fog": FOG, "heavy_rain": RAIN, "storms": RAIN, "squall": RAIN, "gale": RAIN, "hurricane": RAIN}
"""What each weather lays over the map."""
STRATEGIC, TACTICAL = "strategic", "tactical"
GUNS, GRAHAM = "guns", "graham"
"""V-T-siege2: whose movement is doubled."""


class SavannahTable(Circumstances["Battle"], StrayShots["Battle"], SavannahVictory):
    """The picture of a position, and what stands beside it."""

    # ------------------------------------------------------------------ the map

    @cached_property
    def bare_map(self) -> HexSheet:
        """V4.4a: the map without siege works, which are laid on it as they are dug."""
        sheet = super().bare_map
        return replace(sheet, hexsides=tuple(side for side in sheet.hexsides if side.kind != "siege_works"))

    def additions(self, game: Battle) -> list[AdditionPicture]:
        """V4.4, V4.6: siege works, breaches, ruins, and what is under construction."""
        state = cast("SavannahState", game.state)
        ruins = [AdditionPicture("destroyed", (label,)) for label in sorted(state.destroyed)]
        digging = [AdditionPicture("construction", (label,)) for label in sorted(state.construction)]
        works = [AdditionPicture("siege_works", pair) for pair in sorted(state.works)]
        breaches = [AdditionPicture(BREACHES[part], (outer, inner)) for outer, inner, part in sorted(state.breaches)]
        return [*ruins, *digging, *works, *breaches]

    def picture(self, game: Battle, seat: str | None = None) -> Picture:
        picture = super().picture(game, seat)
        skies = tuple(text("circumstance.weather", {"weather": each.title}) for each in self.circumstances(game)[:1])
        sheet = replace(cast("HexSheet", picture.main), sky=VEILS.get(self.weather(game), ()))
        return replace(
            picture, sheets=(sheet, *picture.sheets[1:]), tracks=tuple(self.turn_tracks(game)), notes=(*picture.notes, *skies)
        )

    def turn_tracks(self, game: Battle) -> Iterator[TrackPicture]:
        """V1.5, V1.6: the days of the siege and the hours of the assault, as far as the scenario uses them."""
        track, clock = self.tables.turn_track.turns, self.components.clock
        turns = range(self.components.scenario.first_turn, self.last_turn + 1)
        for kind in (STRATEGIC, TACTICAL):
            boxes = [turn for turn in turns if track[turn].kind == kind]
            if boxes:
                marker = boxes.index(game.state.turn) if game.state.turn in boxes else -1
                words = tuple(brief([clock.get(turn) or str(turn) for turn in boxes]))
                yield TrackPicture(text(f"track.{kind}"), words, marker)

    # ------------------------------------------------------------------ where bombs may fall

    def spread(self, game: Battle, seat: str, action: Action) -> Mapping[str, float]:
        """V-T-scatter: the hexes where a bomb may fall; what is missing of the whole falls off the map."""
        if not isinstance(action, AimMortars):
            return {}
        aim = self.board.hex(action.hex)
        phase = game.stack[-1] if game.stack else None
        mortar = phase.ready(game) if isinstance(phase, MortarPhase) else None
        far = mortar is not None and self.may_scatter_far(self.board.grid.distance(mortar.hex, aim))
        low, high = self.tables.scatter.two_hexes
        twice = (high - low + 1) / D10.sides if far else 0.0
        chances: dict[str, float] = {}
        for face in range(D10.low, D10.high + 1):
            for hexes, chance in ((1, 1 - twice), (2, twice)):
                h = self.scattered(aim, face, hexes)
                if h is not None and chance:
                    label = game.label(h)
                    chances[label] = chances.get(label, 0.0) + chance / D10.sides
        return chances

    # ------------------------------------------------------------------ what holds now

    def circumstances(self, game: Battle) -> tuple[Circumstance, ...]:
        """V4.2: the weather first; V4.14: unfinished defences; V-T-siege1, V-T-siege2: this turn's bombardment."""
        weather = self.weather(game)
        found = [Circumstance("weather", text(f"weather.{weather}"), SKIES[weather], tuple(self.sky_changes(game)))]
        if drm := self.unfinished_defences(game):
            change = Reason("defences-change", ("V4.14a",), {"drm": f"{drm:+d}"})
            found.append(Circumstance("defences", text("circumstance.defences"), "spade", (change,)))
        if siege := tuple(self.siege_changes(game)):
            found.append(Circumstance("siege", text("circumstance.siege"), "cannon", siege))
        return tuple(found)

    def sky_changes(self, game: Battle) -> Iterator[Reason]:
        """V4.2g to V4.2l, V5.7a: all that the weather changes on the track that is played."""
        sky, strategic = self.sky(game), not self.is_tactical(game)
        if sky.movement == NONE:
            yield Reason("weather-no-movement", ("V4.2g",))
        elif sky.movement == HALF:
            yield Reason("weather-half-movement", ("V4.2g",))
        elif sky.movement == HALF_OFF_ROAD:
            yield Reason("weather-half-off-road", ("V5.7a",))
        if sky.strategic_movement == HALF_BONUS:
            yield Reason("weather-half-bonus", ("V4.2h",))
        if sky.fire is None:
            yield Reason("weather-no-fire", ("V4.2i",))
        elif sky.fire:
            yield Reason("weather-fire", ("V4.2i",), {"drm": f"{sky.fire:+d}"})
        if sky.close_combat is None:
            yield Reason("weather-no-close-combat", ("V4.2j",))
        elif sky.close_combat:
            yield Reason("weather-close-combat", ("V4.2j",), {"drm": f"{sky.close_combat:+d}"})
        if sky.rally:
            yield Reason("weather-rally", ("V4.2l",), {"drm": f"{sky.rally:+d}"})
        if strategic:
            yield from self.siege_in_weather(game)
        if not sky.cards:
            yield Reason("weather-no-cards", ("V4.2l",))

    def siege_in_weather(self, game: Battle) -> Iterator[Reason]:
        """V4.2l, V4.2m, V4.2n: what the weather does to the siege."""
        sky = self.sky(game)
        if sky.siege is None:
            yield Reason("weather-no-siege", ("V4.2l",))
        elif sky.siege:
            yield Reason("weather-siege", ("V4.2m",), {"drm": f"{sky.siege:+d}"})
        if not sky.works_complete:
            yield Reason("weather-no-works", ("V4.2m",))
        elif not sky.works_begin:
            yield Reason("weather-no-works-begun", ("V4.2n",))
        if not sky.reinforcements:
            yield Reason("weather-no-reinforcements", ("V4.2l",))

    def siege_changes(self, game: Battle) -> Iterator[Reason]:
        state = savannah(game)
        if state.siege_fire_drm:
            yield Reason("siege-fire-change", ("V-T-siege1",), {"drm": f"{state.siege_fire_drm:+d}"})
        if GUNS in state.doubled:
            yield Reason("siege-doubles-guns", ("V-T-siege2",))
        if GRAHAM in state.doubled:
            yield Reason("siege-doubles-graham", ("V-T-siege2",))


def brief(moments: list[str]) -> Iterator[str]:
    """The boxes of a track: `10 Sep`, `11-12`, ... `1-3 Oct`; `5 am`."""
    month = ""
    for moment in moments:
        day, _, hour = moment.partition(", ")
        days, _, named = day.partition(" ")
        yield hour or (days if named == month else f"{days} {named[:3]}".strip())
        month = named
