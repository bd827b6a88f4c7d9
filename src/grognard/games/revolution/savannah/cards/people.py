"""Cards about armies and the pieces in them: army morale, units that go home, leaders who fall."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.events import Rolled
from grognard.core.hexes import members
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.revolution.savannah.cards.actions import (
    Choose,
    ChooseArmy,
    LeaderWounded,
    PieceRemoved,
    PieceReplaced,
)
from grognard.games.revolution.savannah.cards.playing import Effect
from grognard.games.revolution.savannah.cards.state import cards_of
from grognard.games.revolution.savannah.perimeter import HEADQUARTERS
from grognard.games.revolution.savannah.state import (
    ALLIED,
    AMERICAN,
    BLACK_VOLUNTEERS,
    BRITISH,
    FRENCH,
    PULASKI,
    TAWES,
)
from grognard.games.revolution.series.actions import Retreat
from grognard.games.revolution.series.events import Followed
from grognard.games.revolution.series.names import PieceId, Side
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, OUT, WAITING, Piece
from grognard.games.revolution.series.retreat import STAY
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.victory import SavannahVictory
    from grognard.games.revolution.series.battle import Battle

MAITLAND_COLUMN = ("maitland", "highlanders_1", "trumbach", "royal_nc")
GERMAN_COLUMN = ("trumbach", "royal_nc")
SC_ROYALISTS, GA_VOLUNTEERS = "sc_royalists", "ga_volunteers"
SAN_DOMINGUE = ("san_domingue_grenadiers", "san_domingue_volunteers", "san_domingue_detachment")
RANGERS, LEVIES, DILLON = "florida_rangers", "va_levies", "dillon"
LOST = (CAPTURED, ELIMINATED)
POOR_MORALE = -2
"""V-C37: the unit morale of the militia that goes home."""
FLIGHT = 3
"""V-C37: how far a leader left alone may retreat."""
SNIPED, SHOT = 6, 9
"""V-C41: the die that makes a leader retreat, and the one that kills him."""


def even_is_french(face: int) -> str:
    """V-C19, V-C44: which Ally is struck."""
    return FRENCH if face % 2 == 0 else AMERICAN


# ---------------------------------------------------------------- army morale


def change_morale(game: Battle, card: str, changes: dict[str, int]) -> None:
    """What a card does to the morale of armies, posted at once."""
    for army, change in changes.items():
        game.rules.note_change(game, "card", army, change, 0, card)
    game.rules.post_army_morale(game)


def morale(card: str, **changes: int) -> Effect:
    def play(game: Battle, side: str) -> Procedure | None:
        change_morale(game, card, changes)
        return None

    return Effect(play)


class OwnFire(Procedure["Battle"]):
    """V-C19: the enemy's morale falls by one; of the Allies a die says whose."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("strike",)

    def strike(self, game: Battle) -> Next:
        if self.side == ALLIED:
            change_morale(game, "V-C19", {BRITISH: -1})
            return DONE
        return Roll("which-ally", self.rolled, (), "V-C19", game.rules.keeper(game, self.side), reading=even_is_french)

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        change_morale(game, "V-C19", {even_is_french(rolled.faces[0]): -1})
        return DONE


class SpoiledRations(Procedure["Battle"]):
    """V-C40: British or French army morale, as the player chooses."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        actions = [ChooseArmy(army) for army in (BRITISH, FRENCH)]
        return Ask(game.rules.keeper(game, self.side), actions, self.chosen, "card-army", "V-C40")

    def chosen(self, game: Battle, answer: ChooseArmy) -> Next:
        change_morale(game, "V-C40", {answer.army: -1})
        return DONE


# ---------------------------------------------------------------- pieces removed and replaced


def remove(game: Battle, card: str, ids: Iterable[str]) -> None:
    """Out of the game, on the map or not yet arrived; nobody scores for it."""
    for id in ids:
        if game.piece(id).hex != OFF_MAP or game.piece(id).box == WAITING:
            game.change(id, hex=OFF_MAP, box=OUT, pin=0)
            game.emit(PieceRemoved(id, card))


def in_play(game: Battle, id: str) -> bool:
    """On the map, or still to come."""
    return game.piece(id).hex != OFF_MAP or game.piece(id).box == WAITING


def waiting(game: Battle, ids: tuple[str, ...]) -> list[str]:
    return [id for id in ids if game.piece(id).box == WAITING]


def needs(card: str, there: Callable[[Battle], bool]) -> Callable[[Battle, str], Reason | None]:
    """A card that cannot be played without its object."""

    def why_not(game: Battle, side: str) -> Reason | None:
        return None if there(game) else Reason("card-without-object", (card,))

    return why_not


def cut_off(card: str, ids: tuple[str, ...], loss: int) -> Effect:
    """V-C01, V-C02: British reinforcements that never arrive."""

    def play(game: Battle, side: str) -> Procedure | None:
        remove(game, card, waiting(game, ids))
        change_morale(game, card, {BRITISH: loss})
        return None

    return Effect(play, needs(card, lambda game: bool(waiting(game, ids))), lambda game: not waiting(game, ids))


def removal(card: str, ids: tuple[str, ...], **changes: int) -> Effect:
    """V-C32, V-C33, V-C38: pieces that leave for good."""

    def play(game: Battle, side: str) -> Procedure | None:
        remove(game, card, ids)
        change_morale(game, card, changes)  # V-C38
        return None

    def there(game: Battle) -> bool:
        return any(in_play(game, id) for id in ids)  # V-C33

    return Effect(play, needs(card, there), lambda game: not there(game))


def replacement(card: str, id: str, there: Callable[[Battle], bool], **changes: int) -> Effect:
    """V4.8f: a replacement piece, which keeps step, state and hex; some lose the star of a semi-leader."""

    def play(game: Battle, side: str) -> Procedure | None:
        if in_play(game, id):
            cards_of(game).replaced |= {id}
            game.emit(PieceReplaced(id, card))
        change_morale(game, card, changes)
        return None

    return Effect(play, needs(card, there))


def without_points(game: Battle, id: str) -> None:
    """A step lost by a card for which nobody scores."""
    cast("SavannahVictory", game.rules).lose_unscored(game, id)


def resentment(game: Battle, side: str) -> Procedure | None:
    """V-C16: the 1st SC Royalists reduced, the Georgia Volunteers out, British morale -1."""
    royalists = game.piece(SC_ROYALISTS)
    if in_play(game, SC_ROYALISTS) and royalists.step == 0:
        strength = game.strength(royalists)
        without_points(game, SC_ROYALISTS)
        cards_of(game).uncounted = cards_of(game).uncounted | {SC_ROYALISTS: strength - game.strength(game.piece(SC_ROYALISTS))}
    remove(game, "V-C16", (GA_VOLUNTEERS,))
    change_morale(game, "V-C16", {BRITISH: -1})
    return None


def levies_lost(game: Battle, side: str) -> Procedure | None:
    """V-C35: as a result 1 on a unit of one step."""
    game.rules.note_event(game, "result_1", game.army_of(LEVIES), LEVIES)
    game.rules.eliminate(game, LEVIES)
    game.rules.post_army_morale(game)
    return None


def poor_militia(game: Battle) -> tuple[str, ...]:
    """V-C37: American militia whose side showing has a morale of -2, on the map or still to come."""
    rules = game.rules
    return tuple(
        id
        for id, counter in rules.counters.items()
        if counter.army == AMERICAN
        and counter.is_militia
        and in_play(game, id)
        and counter.morales[game.piece(id).step] == POOR_MORALE
    )


class MilitiaGoesHome(Procedure["Battle"]):
    """V-C37: they are removed; a leader left alone may retreat up to three hexes."""

    leaders: tuple[PieceId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("go", "flee")

    def go(self, game: Battle) -> Next:
        ids = poor_militia(game)
        hexes = {game.piece(id).hex for id in ids} - {OFF_MAP}
        remove(game, "V-C37", ids)
        left = [h for h in sorted(hexes) if not game.units_at(h, ALLIED)]
        self.leaders = tuple(leader.id for h in left for leader in game.leaders_at(h, ALLIED))
        change_morale(game, "V-C37", {BRITISH: +1})
        return None

    def flee(self, game: Battle) -> Next:
        for id in self.leaders:
            hexes = 0
            for distance in range(1, FLIGHT + 1):
                hexes |= game.rules.retreat_ends(game, game.piece(id), distance)
            if hexes:
                actions = [*(Retreat(game.label(h)) for h in members(hexes)), STAY]
                return Ask(game.seat_of(id), actions, self.fled, "leader-flees", "V-C37", None, {"piece": id})
            self.leaders = self.leaders[1:]
        return DONE

    def fled(self, game: Battle, answer: object) -> Next:
        id, self.leaders = self.leaders[0], self.leaders[1:]
        if isinstance(answer, Retreat):
            game.change(id, hex=game.rules.board.hex(answer.hex))
            game.emit(Followed(id, answer.hex))
        return Goto("flee")


# ---------------------------------------------------------------- leaders


def exposed_leaders(game: Battle, side: str) -> list[str]:
    """V-C41: enemy leaders next to a combat unit of one's own."""
    near = game.near(side)
    return [piece.id for piece in game.on_map(game.enemy(side)) if game.counter(piece.id).is_leader and near >> piece.hex & 1]


def no_leader_exposed(game: Battle, side: str) -> Reason | None:
    return None if exposed_leaders(game, side) else Reason("no-leader-exposed", ("V-C41",))


class Sniper(Procedure["Battle"]):
    """V-C41: 0-5 nothing, 6-8 he retreats a hex, 9 he is killed."""

    side: Side
    piece: PieceId = ""
    steps: ClassVar[tuple[str, ...]] = ("choose", "shoot", "retreat")

    def choose(self, game: Battle) -> Next:
        seat, leaders = game.rules.keeper(game, self.side), exposed_leaders(game, self.side)
        return Ask(seat, [Choose(id) for id in leaders], self.chosen, "card-leader", "V-C41") if leaders else DONE

    def chosen(self, game: Battle, answer: Choose) -> Next:
        self.piece = answer.piece
        return None

    def shoot(self, game: Battle) -> Next:
        def reading(face: int) -> int:
            return (face >= SNIPED) + (face >= SHOT)

        return Roll("sniper", self.shot, (), "V-C41", game.rules.keeper(game, self.side), reading=reading)

    def shot(self, game: Battle, rolled: Rolled) -> Next:
        face = rolled.faces[0]
        if face >= SHOT:
            game.rules.lose_leader(game, self.piece, ELIMINATED)
            game.rules.post_army_morale(game)
        return None if SNIPED <= face < SHOT else DONE

    def retreat(self, game: Battle) -> Next:
        """By the rules of retreat, alone; without a legal hex he stays."""
        hexes = game.rules.retreat_ends(game, game.piece(self.piece), 1)
        if not hexes:
            return DONE
        actions = [Retreat(game.label(h)) for h in members(hexes)]
        return Ask(game.seat_of(self.piece), actions, self.gone, "retreat", "V-C41", None, {"piece": self.piece})

    def gone(self, game: Battle, answer: Retreat) -> Next:
        game.change(self.piece, hex=game.rules.board.hex(answer.hex))
        game.emit(Followed(self.piece, answer.hex))
        return DONE


def senior_leader(game: Battle, army: str) -> Piece | None:
    """V-C44: the leader of highest rank, and of those the senior, that an army has on the map."""
    side = game.rules.components.side_of_army[army]
    leaders = [game.counter(p.id) for p in game.on_map(side) if game.counter(p.id).is_leader and game.army_of(p.id) == army]
    if not leaders:
        return None
    return game.piece(min(leaders, key=lambda leader: (-leader.rank, leader.seniority)).id)


def no_senior_leader(game: Battle, side: str) -> Reason | None:
    armies = game.rules.armies_of[game.enemy(side)]
    return None if any(senior_leader(game, army) for army in armies) else Reason("card-without-object", ("V-C44",))


class LeaderOut(Procedure["Battle"]):
    """V-C44: the enemy's senior leader goes to his headquarters, and does nothing this turn."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("strike",)

    def strike(self, game: Battle) -> Next:
        if self.side == ALLIED:
            return self.wound(game, BRITISH)
        return Roll("which-ally", self.rolled, (), "V-C44", game.rules.keeper(game, ALLIED), reading=even_is_french)

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        return self.wound(game, even_is_french(rolled.faces[0]))

    def wound(self, game: Battle, army: str) -> Next:
        """Where the enemy holds the headquarters he stays where he is."""
        leader = senior_leader(game, army)
        if leader is None:
            return DONE
        home = game.rules.board.hex(game.rules.components.sheet.zones[HEADQUARTERS[army]][0])
        if not game.force(game.enemy(game.side_of(leader.id))).units >> home & 1:
            leader = game.change(leader.id, hex=home)
        cards_of(game).wounded |= {leader.id}
        game.emit(LeaderWounded(leader.id, game.label(leader.hex)))
        return DONE


def on_map(id: str) -> Callable[[Battle], bool]:
    return lambda game: game.piece(id).hex != OFF_MAP


PEOPLE: dict[str, Effect] = {
    "V-C01": cut_off("V-C01", MAITLAND_COLUMN, -2),
    "V-C02": cut_off("V-C02", GERMAN_COLUMN, -1),
    "V-C04": morale("V-C04", british=-1, french=+1),
    "V-C05": morale("V-C05", french=+1),
    "V-C08": morale("V-C08", french=-1, american=-1),
    "V-C11": morale("V-C11", british=-1),
    "V-C14": replacement("V-C14", TAWES, on_map(TAWES)),
    "V-C16": Effect(
        resentment,
        needs(
            "V-C16",
            lambda game: on_map(BLACK_VOLUNTEERS)(game) and (in_play(game, SC_ROYALISTS) or in_play(game, GA_VOLUNTEERS)),
        ),
        lambda game: not (in_play(game, SC_ROYALISTS) or in_play(game, GA_VOLUNTEERS)),
    ),
    "V-C19": Effect(lambda game, side: OwnFire(side)),
    "V-C23": replacement("V-C23", BLACK_VOLUNTEERS, lambda game: in_play(game, BLACK_VOLUNTEERS)),
    "V-C24": morale("V-C24", french=-1),
    "V-C30": replacement("V-C30", PULASKI, lambda game: True, american=-1),
    "V-C31": morale("V-C31", american=-1),
    "V-C32": removal("V-C32", (RANGERS,)),
    "V-C33": removal("V-C33", SAN_DOMINGUE),
    "V-C35": Effect(levies_lost, needs("V-C35", on_map(LEVIES)), lambda game: game.piece(LEVIES).box in LOST),
    "V-C37": Effect(
        lambda game, side: MilitiaGoesHome(),
        needs("V-C37", lambda game: bool(poor_militia(game))),
        lambda game: not poor_militia(game),
    ),
    "V-C38": removal("V-C38", (DILLON,), french=-1),
    "V-C40": Effect(lambda game, side: SpoiledRations(side)),
    "V-C41": Effect(lambda game, side: Sniper(side), no_leader_exposed),
    "V-C44": Effect(lambda game, side: LeaderOut(side), no_senior_leader),
}
PEOPLE_PROCEDURES: tuple[type[Procedure], ...] = (OwnFire, SpoiledRations, MilitiaGoesHome, Sniper, LeaderOut)
