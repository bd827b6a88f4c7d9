"""The rules that cards change, as overrides of named rules; every modifier cites its card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core.actions import Action
from grognard.core.procedures import Procedure
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.cards.actions import CARD_ACTIONS, Arm, Play
from grognard.games.revolution.savannah.cards.fighting import (
    ARMY_HELPED,
    ATTACK_CARDS,
    FIGHTING,
    FIGHTING_PROCEDURES,
    RUM,
    Explosion,
)
from grognard.games.revolution.savannah.cards.hands import RED
from grognard.games.revolution.savannah.cards.people import PEOPLE, PEOPLE_PROCEDURES
from grognard.games.revolution.savannah.cards.playing import CANCELS, PLAYING_PROCEDURES, Effect
from grognard.games.revolution.savannah.cards.showing import Showing
from grognard.games.revolution.savannah.cards.state import CardsState, cards_of
from grognard.games.revolution.savannah.cards.works import SIEGE_CARD_PROCEDURES, SIEGE_CARDS
from grognard.games.revolution.savannah.state import ALLIED, BLACK_VOLUNTEERS, BRITISH, FRENCH, PREVOST
from grognard.games.revolution.series.battle import BattleState
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import Counter, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

UNDER_NAVAL_GUNS = "under-naval-guns"


def does_nothing(game: Battle, side: str) -> Procedure | None:
    return None


CARD_EFFECTS: dict[str, Effect] = {
    **PEOPLE,
    **SIEGE_CARDS,
    **FIGHTING,
    **{card: Effect(does_nothing) for card in (CANCELS, *RED)},
}
"""What each card does; red cards are carried out when they are drawn (`DrawCard`), V-C07 when a card is named."""
CARD_PROCEDURES: tuple[type[Procedure], ...] = (
    *PLAYING_PROCEDURES,
    *PEOPLE_PROCEDURES,
    *SIEGE_CARD_PROCEDURES,
    *FIGHTING_PROCEDURES,
)


class Cards(Showing):
    """The cards in force."""

    state_class: type[BattleState] = CardsState
    effects: ClassVar[dict[str, Effect]] = CARD_EFFECTS

    def aggression(self, game: Battle, seat: str, action: Action) -> float:
        return 3.0 if isinstance(action, (Play, Arm)) else super().aggression(game, seat, action)

    # ------------------------------------------------------------------ movement

    def allowance_change(self, game: Battle, piece: Piece) -> int:
        """V-C52: 1 MP less in the turn of entry, off the printed allowance."""
        slow = piece.id in cards_of(game).slowed and piece.id in game.state.entered
        return super().allowance_change(game, piece) - (MP if slow else 0)

    def usual_allowance(self, game: Battle, piece: Piece) -> int:
        """What the cards make of it."""
        points = super().usual_allowance(game, piece)
        counter, state = self.counters[piece.id], cards_of(game)
        if piece.id in state.hurried:
            points *= 2  # V-C22, V-C54
        # V-C48 to V-C50: French guns have twice or three times as much, several cards add up
        rum = sum(self.in_force(game, card) for card in RUM)
        if rum and counter.is_artillery and counter.army == FRENCH:
            points *= 1 + rum * (1 if self.is_tactical(game) else 2)
        return points

    def arrival_turn(self, game: Battle, id: str) -> int:
        """V-C20, V-C46: late, or early."""
        return cards_of(game).schedule.get(id) or super().arrival_turn(game, id)

    def frozen(self, game: Battle) -> frozenset[str]:
        """V-C44: a wounded leader does not move."""
        return super().frozen(game) | cards_of(game).wounded

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        if piece.id in cards_of(game).wounded:
            return Reason("leader-is-wounded", ("V-C44",), {"piece": self.counters[piece.id].name})
        return super().why_not_move(game, piece)

    # ------------------------------------------------------------------ morale and rally

    def morale_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """V-C23: the Black Volunteers' replacement piece."""
        yield from super().morale_modifiers(game, piece)
        if piece.id == BLACK_VOLUNTEERS and piece.id in cards_of(game).replaced:
            yield Modifier(+2, "replacement-piece", "V-C23")

    def rally_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """V-C22, V-C54: +1."""
        aground = self.in_force(game, "V-C42")
        for modifier in super().rally_modifiers(game, piece):
            if not (aground and modifier.label == UNDER_NAVAL_GUNS):  # V-C42
                yield modifier
        if piece.id in cards_of(game).heartened:
            yield Modifier(+1, "leaders-take-the-initiative", self.heartened_by(game, self.counters[piece.id]))

    def heartened_by(self, game: Battle, counter: Counter) -> str:
        """V-C22, V-C54: the card whose +1 a unit has: of the Allies it tells which army is meant."""
        cards = [each.card for each in cards_of(game).in_force if each.card in ARMY_HELPED and each.side == counter.side]
        own = [card for card in cards if counter.side == BRITISH or ARMY_HELPED[card] == counter.army]
        return next(iter(own), "V-C22")

    def needs_rally(self, game: Battle, piece: Piece) -> bool:
        """V-C39: there is no second rally phase."""
        if self.has_rallied(game, piece):
            return False
        return super().needs_rally(game, piece)

    def has_rallied(self, game: Battle, piece: Piece) -> bool:
        over = self.in_force(game, "V-C39") and game.state.phase == "rally"
        return over and self.counters[piece.id].side == BRITISH

    def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        """V-C44: no help to rally, to tactics or in combat."""
        return leader.id not in cards_of(game).wounded and super().may_command(game, leader, unit)

    def led_by_pulaski(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """V-C30: the star is gone."""
        return "pulaski" not in cards_of(game).replaced and super().led_by_pulaski(game, combat, side)

    def led_by_tawes(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """V-C14: the star is gone."""
        return "tawes" not in cards_of(game).replaced and super().led_by_tawes(game, combat, side)

    # ------------------------------------------------------------------ fire

    def fire_modifiers(self, game: Battle, firers: tuple[str, ...], target: Piece, rifles: bool) -> Iterator[Modifier]:
        """V-C10, V-C21: British defensive fire."""
        yield from super().fire_modifiers(game, firers, target, rifles)
        if self.counters[firers[0]].side != BRITISH:
            return
        if self.in_force(game, "V-C10"):
            yield Modifier(+1, "plan-of-attack-betrayed", "V-C10")
        if self.in_force(game, "V-C21"):
            yield Modifier(-1, "short-of-ammunition", "V-C21")

    def batteries_to_arm(self, game: Battle, side: str) -> list[str]:
        """V-C43: enemy guns with a target, in the part of the turn in which they fire; mortars in the Allied part."""
        enemy, found = self.enemy[side], []
        if game.state.phasing == side:
            targets = game.units_of(side)
            guns = self.guns(game, enemy, frozenset())
            found = [gun.id for gun in guns if any(self.reaches(game, gun, unit) for unit in targets)]
        elif enemy == ALLIED:
            found = [gun.id for gun in self.mortars(game, frozenset())]
        return found

    def fire_declared(self, game: Battle, guns: tuple[str, ...]) -> Procedure | None:
        """V-C43: it goes off at the first fire that the battery joins."""
        for side, armed in cards_of(game).armed.items():
            if armed in guns:
                return Explosion(side, armed)
        return super().fire_declared(game, guns)

    # ------------------------------------------------------------------ close combat

    def still_attacking(self, game: Battle, ids: tuple[str, ...]) -> tuple[str, ...]:
        """V-C29: who has retreated does not attack."""
        left = super().still_attacking(game, ids)
        return tuple(id for id in left if id not in game.state.fled) if self.in_force(game, "V-C29") else left

    def column_shifts(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V-C36: one column to the right; held within the table, and below 1-3 becomes 1-3."""
        yield from super().column_shifts(game, combat)
        if combat.attacker == ALLIED and self.in_force(game, "V-C36"):
            yield Modifier(+1, "allied-surprise", "V-C36")

    def attacks_under(self, game: Battle, id: str, card: str) -> bool:
        """V-C13, V-C26, V-C27: whether a unit attacks under the leader of a card; all who attack under Huger are militia."""
        commander = self.commander(game, game.piece(id))
        return commander is not None and commander.id == ATTACK_CARDS[card][0]

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        yield from super().close_combat_modifiers(game, combat)
        if self.in_force(game, "V-C12") and any(self.counters[id].army == FRENCH for id in combat.attackers):
            yield Modifier(-1, "guides-mislead-the-columns", "V-C12")
        for card, (leader, bonus) in ATTACK_CARDS.items():
            if self.in_force(game, card) and any(self.attacks_under(game, id, card) for id in combat.attackers):
                yield Modifier(bonus, "under-this-leader", card, {"leader": self.counters[leader].name})
        for effect in cards_of(game).in_force:
            if effect.card == "V-C29" and combat.attacker != effect.side:
                yield Modifier(-1, "chaos", "V-C29")
        if self.in_force(game, "V-C39"):
            yield from self.with_prevost(game, combat)

    def with_prevost(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V-C39: +1 for units stacked with Prevost, in attack and in defence."""
        h = game.piece(PREVOST).hex
        if any(game.piece(id).hex == h for id in combat.involved(game, BRITISH)):
            yield Modifier(+1 if combat.attacker == BRITISH else -1, "desperate-measures", "V-C39")

    def closed_chit(self, game: Battle, combat: CloseCombat, side: str, chit: str) -> Reason | None:
        """V-C53: the French choose only tactics that need no leader."""
        if side == ALLIED and self.in_force(game, "V-C53") and "leader" in self.components.tactics.requirements[chit]:
            if any(self.counters[id].army == FRENCH for id in combat.involved(game, ALLIED)):
                return Reason("french-officers-quarrel", ("V-C53",))
        return super().closed_chit(game, combat, side, chit)

    # ------------------------------------------------------------------ the siege

    def may_bombard(self, game: Battle, side: str) -> bool:
        """V-C09: no French roll; V-C21: no British one."""
        stopped = self.in_force(game, "V-C09" if side == ALLIED else "V-C21")
        return not stopped and super().may_bombard(game, side)

    def unfinished_defences(self, game: Battle) -> int:
        """V-C55: complete, for the rest of the game."""
        since = cards_of(game).complete_from
        if since and not self.is_tactical(game) and game.state.turn >= since:
            return 0
        return super().unfinished_defences(game)

    # ------------------------------------------------------------------ the sequence

    def common_phases(self, game: Battle) -> Procedure | None:
        """I, tactical turns: the window for cards comes when the order of play is known."""
        procedure = super().common_phases(game)
        return self.turn_window(game) if procedure is None and self.is_tactical(game) else procedure

    def action_table(self) -> list[Action]:
        """The actions of cards besides those of the battle."""
        own, battle = set(CARD_ACTIONS), type(self).actions
        kinds = [kind for kind in battle if kind not in own]
        values: dict[str, list[Any]] = {
            "card": list(self.cards),
            "piece": list(self.counters),
            "army": list(self.armies),
        }
        table = self.table_of(kinds)
        for kind in CARD_ACTIONS:
            fields = kind.__struct_fields__
            if not fields:
                table.append(kind())
            elif fields == ("hex", "inner"):
                grid = self.board.grid
                pairs = ((a, b) for a in grid.labels for b in grid.neighbours[a] if b is not None)
                table.extend(kind(grid.labels[a], grid.labels[b]) for a, b in pairs)
            else:
                table.extend(kind(value) for value in values[fields[0]])
        return table
