"""Savannah 4.2: what the weather changes; its phase and the hurricane are in weather_phase.py."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.ground import Ground
from grognard.games.revolution.savannah.state import SavannahState, savannah
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import DISRUPTED, PARADE, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.data_schema import WeatherEffects, WeatherRow
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat
    from grognard.games.revolution.series.movement import March

FAIR, FOG, HEAVY_RAIN, HURRICANE = "fair", "fog", "heavy_rain", "hurricane"
NONE, HALF, HALF_OFF_ROAD, HALF_BONUS = "none", "half", "half_off_road", "half_bonus"
FIRST_TACTICAL = 16
NAVAL, MORTAR = "naval", "mortar"
"""The flags of heavy guns."""


class WeatherChanged(Event, frozen=True):
    """The weather of a turn."""

    weather: str


class Weather(Ground):
    """What the weather allows."""

    def weather(self, game: Battle) -> str:
        """V4.2f: the weather of this turn, for all players; V1.6e, V5.7a: where a position names none, that of the track."""
        return savannah(game).weather or self.tactical_weather(game)

    def sky(self, game: Battle) -> WeatherEffects:
        """V-T-weather: the effects of the weather of this turn."""
        state: SavannahState = game.state  # type: ignore[assignment]  # asked too often for a call
        return self.skies[state.weather or self.tactical_weather(game)]

    @cached_property
    def skies(self) -> dict[str, WeatherEffects]:
        return {str(name): effects for name, effects in self.tables.weather.effects.items()}

    def weather_rolled(self, total: int) -> str:
        """V-T-weather: the first roll; a 0 is rolled again."""
        return read(self.tables.weather.first_roll, total)

    def weather_rolled_again(self, face: int) -> str:
        """V-T-weather: the second roll."""
        return read(self.tables.weather.second_roll, face)

    def set_weather(self, game: Battle, weather: str) -> None:
        savannah(game).weather = weather
        game.forget()
        game.emit(WeatherChanged(weather))

    def tactical_weather(self, game: Battle) -> str:
        """V1.6e, V5.7a: fog on turn 16 and fair after it."""
        return FOG if game.state.turn == FIRST_TACTICAL else FAIR

    # ------------------------------------------------------------------ movement

    def halved(self, points: int) -> int:
        """V4.2g: half of so many half-points, rounded up to whole points."""
        return (points // MP + 1) // 2 * MP

    def usual_allowance(self, game: Battle, piece: Piece) -> int:
        """What a piece has in fair weather."""
        return super().allowance(game, piece) + self.allowance_change(game, piece)

    def allowance_change(self, game: Battle, piece: Piece) -> int:
        """What is added to the printed allowance, in half-points, before anything is doubled; the cards say."""
        return 0

    def allowance(self, game: Battle, piece: Piece) -> int:
        """V4.2g, V5.7a: halved in gale, squall and storms, and off the road in fog; nobody moves in a hurricane."""
        points, movement = self.usual_allowance(game, piece), self.sky(game).movement
        if movement == NONE:
            return 0
        return self.halved(points) if movement in (HALF, HALF_OFF_ROAD) else points

    def road_allowance(self, game: Battle, piece: Piece) -> int:
        """S9.52a: twice the allowance."""
        points, sky = self.usual_allowance(game, piece), self.sky(game)
        if sky.movement == HALF_OFF_ROAD:
            return points  # V5.7a: in fog no bonus
        # V4.2h: in heavy rain half the bonus, rounded up
        return points + (self.halved(points) if sky.strategic_movement == HALF_BONUS else points)

    def may_march_strategically(self, game: Battle, piece: Piece) -> bool:
        """V4.2g: not in bad weather; V5.7a: in fog a march by road is no strategic movement and may begin anywhere."""
        sky = self.sky(game)
        if sky.movement == HALF_OFF_ROAD:
            return piece.order == PARADE
        return sky.strategic_movement != NONE and super().may_march_strategically(game, piece)

    def closed_to_strategic(self, game: Battle, piece: Piece) -> HexSet:
        """V5.7a: a march by road in fog may pass the enemy."""
        return 0 if self.sky(game).movement == HALF_OFF_ROAD else super().closed_to_strategic(game, piece)

    @cached_property
    def yamacraw(self) -> HexSet:
        """V4.19d: the Yamacraw swamp with the covered way."""
        zones = self.components.board.zones
        return zones["yamacraw_swamp"] | zones["covered_way"]

    @cached_property
    def firm_ground(self) -> HexSet:
        """V4.19d: every hex but those."""
        return self.board.grid.all & ~self.yamacraw

    def free_steps(self, game: Battle, piece: Piece) -> HexSet:
        """V4.19d: no free hex in the Yamacraw swamp, nor for naval guns and mortars; V4.2g: nor in a hurricane."""
        if self.sky(game).movement == NONE or piece.id in self.heavy_guns:
            return 0
        return self.firm_ground

    def open_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """V4.19d, V4.2g: where no hex is free a disrupted unit, which moves one hex whatever it costs, must pay as well."""
        near = super().open_hexes(game, piece)
        return near if piece.order != DISRUPTED else self.affordable(game, piece, near)

    def affordable(self, game: Battle, piece: Piece, near: HexSet) -> HexSet:
        """V4.19d: of these neighbouring hexes those that are free to a piece, and those that it can pay for."""
        rules = game.rules
        free, budget = rules.free_steps(game, piece), rules.allowance(game, piece)
        return near & free | hex_set(h for h in members(near & ~free) if rules.step_cost(game, piece, piece.hex, h) <= budget)

    def held_hexes(self, game: Battle) -> HexSet:
        """V4.1, V4.2g, V4.19d: not everybody may stop beside friends or leaders, or step into the swamp or a hurricane."""
        if self.sky(game).movement == NONE:
            return self.board.grid.all
        return super().held_hexes(game) | self.yamacraw

    @cached_property
    def confined(self) -> dict[str, HexSet]:
        """V4.19d: naval guns and mortars have no free hex."""
        return super().confined | dict.fromkeys(self.heavy_guns, self.board.grid.all)

    @cached_property
    def heavy_guns(self) -> frozenset[str]:
        """V4.19d: naval guns and mortars."""
        return frozenset(id for id, counter in self.counters.items() if counter.flags & {NAVAL, MORTAR})

    def free_to_move(self, game: Battle, piece: Piece) -> bool:
        rules = game.rules
        if rules.is_held(piece):
            return False
        if piece.order == PARADE and self.single_steps(game, piece):
            return True
        return bool(rules.destinations(game, piece, 0, 0, True).all)

    def single_steps(self, game: Battle, piece: Piece) -> HexSet:
        """The neighbouring hexes that a piece in parade order may end its move in; if some are free, only those."""
        rules = game.rules
        near = self.open_hexes(game, piece) & ~rules.closed_to_stops(game, piece)
        free = near & rules.free_steps(game, piece)
        if free or not near:
            return free
        budget = rules.allowance(game, piece)
        return hex_set(h for h in members(near) if rules.step_cost(game, piece, piece.hex, h) <= budget)

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        """A piece that no hex is open to is told of the weather and the ground, where they are why."""
        refused = super().why_not_move(game, piece)
        if refused is not None and refused.key not in ("no-way-out", "no-hex-to-stop-in"):
            return refused
        if self.sky(game).movement == NONE:
            return Reason("nobody-moves-in-a-hurricane", ("V4.2g",))
        near = super().open_hexes(game, piece)
        if refused is not None and (not near or self.affordable(game, piece, near)):
            return refused
        if not self.destinations(game, piece, 0, 0, True).all:
            return Reason("no-hex-within-reach", ("S9.1a", "V4.19d"), {"piece": self.counters[piece.id].name})
        return None

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        """V4.19d: a neighbouring hex that would be free elsewhere, or to others."""
        refused = super().why_not_reach(game, march, goal)
        if refused is None or march.taken or refused.key not in ("out-of-reach", "away-from-the-enemy"):
            return refused
        rules, piece = game.rules, game.piece(march.piece)
        if self.board.grid.direction(piece.hex, goal) is None or rules.free_steps(game, piece) >> goal & 1:
            return refused
        dear = rules.step_cost(game, piece, piece.hex, goal) > rules.allowance(game, piece)
        heavy = bool(self.counters[piece.id].flags & {NAVAL, MORTAR})
        if not dear or not (heavy or self.yamacraw >> goal & 1):
            return refused
        return Reason("no-free-hex", ("V4.19d",), {"hex": game.label(goal), "piece": self.counters[piece.id].name})

    # ------------------------------------------------------------------ fire, close combat, rally

    def guns(self, game: Battle, side: str, fired: frozenset[str]) -> list[Piece]:
        """V4.2i: no fire in hurricane or gale."""
        return [] if self.sky(game).fire is None else super().guns(game, side, fired)

    def fire_modifiers(self, game: Battle, firers: tuple[str, ...], target: Piece, rifles: bool) -> Iterator[Modifier]:
        """V4.2i: -1 in squall, storms, heavy rain and fog."""
        yield from super().fire_modifiers(game, firers, target, rifles)
        drm = self.sky(game).fire
        if drm:
            yield Modifier(drm, "bad-weather", "V4.2i")

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        """V4.2j: no close combat in a hurricane."""
        if self.sky(game).close_combat is None:
            return Reason("no-close-combat-in-a-hurricane", ("V4.2j",))
        return super().why_not_attack(game, piece)

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V4.2j: -2 in a gale, -1 in a squall."""
        yield from super().close_combat_modifiers(game, combat)
        drm = self.sky(game).close_combat
        if drm:
            yield Modifier(drm, "bad-weather", "V4.2j")

    def rally_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """V4.2l: -1 in a gale, -2 in a hurricane."""
        yield from super().rally_modifiers(game, piece)
        drm = self.sky(game).rally
        if drm:
            yield Modifier(drm, "bad-weather", "V4.2l")


def read(rows: tuple[WeatherRow, ...], face: int) -> str:
    return next(str(row.weather) for row in rows if row.min <= face <= row.max)
