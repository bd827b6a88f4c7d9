"""What guns, mortars and the town's will to resist may bring, asked about beforehand by the code that resolves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.charts import ChartLine
from grognard.core.errors import IllegalAction
from grognard.core.fights import Consequences, Fight, Prospect, TrialEnd
from grognard.core.procedures import Ask, Procedure
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.artillery import AimMortars, Bomb, MortarPhase
from grognard.games.revolution.savannah.campaign import Campaign, SurrenderRoll
from grognard.games.revolution.savannah.cards.works import FourDays
from grognard.games.revolution.savannah.charts import CampaignCharts
from grognard.games.revolution.savannah.siege import HIGHEST, Bombardment, Cannonade, SiegePhase, TownBombarded
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, FRENCH, savannah
from grognard.games.revolution.savannah.victory import SavannahVictory
from grognard.games.revolution.series.actions import Target
from grognard.games.revolution.series.forecasts import FACES
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.core.hexes import Hex
    from grognard.games.revolution.savannah.data_schema import SiegeResult
    from grognard.games.revolution.series.battle import Battle

MORTAR_FIRE, BOMBARDMENT, TOWN_FIRE, SURRENDER = "mortar-fire", "bombardment", "town-fire", "surrender"
OFF, SURRENDERS, HOLDS_OUT = "off-map", "surrenders", "holds-out"
FIRST, SECOND = "I", "II"


class MortarFights(SavannahVictory):
    """V4.12e: a bomb, hex by hex."""

    own_fights: ClassVar[tuple[str, ...]] = (MORTAR_FIRE,)

    def fight_of(self, game: Battle, seat: str, action: Action) -> Fight | None:
        match action, game.stack[-1] if game.stack else None:
            case AimMortars(label), MortarPhase() as phase:
                mortar = phase.ready(game)
                return Fight(MORTAR_FIRE, (mortar.id,), (label,)) if mortar is not None else None
        return super().fight_of(game, seat, action)

    def stage(self, game: Battle, fight: Fight) -> Procedure | None:
        """A fight of Savannah's own alone on the stack."""
        if fight.kind not in self.own_fights:
            return super().stage(game, fight)
        refused = self.why_not_own_fight(game, fight)
        if refused is not None:
            raise IllegalAction(refused)
        game.stack, game.pending, game.sealed = [TrialEnd()], None, {}
        game.state.postings = ()  # of another fight that is under way
        return self.own_frame(game, fight)

    def why_not_fire(self, game: Battle, fight: Fight, side: str) -> Reason | None:
        """V4.12a: mortars do not fire like other guns, nor with them."""
        mortar = next((id for id in fight.units if self.is_mortar(id)), None)
        if mortar is not None:
            return Reason("does-not-fire", ("V4.12a",), {"piece": self.counters[mortar].name})
        return super().why_not_fire(game, fight, side)

    def why_not_own_fight(self, game: Battle, fight: Fight) -> Reason | None:
        """V4.12a, V4.12b: one mortar in order, and a hex within its range."""
        mortars = {piece.id: piece for piece in self.mortars(game, frozenset())}
        if len(fight.units) != 1 or len(fight.targets) != 1 or fight.units[0] not in mortars:
            return Reason("no-mortar-that-can-fire", ("V4.12a", "V4.12d"))
        h = self.board.grid.by_label.get(fight.targets[0])
        if h is None:
            return Reason("no-such-hex", (), {"hex": fight.targets[0]})
        mortar = mortars[fight.units[0]]
        if not self.mortar_hexes(mortar) >> h & 1:
            return Reason("out-of-range", ("V4.12b",), {"range": self.board.grid.distance(mortar.hex, h)})
        return None

    def own_frame(self, game: Battle, fight: Fight) -> Procedure:
        return Bomb(fight.units[0], self.board.hex(fight.targets[0]))

    def prospect(self, game: Battle, seat: str | None, fight: Fight) -> Prospect:
        if fight.kind not in self.own_fights:
            return super().prospect(game, seat, fight)
        trial = game.copy()
        frame = self.stage(trial, fight)
        return self.own_prospect(trial, fight, frame)

    def own_prospect(self, game: Battle, fight: Fight, frame: Procedure | None) -> Prospect:
        """V-T-scatter: where the bomb falls; the column is the number that then hits."""
        mortar, aim = game.piece(fight.units[0]), self.board.hex(fight.targets[0])
        distance = self.board.grid.distance(mortar.hex, aim)
        number = self.mortar_number(game.strength(mortar), distance)
        strengths = {ALLIED: game.strength(mortar)}
        return self.scatter_prospect(game, fight, aim, self.may_scatter_far(distance), f"{number}+", strengths)

    def scatter_prospect(
        self, game: Battle, fight: Fight, aim: Hex, far: bool, column: str, strengths: Mapping[str, int]
    ) -> Prospect:
        found = self.ways_of_scatter(aim, far)

        def favours(result: str) -> int:
            struck = self.board.grid.by_label.get(result, OFF_MAP)
            sides = {self.counters[unit.id].side for unit in game.units_at(struck)} if struck != OFF_MAP else set()
            return (BRITISH in sides) - (ALLIED in sides)

        return Prospect(
            fight,
            ALLIED,
            BRITISH,
            strengths,
            column,
            (),
            (),
            sum(found.values()),
            lambda _: found,
            lambda _: (0, 0),
            lambda _: 0,
            policies=("least-loss",),
            favours=favours,
            lines=(ChartLine("scatter"),),
        )

    def ways_of_scatter(self, aim: Hex, far: bool) -> Counter[str]:
        """V-T-scatter: how many rolls of one die, or of two where a bomb may fly far, drop it in each hex."""
        table, found = self.tables.scatter, Counter[str]()
        low, high = table.two_hexes
        for face in FACES:
            for second in FACES if far else FACES[:1]:
                struck = self.scattered(aim, face, 2 if far and low <= second <= high else 1)
                found[self.board.grid.labels[struck] if struck is not None else OFF] += 1
        return found

    def default_answer(self, game: Battle, ask: Ask) -> tuple[str, Action]:
        """V-T-siege6: of the enemy's batteries the strongest."""
        targets = [action.piece for action in ask.actions if isinstance(action, Target)]
        if not targets:
            return super().default_answer(game, ask)
        return "least-loss", Target(self.usual_loss(game, self.side_of_seat[ask.seat], targets))


class SiegeFights(CampaignCharts, Campaign, MortarFights):
    """V4.6, V2.1: the siege tables, bombs on the town, and surrender."""

    own_fights: ClassVar[tuple[str, ...]] = (MORTAR_FIRE, BOMBARDMENT, TOWN_FIRE, SURRENDER)

    def fights(self, game: Battle) -> list[Fight]:
        """While the Allies hold part of the town, the roll for surrender is to come."""
        found = super().fights(game)
        return [*found, Fight(SURRENDER, (ALLIED,), (BRITISH,))] if self.town_hexes_lost(game) else found

    def fight_of(self, game: Battle, seat: str, action: Action) -> Fight | None:
        match action, game.stack[-1] if game.stack else None:
            case Cannonade(), SiegePhase() as phase:
                side = phase.sides[0]
                return Fight(BOMBARDMENT, (side,), (self.enemy[side],))
            case AimMortars(label), Bombardment() | FourDays():
                return Fight(TOWN_FIRE, (ALLIED,), (label,))
        return super().fight_of(game, seat, action)

    def why_not_own_fight(self, game: Battle, fight: Fight) -> Reason | None:
        match fight.kind, fight.units, fight.targets:
            case "mortar-fire", _, _:
                return super().why_not_own_fight(game, fight)
            case "bombardment", (side,), (enemy,) if self.enemy.get(side) == enemy:
                return None if self.may_bombard(game, side) else Reason("no-bombardment-now", ("V4.6a", "V4.6b", "V4.4i"))
            case "town-fire", (side,), (label,) if side == ALLIED:
                h = self.board.grid.by_label.get(label, OFF_MAP)
                standing = h != OFF_MAP and self.standing_town(game) >> h & 1
                return None if standing else Reason("no-town-hex-there", ("V4.6d",), {"hex": label})
            case "surrender", (side,), (enemy,) if (side, enemy) == (ALLIED, BRITISH):
                return None if self.town_hexes_lost(game) else Reason("no-town-hex-held", ("V2.1a",))
        return Reason("no-such-fight", (), {"fight": str(fight)})

    def own_frame(self, game: Battle, fight: Fight) -> Procedure:
        match fight.kind:
            case "bombardment":
                return Bombardment(fight.units[0])
            case "town-fire":
                return TownBombarded(self.board.hex(fight.targets[0]))
            case "surrender":
                return SurrenderRoll()
        return super().own_frame(game, fight)

    def own_prospect(self, game: Battle, fight: Fight, frame: Procedure | None) -> Prospect:
        match fight.kind:
            case "bombardment":
                return self.siege_prospect(game, fight)
            case "town-fire":
                return self.scatter_prospect(game, fight, self.board.hex(fight.targets[0]), False, "", {})
            case "surrender":
                return self.surrender_prospect(game, fight)
        return super().own_prospect(game, fight, frame)

    # ------------------------------------------------------------------ the siege tables

    def siege_prospect(self, game: Battle, fight: Fight) -> Prospect:
        """V-T-siege1: the lines of the first table; what the second adds is in the exact odds."""
        side = fight.units[0]
        drm = self.sky(game).siege or 0
        modifiers = (Modifier(drm, "bad-weather", "V4.2m"),) if drm else ()

        def lines(more: int) -> Counter[str]:
            totals = (min(max(face + drm + more, 0), HIGHEST) for face in FACES)
            return Counter(self.siege_words(self.siege_result(False, total, side)) for total in totals)

        words = {self.siege_words(result): result for result in self.siege_lines(side)}
        return Prospect(
            fight,
            side,
            self.enemy[side],
            {},
            FIRST,
            (),
            modifiers,
            len(FACES),
            lines,
            lambda line: (0, int(words[line].gun_loses_step or words[line].destroy_town_hex)),
            lambda line: self.siege_swing(words[line], side),
            columns=(FIRST, SECOND),
            favours=self.siege_favours(words, side),
            lines=(ChartLine("siege-first", column=0 if side == ALLIED else 1),),
        )

    def siege_lines(self, side: str) -> list[SiegeResult]:
        return [self.siege_result(False, total, side) for total in self.tables.siege.first]

    def siege_swing(self, result: SiegeResult, side: str) -> int:
        """The army morale that a line moves by itself, in favour of whoever rolled."""
        own = self.armies_of[side]
        changes = [*result.army_morale.items(), *(next(iter(result.army_morale_choice), {}).items())]
        return sum(change if army in own else -change for army, change in changes)

    def siege_favours(self, words: Mapping[str, SiegeResult], side: str) -> Callable[[str], int]:
        """Every line but an empty one helps whoever rolled it."""
        nothing = self.siege_words(self.siege_result(False, 0, side))
        return lambda line: int(line != nothing)

    # ------------------------------------------------------------------ surrender

    def surrender_prospect(self, game: Battle, fight: Fight) -> Prospect:
        """V2.1b, V2.1c."""
        modifiers, limit = self.surrender_modifiers(game), self.tables.surrender.at_most
        bonus = sum(modifier.value for modifier in modifiers)

        def ways(more: int) -> dict[str, int]:
            given = sum(face + bonus + more <= limit for face in FACES)
            found = {SURRENDERS: given, HOLDS_OUT: len(FACES) - given}
            return {result: number for result, number in found.items() if number}

        return Prospect(
            fight,
            ALLIED,
            BRITISH,
            {},
            "",
            (),
            modifiers,
            len(FACES),
            ways,
            lambda _: (0, 0),
            lambda _: 0,
            favours=lambda result: int(result == SURRENDERS),
            lines=(ChartLine("surrender", 0, 0),),
        )

    # ------------------------------------------------------------------ what came of it

    def consequences(self, before: Battle, after: Battle) -> Consequences:
        """Breaches and ruins besides pieces and morale."""
        found = super().consequences(before, after)
        changes = [
            ("breaches", side, len(self.breached(after, side)) - len(self.breached(before, side))) for side in self.sides
        ]
        changes.append(("ruins", BRITISH, len(savannah(after).destroyed) - len(savannah(before).destroyed)))
        changes.append(("counters", FRENCH, self.unused_counters(after) - self.unused_counters(before)))
        tracks = tuple(change for change in changes if change[2])
        return replace(found, tracks=(*found.tracks, *tracks)) if tracks else found
