"""Savannah 1.5, 1.6, 2.1 and 3: the campaign: its turns, the two tracks, the announcement of the assault, and surrender."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.agreements import Subject
from grognard.core.events import Event, Rolled
from grognard.core.games import Outcome
from grognard.core.hexes import members
from grognard.core.procedures import DONE, Ask, Call, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason, in_table, text
from grognard.games.revolution.savannah.siege import Cannonade, SiegePhase, SiegeRules
from grognard.games.revolution.savannah.siege_works import Dig, EndDigging, SiegeWorksPhase
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, PREVOST, savannah
from grognard.games.revolution.savannah.weather import FIRST_TACTICAL, FOG, HEAVY_RAIN
from grognard.games.revolution.savannah.weather_phase import WeatherPhase
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, OUT, PARADE, WAITING

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.data_schema import WeatherEffects
    from grognard.games.revolution.series.battle import Battle

LAST_ANNOUNCEMENT = 14
WAVERING, FATIGUED = "wavering", "fatigued"


class Storm(Action, frozen=True):
    """Announce that Savannah will be assaulted: the tactical track begins (V1.6c)."""


class Wait(Action, frozen=True):
    """Go on with the siege (V1.6c)."""


class AssaultAnnounced(Event, frozen=True):
    """The Allies have announced the assault."""


class TacticalTrackBegan(Event, frozen=True):
    """Play has passed to the tactical track."""


class SurrenderRefused(Event, frozen=True):
    """Savannah holds out."""


class Campaign(SiegeRules):
    """V1.5: at most twenty-five turns, fifteen strategic ones and ten tactical ones; V1.2: the set-up is in the scenario."""

    common: tuple[str, ...] = ("weather", "random events", "siege works", "siege")

    def common_phases(self, game: Battle) -> Procedure | None:
        """V3.0b: the phases I to V are played once a turn for both sides."""
        state = savannah(game)
        if state.phase in self.common:
            return CommonPhases(step=state.phase.replace(" ", "_"))  # a position that begins there
        state.siege_fire_drm, state.doubled, state.variable_entry = 0, frozenset(), ""
        if not self.is_tactical(game):
            return CommonPhases()  # V1.6b: on the tactical track there are none
        if state.weather != self.tactical_weather(game):
            self.set_weather(game, self.tactical_weather(game))  # V1.6d, V1.6e
        return None

    def events_phase(self, game: Battle) -> Procedure:
        """V3.3: what the cards bring, between the weather and the siege works."""
        raise NotImplementedError

    @cached_property
    def skies(self) -> dict[str, WeatherEffects]:
        """V-T-firedrm: fog hampers fire in the historical scenario only."""
        return super().skies | {FOG: replace(super().skies[FOG], fire=0)}

    def tactical_weather(self, game: Battle) -> str:
        """V1.6d: after an early announcement the weather stays as it was, severe weather becomes heavy rain."""
        return savannah(game).assault_weather or super().tactical_weather(game)

    # ------------------------------------------------------------------ the two tracks (V1.6)

    def end_player_turn(self, game: Battle, side: str) -> Procedure | None:
        """V1.6c: the Allies may announce the assault; V2.1a: the British may have to think of surrender."""
        procedure = super().end_player_turn(game, side)
        if procedure is not None or game.over is not None:
            return procedure
        if side == BRITISH:
            return SurrenderRoll() if self.town_hexes_lost(game) else None
        return Announcing() if self.may_announce(game) else None

    def may_announce(self, game: Battle) -> bool:
        """V1.6c: on the strategic turns 1 to 14, once."""
        early = not self.is_tactical(game) and game.state.turn <= LAST_ANNOUNCEMENT
        return early and not savannah(game).assault_weather

    def shared(self, game: Battle, side: str) -> Iterator[Subject]:
        """V1.6c: whether to storm is for the Allies together to say."""
        yield from super().shared(game, side)
        if self.may_announce(game):
            yield Subject(str(Storm()), text("shared.storm"))

    def subject_of(self, game: Battle, action: Action) -> str:
        """V1.6c."""
        return str(action) if isinstance(action, Storm) else super().subject_of(game, action)

    def announce_assault(self, game: Battle) -> None:
        """V1.6d: the weather of the tactical turns is settled now."""
        savannah(game).assault_weather = self.weather_of_assault(game)
        game.emit(AssaultAnnounced())

    def finality(self, game: Battle, seat: str, action: Action) -> tuple[Reason, ...]:
        """V1.6g: with the announcement the siege is over for good, and so is all that was still to come of it."""
        if not isinstance(action, Storm):
            return super().finality(game, seat, action)
        state, late = savannah(game), sum(piece.box == WAITING for piece in game.state.pieces.values())
        found = [Reason("the-siege-is-over", ("V1.6g",), {"turns": FIRST_TACTICAL - 1 - game.state.turn})]
        if late:
            found.append(Reason("they-never-arrive", ("V1.6g",), {"number": late}))
        if state.construction:
            found.append(Reason("works-never-finished", ("V1.6g",), {"number": len(state.construction)}))
        found.append(Reason("the-weather-stays", ("V1.6d",), {"weather": in_table("weather", self.weather_of_assault(game))}))
        return tuple(found)

    def weather_of_assault(self, game: Battle) -> str:
        """V1.6d: what the weather of the tactical turns is if the assault is announced now."""
        now = self.weather(game)
        return HEAVY_RAIN if now in self.tables.weather.severe else now

    def turn_after(self, game: Battle) -> int:
        """V1.6c, V1.6e: after an announcement, or after turn 15, comes turn 16."""
        turn = game.state.turn
        if self.is_tactical(game) or (not savannah(game).assault_weather and turn + 1 < FIRST_TACTICAL):
            return super().turn_after(game)
        self.go_over(game)
        return FIRST_TACTICAL

    def go_over(self, game: Battle) -> None:
        """V1.6g: nothing that is still to come comes any more."""
        state = savannah(game)
        state.defences_drm = self.unfinished_defences(game)  # V4.14c: the defences stay as they are
        state.construction = frozenset()
        for piece in list(game.state.pieces.values()):
            if piece.box == WAITING:
                game.change(piece.id, box=OUT)
        game.emit(TacticalTrackBegan())

    # ------------------------------------------------------------------ surrender (V2.1)

    def town_hexes_lost(self, game: Battle) -> int:
        """V2.1a: the town hexes, intact or in ruins, that hold an Allied combat unit in parade order."""
        held = {unit.hex for unit in game.units_of(ALLIED) if unit.order == PARADE}
        return sum(h in held for h in members(self.town))

    def surrender_modifiers(self, game: Battle) -> tuple[Modifier, ...]:
        """V2.1b."""
        table, band = self.tables.surrender, self.band_of(game, BRITISH).id
        found = []
        if band == WAVERING:
            found.append(Modifier(table.wavering, "army-wavering", table.rule))
        if band == FATIGUED:
            found.append(Modifier(table.fatigued, "army-fatigued", table.rule))
        if game.piece(PREVOST).box in (CAPTURED, ELIMINATED):
            found.append(Modifier(table.prevost_lost, "prevost-lost", table.rule))
        found.append(Modifier(table.each_town_hex * self.town_hexes_lost(game), "town-hexes-lost", table.rule))
        return tuple(found)

    def aggression(self, game: Battle, seat: str, action: Action) -> float:
        """Dig, bombard, and seldom storm before that has had time to tell."""
        match action:
            case Storm():
                return 0.05
            case Dig() | Cannonade():
                return 6.0
            case EndDigging():
                return 0.3
        return super().aggression(game, seat, action)

    def victory_points(self, game: Battle) -> dict[str, float]:
        """V4.2k: what a hurricane took is worth nothing."""
        points = super().victory_points(game)
        for id, worth in savannah(game).storm_points.items():
            points[self.army_scoring(game, id)] -= worth
        return points


class CommonPhases(Procedure["Battle"]):
    """V3.0a: weather, random events, siege works, siege and bombardment."""

    steps: ClassVar[tuple[str, ...]] = ("weather", "random_events", "siege_works", "siege")

    def weather(self, game: Battle) -> Next:
        game.state.phase = "weather"
        return Call(WeatherPhase())

    def random_events(self, game: Battle) -> Next:
        """V3.3: the event cards."""
        game.state.phase = "random events"
        return Call(cast("Campaign", game.rules).events_phase(game))

    def siege_works(self, game: Battle) -> Next:
        game.state.phase = "siege works"
        return Call(SiegeWorksPhase())

    def siege(self, game: Battle) -> Next:
        game.state.phase = "siege"
        return Call(SiegePhase())


class Announcing(Procedure["Battle"]):
    """V1.6c: at the end of an Allied player turn."""

    steps: ClassVar[tuple[str, ...]] = ("ask",)

    def ask(self, game: Battle) -> Next:
        return Ask(game.rules.seat_for(game, ALLIED), [Wait(), Storm()], self.answered, "announce-assault", "V1.6c")

    def answered(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Storm):
            cast("Campaign", game.rules).announce_assault(game)
        return DONE


class SurrenderRoll(Procedure["Battle"]):
    """V2.1a, V2.1b, V2.1c: Savannah may surrender at the end of a British player turn."""

    steps: ClassVar[tuple[str, ...]] = ("roll",)

    def roll(self, game: Battle) -> Next:
        rules = cast("Campaign", game.rules)
        modifiers, limit = rules.surrender_modifiers(game), rules.tables.surrender.at_most
        bonus = sum(modifier.value for modifier in modifiers)
        seat = game.rules.seat_of_army[BRITISH]
        return Roll("surrender", self.rolled, modifiers, "V2.1a", seat, reading=lambda face: face + bonus <= limit)

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        if rolled.total <= cast("Campaign", game.rules).tables.surrender.at_most:
            game.end(Outcome(ALLIED, "decisive", "surrender", ("V2.1c",), game.rules.victory_points(game)))
        else:
            game.emit(SurrenderRefused())
        return DONE


CAMPAIGN_ACTIONS: tuple[type[Action], ...] = (Storm, Wait)
CAMPAIGN_PROCEDURES: tuple[type[Procedure], ...] = (CommonPhases, Announcing, SurrenderRoll)
