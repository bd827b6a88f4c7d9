"""Cards about the fighting: modifiers of a turn, guns that explode, leaders who take the initiative, who plays first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.savannah.cards.actions import GoFirst, GoSecond, GunExploded, Hearten, Hurry
from grognard.games.revolution.savannah.cards.people import without_points
from grognard.games.revolution.savannah.cards.playing import EXPLOSION, Effect, Playing, lasting
from grognard.games.revolution.savannah.cards.state import CardName, InForce, cards_of
from grognard.games.revolution.savannah.state import ALLIED, AMERICAN, BRITISH, DESTAING, FRENCH, HUGER
from grognard.games.revolution.series.events import InitiativeWon
from grognard.games.revolution.series.names import GunId, PieceId, Side
from grognard.games.revolution.series.rally import RallyPhase
from grognard.games.revolution.series.results import Companions

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

DILLON = "dillon"
FIRST_ROLLED = 17
"""V-C47: the first turn whose order is rolled for."""
RUM = ("V-C48", "V-C49", "V-C50")
ARMY_HELPED = {"V-C22": AMERICAN, "V-C54": FRENCH}
"""V-C22, V-C54: whose leaders take the initiative if the Allies play the card."""
ATTACK_CARDS = {"V-C13": (DESTAING, +2), "V-C26": (HUGER, +1), "V-C27": (DILLON, +1)}
"""The leader under whom attackers profit, and by how much."""


# ---------------------------------------------------------------- close combat


def attacking(game: Battle) -> list[str]:
    """The units that have announced an attack."""
    return [id for combat in rules_of(game).announced(game) for id in combat.attackers]


def attacks_by(card: str, who: Callable[[Battle, str], bool]) -> Effect:
    """A card for the close combats of the turn; somebody whom it touches must have announced an attack."""

    def why_not(game: Battle, side: str) -> Reason | None:
        return None if any(who(game, id) for id in attacking(game)) else Reason("no-attack-for-the-card", (card,))

    return Effect(lasting(card), why_not)


def under(card: str) -> Effect:
    """V-C13, V-C26, V-C27: units that attack under the command of a leader."""
    return attacks_by(card, lambda game, id: rules_of(game).attacks_under(game, id, card))


class Chaos(Procedure["Battle"]):
    """V-C29: every enemy unit about to attack checks morale, and retreats a hex if it fails; all attacks have -1."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("check", "settle")

    def check(self, game: Battle) -> Next:
        cards_of(game).in_force += (InForce("V-C29", self.side),)
        units = tuple(attacking(game))
        seat = game.rules.seat_for(game, game.enemy(self.side), units)
        return Call(Companions(seat, units, "R", "", False))

    def settle(self, game: Battle) -> Next:
        game.rules.post_army_morale(game)
        return DONE


def french_fight(game: Battle, id: str) -> bool:
    return game.army_of(id) == FRENCH


def french_involved(game: Battle, side: str) -> Reason | None:
    """V-C53: when attacks are announced, some French unit must be in one."""
    combats = rules_of(game).announced(game)
    if not combats:
        return None
    ids = [id for combat in combats for id in combat.attackers]
    ids += [unit.id for combat in combats for h in combat.targets for unit in game.units_at(h, ALLIED)]
    return None if any(french_fight(game, id) for id in ids) else Reason("no-attack-for-the-card", ("V-C53",))


# ---------------------------------------------------------------- fire


class Explosion(Procedure["Battle"]):
    """V-C43: an armed card goes off; the other side may cancel it; then the battery loses a step before it fires."""

    side: Side
    piece: GunId
    steps: ClassVar[tuple[str, ...]] = ("name",)

    def name(self, game: Battle) -> Next:
        procedure = rules_of(game).name_card(game, self.side, EXPLOSION)
        return Call(procedure, then=self.done) if procedure is not None else DONE

    def done(self, game: Battle, _: object) -> Next:
        cards_of(game).armed.pop(self.side, None)
        return DONE


def explode(game: Battle, side: str) -> Procedure | None:
    """V-C43: no change of army morale, and no points."""
    gun = cards_of(game).armed[side]
    without_points(game, gun)
    game.emit(GunExploded(gun))
    return None


def no_gun_fires(game: Battle, side: str) -> Reason | None:
    guns = rules_of(game).batteries_to_arm(game, side)
    return None if guns else Reason("no-gun-that-can-fire", ("V-C43",), {"piece": ""})


# ---------------------------------------------------------------- movement and rally


def nobody_has_moved(game: Battle, side: str) -> Reason | None:
    """Cards for a whole movement phase are played before the first piece of whoever acts has moved."""
    moved = [id for id in game.state.moved if game.side_of(id) == side and game.rules.may_act(game, id)]
    return Reason("somebody-has-moved", ("V4.3b",)) if moved else None


def helped_leaders(game: Battle, side: str, card: str) -> list[str]:
    """V-C22, V-C54: the leaders who stand with units that they command."""
    army = ARMY_HELPED[card] if side == ALLIED else BRITISH
    found = [p.id for p in game.on_map(side) if game.counter(p.id).is_leader and game.army_of(p.id) == army]
    return [id for id in found if led_units(game, id)]


def led_units(game: Battle, leader: str) -> list[str]:
    piece, side = game.piece(leader), game.side_of(leader)
    return [unit.id for unit in game.units_at(piece.hex, side) if game.rules.may_command(game, piece, unit)]


def no_leader_with_units(card: str) -> Callable[[Battle, str], Reason | None]:
    def why_not(game: Battle, side: str) -> Reason | None:
        refused = nobody_has_moved(game, side)
        if refused is None and not helped_leaders(game, side, card):
            return Reason("card-without-object", (card,))
        return refused

    return why_not


class LeadersHurry(Procedure["Battle"]):
    """V-C22, V-C54: each leader chooses for those with him: double movement, or +1 to rally."""

    side: Side
    card: CardName
    done: tuple[PieceId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        left = [id for id in helped_leaders(game, self.side, self.card) if id not in self.done]
        if not left:
            cards_of(game).in_force += (InForce(self.card, self.side),)
            return DONE
        actions = [Hurry(left[0]), Hearten(left[0])]
        return Ask(game.seat_of(left[0]), actions, self.chosen, "hurry-or-hearten", self.card, None, {"piece": left[0]})

    def chosen(self, game: Battle, answer: Hurry | Hearten) -> Next:
        self.done += (answer.piece,)
        units = set(led_units(game, answer.piece))
        if isinstance(answer, Hurry):
            cards_of(game).hurried |= units
        else:
            cards_of(game).heartened |= units
        game.forget()
        return Goto("choose")


def needs_french_guns(card: str) -> Callable[[Battle, str], Reason | None]:
    def why_not(game: Battle, side: str) -> Reason | None:
        guns = [u for u in game.units_of(ALLIED) if game.counter(u.id).is_artillery and game.army_of(u.id) == FRENCH]
        return nobody_has_moved(game, side) if guns else Reason("card-without-object", (card,))

    return why_not


class DesperateMeasures(Procedure["Battle"]):
    """V-C39: the British rally before they move; there is no second rally phase this turn."""

    steps: ClassVar[tuple[str, ...]] = ("rally",)

    def rally(self, game: Battle) -> Next:
        return Call(RallyPhase(BRITISH), then=self.rallied)

    def rallied(self, game: Battle, _: object) -> Next:
        cards_of(game).in_force += (InForce("V-C39", BRITISH),)
        return DONE


def nobody_inside(game: Battle, side: str) -> Reason | None:
    """V-C39: an Allied unit must be in a perimeter hex."""
    if not game.force(ALLIED).units & rules_of(game).perimeter:
        return Reason("no-enemy-inside-the-works", ("V-C39",))
    return nobody_has_moved(game, side)


# ---------------------------------------------------------------- the order of play


class InitiativeTaken(Procedure["Battle"]):
    """V-C47: the player of the card chooses to play first or second."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        seat = game.rules.keeper(game, self.side)
        return Ask(seat, [GoFirst(), GoSecond()], self.chosen, "first-or-second", "V-C47")

    def chosen(self, game: Battle, answer: GoFirst | GoSecond) -> Next:
        first = self.side if isinstance(answer, GoFirst) else game.enemy(self.side)
        game.state.order = (first, game.enemy(first))
        game.emit(InitiativeWon(first, "card"))
        return DONE


def order_is_fixed(game: Battle, side: str) -> Reason | None:
    return None if game.state.turn >= FIRST_ROLLED else Reason("the-order-is-fixed", ("V-C47",))


def rules_of(game: Battle) -> Playing:
    return cast("Playing", game.rules)


FIGHTING: dict[str, Effect] = {
    "V-C10": Effect(lasting("V-C10")),
    "V-C12": attacks_by("V-C12", french_fight),
    "V-C13": under("V-C13"),
    "V-C22": Effect(lambda game, side: LeadersHurry(side, "V-C22"), no_leader_with_units("V-C22")),
    "V-C26": under("V-C26"),
    "V-C27": under("V-C27"),
    "V-C29": Effect(lambda game, side: Chaos(side)),
    "V-C36": Effect(lasting("V-C36")),
    "V-C39": Effect(lambda game, side: DesperateMeasures(), nobody_inside),
    "V-C42": Effect(lasting("V-C42")),
    "V-C43": Effect(explode, no_gun_fires),
    "V-C47": Effect(lambda game, side: InitiativeTaken(side), order_is_fixed),
    **{card: Effect(lasting(card), needs_french_guns(card)) for card in RUM},
    "V-C53": Effect(lasting("V-C53"), french_involved),
    "V-C54": Effect(lambda game, side: LeadersHurry(side, "V-C54"), no_leader_with_units("V-C54")),
}
FIGHTING_PROCEDURES: tuple[type[Procedure], ...] = (Chaos, Explosion, LeadersHurry, DesperateMeasures, InitiativeTaken)
