"""Cards about the siege: works, the town, new units, reinforcements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.events import Rolled
from grognard.core.hexes import HexSet, members
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.revolution.savannah.artillery import AimMortars
from grognard.games.revolution.savannah.cards.actions import (
    Choose,
    ChooseArmy,
    ChooseHexside,
    DefencesComplete,
    EntrySlowed,
    ScheduleChanged,
)
from grognard.games.revolution.savannah.cards.people import change_morale
from grognard.games.revolution.savannah.cards.playing import Effect, lasting
from grognard.games.revolution.savannah.cards.state import CardName, cards_of
from grognard.games.revolution.savannah.siege import SiegeChecks, SiegeRules, TownBombarded, WorksBreached
from grognard.games.revolution.savannah.state import (
    ALLIED,
    BRITISH,
    CREEKS,
    FRENCH,
    PULASKI,
    Hexside,
    Part,
    savannah,
)
from grognard.games.revolution.savannah.weather import FAIR
from grognard.games.revolution.series.actions import Place
from grognard.games.revolution.series.events import Placed
from grognard.games.revolution.series.names import Count, Side, UnitId
from grognard.games.revolution.series.pieces import OUT, PARADE, WAITING
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

CHATHAM, LAURENS = "chatham_militia", "laurens"
NEAR_A_BATTERY = 4
"""V-C51: how far light infantry may be from the battery."""
NEAR_LAURENS, CLEARED = 2, 2
"""V-C25: how far from Laurens the abatis is cleared, and on how many hexsides."""
EARLY_TURN, SURE_TURN, EARLY_DIE = 10, 11, 7
"""V-C55: the turns of the card, and the die that it takes on the first."""
PARAPETS = {BRITISH: frozenset({"revetment_in", "redoubt_in"}), ALLIED: frozenset({"siege_works_in"})}
ABATIS = frozenset({"abatis_in"})


# ---------------------------------------------------------------- works


def standing(game: Battle, kinds: frozenset[str]) -> list[Hexside]:
    """The hexsides on which works of these kinds stand, the outer hex first."""
    sides = game.rules.board.sides.items()
    return sorted((game.label(a), game.label(b)) for (a, b), found in sides if found & kinds)


def break_down(game: Battle, hexside: Hexside, part: Part) -> Procedure | None:
    """V4.6c: part of the works is gone; the owner's units in the hex that they covered check morale."""
    rules, inner = siege_rules(game), game.rules.board.hex(hexside[1])
    savannah(game).breaches |= {(*hexside, part)}
    game.emit(WorksBreached(*hexside))
    rules.change_ground(game)
    owner = ALLIED if hexside in savannah(game).works else BRITISH
    units = tuple(unit.id for unit in game.units_at(inner, owner))
    return SiegeChecks(game.rules.seat_for(game, owner, units), units, 0) if units else None


class HexsideCard(Procedure["Battle"]):
    """V-C25, V-C28, V-C34: hexsides are chosen one after another, and broken down or repaired."""

    side: Side
    card: CardName
    left: Count = 1
    steps: ClassVar[tuple[str, ...]] = ("choose", "settle")

    def choose(self, game: Battle) -> Next:
        sides = hexsides(game, self.side, self.card)
        if not self.left or not sides:
            return DONE
        actions = [ChooseHexside(*pair) for pair in sides]
        return Ask(game.rules.keeper(game, self.side), actions, self.chosen, "card-hexside", self.card)

    def chosen(self, game: Battle, answer: ChooseHexside) -> Next:
        """V-C25, V-C34: one hexside is broken down, and perhaps another; repairs are one hexside each."""
        pair = (answer.hex, answer.inner)
        if self.card == "V-C28":
            siege_rules(game).repair(game, pair)
            return DONE
        self.left -= 1
        procedure = break_down(game, pair, "abatis" if self.card == "V-C25" else "parapet")
        return Call(procedure, then="settle") if procedure is not None else Goto("settle")

    def settle(self, game: Battle) -> Next:
        game.rules.post_army_morale(game)
        return Goto("choose")


def hexsides(game: Battle, side: str, card: str) -> list[Hexside]:
    """The hexsides between which the player of a card may choose."""
    if card == "V-C34":
        return standing(game, PARAPETS[game.enemy(side)])
    if card == "V-C25":
        return near_laurens(game)
    return repairable(game, side)


def near_laurens(game: Battle) -> list[Hexside]:
    """V-C25: abatis with one of its hexes within two of Laurens."""
    laurens, hex = game.piece(LAURENS).hex, game.rules.board.hex
    if laurens == OFF_MAP:
        return []
    distance = game.rules.board.grid.distance
    return [pair for pair in standing(game, ABATIS) if min(distance(hex(h), laurens) for h in pair) <= NEAR_LAURENS]


def repairable(game: Battle, side: str) -> list[Hexside]:
    """V-C28: one's own breaches, if no enemy in parade order is in the hex that holds the work."""
    enemy, hex = game.enemy(side), game.rules.board.hex
    return [
        pair
        for pair in siege_rules(game).breached(game, side)
        if not any(unit.order == PARADE for unit in game.units_at(hex(pair[1]), enemy))
    ]


def no_hexside(card: str) -> Effect:
    def why_not(game: Battle, side: str) -> Reason | None:
        if card == "V-C34" and siege_rules(game).weather(game) == FAIR:
            return Reason("not-in-fair-weather", (card,))
        return None if hexsides(game, side, card) else Reason("no-hexside-for-the-card", (card,))

    return Effect(lambda game, side: HexsideCard(side, card, CLEARED if card == "V-C25" else 1), why_not)


# ---------------------------------------------------------------- the town, and guns


class FourDays(Procedure["Battle"]):
    """V-C15: British morale -1, and a town hex of French choice, subject to scatter."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("dishearten", "aim")

    def dishearten(self, game: Battle) -> Next:
        change_morale(game, "V-C15", {BRITISH: -1})
        return None

    def aim(self, game: Battle) -> Next:
        hexes = members(siege_rules(game).standing_town(game))
        if not hexes:
            return DONE
        seat = game.rules.keeper(game, self.side)
        return Ask(seat, [AimMortars(game.label(h)) for h in hexes], self.aimed, "aim-at-the-town", "V-C15")

    def aimed(self, game: Battle, answer: AimMortars) -> Next:
        return Call(TownBombarded(game.rules.board.hex(answer.hex)))


def raiders(game: Battle, side: str) -> dict[str, list[str]]:
    """V-C51: light infantry in parade order, and the enemy batteries in parade order within four hexes of each."""
    distance = game.rules.board.grid.distance
    guns = [u for u in game.units_of(game.enemy(side)) if game.counter(u.id).is_artillery and u.order == PARADE]
    found = {}
    for unit in game.units_of(side):
        if game.counter(unit.id).is_light and unit.order == PARADE:
            near = [gun.id for gun in guns if distance(unit.hex, gun.hex) <= NEAR_A_BATTERY]
            if near:
                found[unit.id] = near
    return found


def no_raiders(game: Battle, side: str) -> Reason | None:
    return None if raiders(game, side) else Reason("no-battery-within-reach", ("V-C51",))


class Raid(Procedure["Battle"]):
    """V-C51: one die for a battery and for the light infantry that goes for it."""

    side: Side
    unit: UnitId = ""
    gun: UnitId = ""
    steps: ClassVar[tuple[str, ...]] = ("choose_unit", "choose_gun", "roll")

    def choose_unit(self, game: Battle) -> Next:
        found = raiders(game, self.side)
        if not found:
            return DONE
        seat = game.rules.seat_for(game, self.side, found)
        return Ask(seat, [Choose(id) for id in found], self.unit_chosen, "card-raiders", "V-C51")

    def unit_chosen(self, game: Battle, answer: Choose) -> Next:
        self.unit = answer.piece
        return None

    def choose_gun(self, game: Battle) -> Next:
        guns = raiders(game, self.side)[self.unit]
        return Ask(game.seat_of(self.unit), [Choose(id) for id in guns], self.gun_chosen, "card-battery", "V-C51")

    def gun_chosen(self, game: Battle, answer: Choose) -> Next:
        self.gun = answer.piece
        return None

    def roll(self, game: Battle) -> Next:
        return Roll("raid-on-the-guns", self.rolled, (), "V-C51", game.seat_of(self.unit))

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        """Battery: 5-7 disrupted, 8-9 a step. Light infantry: 6-7 disrupted, 8 a step, 9 captured."""
        face = rolled.faces[0]
        if face >= 8:
            self.lose_step(game, self.gun)
        elif face >= 5:
            game.rules.suffer_disruption(game, self.gun)
        if face == 9:
            game.rules.capture(game, self.unit)
        elif face == 8:
            self.lose_step(game, self.unit)
        elif face >= 6:
            game.rules.suffer_disruption(game, self.unit)
        game.rules.post_army_morale(game)
        return DONE

    def lose_step(self, game: Battle, id: str) -> None:
        game.rules.note_event(game, "result_1", game.army_of(id), id)
        game.rules.lose_step(game, id)


# ---------------------------------------------------------------- new units


def new_hexes(game: Battle, id: str) -> HexSet:
    """V-C03: house hexes outside the perimeter, for the Creeks forest (V-C06); not next to an enemy combat unit."""
    rules = siege_rules(game)
    board, piece = rules.board, game.piece(id)
    hexes = board.with_feature("house") if id == CHATHAM else board.with_terrain("forest")
    enemy = game.enemy(game.side_of(id))
    closed = rules.perimeter | game.near(enemy) | game.force(enemy).units | game.force(enemy).leaders
    return hexes & ~closed & ~rules.crowded(game, piece) & rules.room_set(piece)


def newcomer(card: str, id: str) -> Effect:
    def why_not(game: Battle, side: str) -> Reason | None:
        if game.piece(id).hex != OFF_MAP or game.piece(id).box != OUT:
            return Reason("card-without-object", (card,))
        return None if new_hexes(game, id) else Reason("no-hex-for-the-card", (card,))

    return Effect(lambda game, side: NewUnit(card, id), why_not)


class NewUnit(Procedure["Battle"]):
    """V-C03, V-C06: a unit that comes only by a card, and acts normally in its turn of arrival."""

    card: CardName
    piece: UnitId
    steps: ClassVar[tuple[str, ...]] = ("place",)

    def place(self, game: Battle) -> Next:
        actions = [Place(game.label(h)) for h in members(new_hexes(game, self.piece))]
        seat = game.seat_of(self.piece)
        return Ask(seat, actions, self.placed, "place-reinforcement", self.card, None, {"piece": self.piece})

    def placed(self, game: Battle, answer: Place) -> Next:
        game.change(self.piece, hex=game.rules.board.hex(answer.hex), box="")
        game.emit(Placed(self.piece, answer.hex))
        return DONE


# ---------------------------------------------------------------- reinforcements


def next_group(game: Battle, army: str, after: int) -> tuple[str, ...]:
    """The reinforcements of an army that come first in a later turn than this; Pulaski comes with the French.

    Who was due before and has been kept waiting comes in this turn, if nothing else happens.
    """
    rules, groups = siege_rules(game), dict[int, list[str]]()
    for id in rules.components.arrivals:
        turn = max(rules.arrival_turn(game, id), game.state.turn)
        comes_with = FRENCH if id == PULASKI else game.army_of(id)
        if game.piece(id).box == WAITING and comes_with == army and turn > after:
            groups.setdefault(turn, []).append(id)
    return tuple(groups[min(groups)]) if groups else ()


def reschedule(game: Battle, ids: tuple[str, ...], by: int) -> None:
    rules, state = siege_rules(game), cards_of(game)
    for id in ids:
        state.schedule[id] = max(rules.arrival_turn(game, id), game.state.turn) + by
    game.emit(ScheduleChanged(ids, state.schedule[ids[0]]))


def next_french(game: Battle) -> tuple[str, ...]:
    """V-C20, V-C52: those due this turn, if they have not come yet, or else the next."""
    return next_group(game, FRENCH, game.state.turn - 1)


def out_to_sea(game: Battle, side: str) -> Procedure | None:
    """V-C20: the next French group is a turn late."""
    reschedule(game, next_french(game), +1)
    return None


def surf(game: Battle, side: str) -> Procedure | None:
    """V-C52: each of them has 1 MP less in its turn of entry."""
    ids = next_french(game)
    cards_of(game).slowed |= set(ids)
    game.emit(EntrySlowed(ids))
    return None


def needs_french_to_come(card: str) -> Callable[[Battle, str], Reason | None]:
    def why_not(game: Battle, side: str) -> Reason | None:
        return None if next_french(game) else Reason("no-reinforcements-to-come", (card,))

    return why_not


def early_armies(game: Battle, side: str) -> list[str]:
    """V-C46: the armies of a side with a group in a later turn than this."""
    return [army for army in game.rules.armies_of[side] if next_group(game, army, game.state.turn)]


def nobody_comes_early(game: Battle, side: str) -> Reason | None:
    return None if early_armies(game, side) else Reason("no-reinforcements-to-come", ("V-C46",))


class LocalGuides(Procedure["Battle"]):
    """V-C46: the next group of one's own comes a turn early; the Allies choose French or American."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        actions = [ChooseArmy(army) for army in early_armies(game, self.side)]
        return Ask(game.rules.keeper(game, self.side), actions, self.chosen, "card-army", "V-C46")

    def chosen(self, game: Battle, answer: ChooseArmy) -> Next:
        reschedule(game, next_group(game, answer.army, game.state.turn), -1)
        return DONE


# ---------------------------------------------------------------- the siege phase, and the defences


def no_bombardment(card: str, side: str) -> Effect:
    """V-C09, V-C21: a siege roll that is not made this turn."""

    def why_not(game: Battle, _: str) -> Reason | None:
        rules = siege_rules(game)
        if rules.is_tactical(game):
            guns = [gun for gun in rules.guns(game, BRITISH, frozenset()) if game.state.phasing == ALLIED]
            return None if guns else Reason("no-gun-that-can-fire", (card,), {"piece": ""})
        coming = bool(savannah(game).works or savannah(game).construction) or side == BRITISH
        return (
            None if rules.tables.turn_track.turns[game.state.turn].siege and coming else Reason("no-siege-this-turn", (card,))
        )

    return Effect(lasting(card), why_not)


def not_turn_ten_or_eleven(game: Battle, side: str) -> Reason | None:
    return None if game.state.turn in (EARLY_TURN, SURE_TURN) else Reason("only-on-turns-10-and-11", ("V-C55",))


class Moncrief(Procedure["Battle"]):
    """V-C55: on turn 10 by a die, on turn 11 without."""

    steps: ClassVar[tuple[str, ...]] = ("roll",)

    def roll(self, game: Battle) -> Next:
        if game.state.turn == SURE_TURN:
            return self.complete(game, SURE_TURN)
        seat = game.rules.seat_of_army[BRITISH]
        return Roll("defences", self.rolled, (), "V-C55", seat, reading=lambda face: face >= EARLY_DIE)

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        return self.complete(game, EARLY_TURN if rolled.faces[0] >= EARLY_DIE else SURE_TURN)

    def complete(self, game: Battle, turn: int) -> Next:
        cards_of(game).complete_from = turn
        game.emit(DefencesComplete(turn))
        return DONE


def siege_rules(game: Battle) -> SiegeRules:
    return cast("SiegeRules", game.rules)


SIEGE_CARDS: dict[str, Effect] = {
    "V-C03": newcomer("V-C03", CHATHAM),
    "V-C06": newcomer("V-C06", CREEKS),
    "V-C09": no_bombardment("V-C09", ALLIED),
    "V-C15": Effect(lambda game, side: FourDays(side)),
    "V-C20": Effect(out_to_sea, needs_french_to_come("V-C20"), lambda game: not next_french(game)),
    "V-C21": no_bombardment("V-C21", BRITISH),
    "V-C25": no_hexside("V-C25"),
    "V-C28": no_hexside("V-C28"),
    "V-C34": no_hexside("V-C34"),
    "V-C46": Effect(
        lambda game, side: LocalGuides(side),
        nobody_comes_early,
        lambda game: not any(early_armies(game, side) for side in game.rules.sides),
    ),
    "V-C51": Effect(lambda game, side: Raid(side), no_raiders),
    "V-C52": Effect(surf, needs_french_to_come("V-C52"), lambda game: not next_french(game)),
    "V-C55": Effect(lambda game, side: Moncrief(), not_turn_ten_or_eleven, lambda game: game.state.turn > SURE_TURN),
}
SIEGE_CARD_PROCEDURES: tuple[type[Procedure], ...] = (HexsideCard, FourDays, Raid, NewUnit, LocalGuides, Moncrief)
