"""Assault (D3.3): reaching the enemy, from behind or not, defensive fire, and the charge into contact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.choices import Choices
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.plane import Point, along, distance, squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.red_dice.actions import MeetThem, RollDice
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY, HEADINGS
from grognard.games.chancellorsville.red_dice.events import (
    AssaultFellShort,
    AssaultLaunched,
    Disaster,
    Fiasco,
    FromBehind,
    MenPlaced,
    SquadTurned,
    SuccessesCounted,
)
from grognard.games.chancellorsville.red_dice.fear import DisasterTable
from grognard.games.chancellorsville.red_dice.fire import Fire, Shot
from grognard.games.chancellorsville.red_dice.formations import (
    CLOUD,
    IN_CONTACT,
    Mover,
    Obstacles,
    ground_for,
    heading_toward,
    nearest,
    place_followers,
)
from grognard.games.chancellorsville.red_dice.melee import Melee
from grognard.games.chancellorsville.red_dice.names import Change, Count, Face, Hundredths, ManId, Place, SquadId, UnitId
from grognard.games.chancellorsville.red_dice.pools import dice_outcomes, level_name, readings, tally
from grognard.games.chancellorsville.red_dice.sight import BEHIND, FRONT, bystanders, quarter, sees
from grognard.games.chancellorsville.red_dice.state import APART, LIGHTLY, PAIR, SEVERELY, SQUAD, Man
from grognard.games.chancellorsville.red_dice.ways import Way, measured, paid_way
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def nearest_of(game: Skirmish, place: Point, men: Sequence[Man]) -> Man:
    return min(men, key=lambda man: (squared(place, man.at), game.rules.order[man.id]))


def why_not_assault(game: Skirmish, squad: str, target: str) -> Reason | None:
    """D3.3a: why a squad cannot try to assault a unit, in the order of the rules."""
    found = game.state.squads[squad]
    men = game.units(ENEMY[found.side]).get(target)
    args = {"squad": squad, "unit": target}
    if men is None:
        return Reason("no-such-enemy", ("D3.3a",), args)
    leader = game.man(found.leader)
    if found.kind not in (SQUAD, APART) or not leader.is_fit:
        return Reason("leader-cannot-assault", ("D3.3a", "D-R14"), args)
    others = bystanders(game, game.unit(squad), men)
    if not any(sees(game, leader.at, man.at, others) for man in men):
        return Reason("leader-sees-nobody", ("D3.3a",), args)
    far = squared(leader.at, nearest_of(game, leader.at, men).at)
    if far > game.rules.numbers.sight:
        return Reason("too-far-to-assault", ("D3.3a",), {"unit": target, "range": round(far**0.5 / CM, 1)})
    return None


def may_assault(game: Skirmish, squad: str, target: str) -> bool:
    """The same, as a quick answer: the distance first."""
    found = game.state.squads[squad]
    men = game.units(ENEMY[found.side]).get(target)
    if men is None or found.kind not in (SQUAD, APART):
        return False
    leader = game.man(found.leader)
    if not leader.is_fit or min(squared(leader.at, man.at) for man in men) > game.rules.numbers.sight:
        return False
    others = bystanders(game, game.unit(squad), men)
    return any(sees(game, leader.at, man.at, others) for man in men)


def within_voice(game: Skirmish, squad: str, target: Sequence[Man]) -> list[Man]:
    """D3.3c: the soldiers of other units whom a leader can call: near him, fit, not pinned, and able to get there at all."""
    found, numbers = game.state.squads[squad], game.rules.numbers
    own = [man.id for man in game.unit(squad)]
    leader = game.man(found.leader)
    off = charge_way(game, leader.at, target).deductions(numbers)
    return [
        man
        for man in game.on_feet(found.side)
        if man.id not in own
        and man.wounds < SEVERELY
        and game.state.squads[man.squad].kind in (SQUAD, APART)
        and not game.state.squads[man.squad].pinned
        and squared(man.at, leader.at) <= numbers.voice
        and reaches(game, man, target, numbers.most, off)
    ]


def charge_way(game: Skirmish, start: Point, target: Sequence[Man]) -> Way:
    """D-R11: the straight segment from the leader to the nearest soldier of the target."""
    return measured(game.rules.field, (start, nearest_of(game, start, target).at))


def reaches(game: Skirmish, man: Man, target: Sequence[Man], gross: int, off: int) -> bool:
    """D-R11: whether a man's own distance to the nearest of the target, less contact, is within what is left to him."""
    numbers = game.rules.numbers
    left = (gross // 2 if man.wounds == LIGHTLY else gross) - off
    return distance(man.at, nearest_of(game, man.at, target).at) - numbers.contact_cm <= left + numbers.slack


class Charge(Procedure["Skirmish"]):
    """D3.3b to D3.3e: a squad, and those called, run at a unit."""

    squad: SquadId
    unit: UnitId
    gross: Hundredths
    called: tuple[ManId, ...] = ()
    bonus: Change = 0
    men: tuple[ManId, ...] = ()
    starts: tuple[Place, ...] = ()
    target: tuple[ManId, ...] = ()
    stood: tuple[Place, ...] = ()
    """Where the defenders stood; who goes back before the melee is not there."""
    struck: tuple[ManId, ...] = ()
    others: tuple[ManId, ...] = ()
    """The men of the squad who cannot reach contact."""
    dice: Count = 0
    faces: tuple[Face, ...] = ()
    behind: bool = False
    off: Hundredths = 0
    """D-R11: what obstacles and difficult ground take from the distance, once, for all."""
    steps: ClassVar[tuple[str, ...]] = (
        "measure",
        "judge_rear",
        "offer_fire",
        "roll",
        "defenders_disaster",
        "fire",
        "close",
        "fight",
    )

    def measure(self, game: Skirmish) -> Next:
        """There is contact only if the leader makes it; the others as far as each can."""
        target = game.unit_named(self.unit)
        unit = game.unit(self.squad)
        squad = game.state.squads[self.squad]
        leader = game.man(squad.leader)
        if not target or not unit or not leader.is_fit:
            return DONE
        self.target, self.stood = tuple(man.id for man in target), tuple(man.at for man in target)
        numbers = game.rules.numbers
        near = nearest_of(game, leader.at, target)
        # D-R7
        facing = HEADINGS[heading_toward(leader.at, near.at)]
        game.change_squad(self.squad, facing=facing)
        game.emit(SquadTurned(self.squad, facing))
        self.off = charge_way(game, leader.at, target).deductions(numbers)
        # D3.3b
        if not reaches(game, leader, target, self.gross, self.off):
            return self.fall_short(game, leader, near)
        # D3.3c
        own = [man for man in unit if man.is_fit and squared(man.at, leader.at) <= numbers.voice]
        more = [man for man in game.men(self.called) if man.is_free and man.is_fit]
        # D-R11
        men = [man for man in (*own, *more) if reaches(game, man, target, self.gross, self.off)]
        self.men = tuple(man.id for man in men)
        self.starts = tuple(man.at for man in men)
        # D-R11
        self.others = tuple(man.id for man in own if man.id not in self.men)
        # D-R14: assaulted, a bearer lets go
        for id in self.target:
            if game.state.squads[game.man(id).squad].kind == PAIR:
                game.change_squad(game.man(id).squad, kind=APART)
        game.emit(AssaultLaunched(self.squad, self.unit, self.men))
        return None

    def fall_short(self, game: Skirmish, leader: Man, near: Man) -> Next:
        """D3.3b: the unit advances what it can toward the target and stops."""
        voice = game.rules.numbers.voice
        men = [man for man in game.unit(self.squad) if man.is_fit and squared(man.at, leader.at) <= voice]
        ground = ground_for(game, leader.side, [man.id for man in men])
        own = self.gross // 2 if leader.wounds == LIGHTLY else self.gross
        numbers = game.rules.numbers
        way = paid_way(game.rules.field, numbers, (leader.at, near.at), own, ground.is_free)
        off = way.deductions(numbers)
        rest = [man for man in men if man.id != leader.id]
        movers = [
            Mover(man.id, man.at, max((self.gross // 2 if man.wounds == LIGHTLY else self.gross) - off, 0), way.difficult)
            for man in rest
        ]
        squad = game.state.squads[self.squad]
        places = {leader.id: way.points[-1]}
        places |= place_followers(ground, way.points[-1], squad.facing, squad.formation, movers)
        self.put(game, places)
        game.emit(AssaultFellShort(self.squad, self.unit))
        return DONE

    def put(self, game: Skirmish, places: dict[str, Point]) -> None:
        for id, place in places.items():
            game.change(id, at=place)
        game.emit(MenPlaced(self.squad, tuple(places), tuple(places.values())))

    # ------------------------------------------------------------------ from behind

    def judge_rear(self, game: Skirmish) -> Next:
        """D3.3e, D-R7: by the direction from the target's leader to where the assaulting leader started."""
        squad = game.squad_of_unit(self.unit)
        center = game.unit_leader(self.unit).at
        leader = game.man(game.state.squads[self.squad].leader)
        found = quarter(squad.facing, center, leader.at)
        if found == FRONT:
            return None
        if found == BEHIND:
            self.behind = True
            game.emit(FromBehind(self.squad, self.unit, True))
            return None
        return Roll("from-behind", self.doubted, cites="D3.3e", die=D6, reading=game.rules.numbers.doubt_behind.__contains__)

    def doubted(self, game: Skirmish, rolled: Rolled) -> Next:
        self.behind = rolled.faces[0] in game.rules.numbers.doubt_behind
        game.emit(FromBehind(self.squad, self.unit, self.behind))
        return None

    # ------------------------------------------------------------------ defensive fire

    def why_no_fire(self, game: Skirmish) -> Reason | None:
        """D3.3d: what keeps the defenders from firing first."""
        if self.behind:
            return Reason("taken-from-behind", ("D3.3d",))
        squad = game.squad_of_unit(self.unit)
        if squad.pinned:
            return Reason("pinned", ("D3.0d1",), {"squad": squad.id})
        shot = Shot(game, self.unit, game.men(self.men))
        found = shot.aim() if shot.is_open else None
        if found is None or shot.range_modifier(found) is None:
            return Reason("no-line-of-fire-at-them", ("D3.3d",), {"unit": self.unit})
        return None

    def offer_fire(self, game: Skirmish) -> Next:
        """D3.3d: the defender may fire, with as many dice as they like."""
        if self.why_no_fire(game) is not None:
            return Goto("close")
        side = game.squad_of_unit(self.unit).side
        actions = Choices(*game.rules.dice_lists, [MeetThem()])
        args = {"unit": self.unit, "squad": self.squad}
        return Ask(side, actions, self.answered, "defensive-fire", "D3.3d", self.why_not_answer, args)

    def why_not_answer(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case MeetThem():
                return None
            case RollDice(number=number):
                return game.rules.why_not_dice(number)
        return NOT_OFFERED

    def answered(self, game: Skirmish, answer: Action) -> Next:
        if not isinstance(answer, RollDice):
            return Goto("close")
        self.dice = answer.number
        return None

    def roll(self, game: Skirmish) -> Next:
        side = game.squad_of_unit(self.unit).side
        each, together = readings(self.dice, 0), partial(dice_outcomes, self.dice, 0, True, self.dice)
        return Roll(
            "defensive-fire", self.rolled, cites="D3.3d", seat=side, die=D6, count=self.dice, each=each, outcomes=together
        )

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        self.faces = rolled.faces
        numbers = game.rules.numbers
        ones = tally(numbers, self.faces, (), True).ones
        squad = game.squad_of_unit(self.unit)
        if ones >= numbers.disaster:
            game.emit(Disaster(squad.id, ones))
            game.add_red(squad.side, 2)
            return None
        if ones >= numbers.fiasco:
            game.emit(Fiasco(squad.id))
            return Goto("close")
        return Goto("fire")

    def defenders_disaster(self, game: Skirmish) -> Next:
        """D3.3d: applied at once; a unit that goes back or breaks is not there for the melee."""
        return Call(DisasterTable(self.unit), then=self.after_disaster)

    def after_disaster(self, game: Skirmish, completed: object) -> Next:
        return Goto("fire") if completed else Goto("close")

    def modifiers(self, game: Skirmish) -> tuple[Modifier, ...]:
        """D3.3d: what the defenders' fire loses by wounds and surprise."""
        surprise = Modifier(game.rules.numbers.surprise, "surprised-by-the-charge", "D3.3d")
        return (*game.rules.wound_modifiers(game, self.unit), surprise)

    def fire(self, game: Skirmish) -> Next:
        """D3.3d: with one success less for surprise; all assaulting men are one target."""
        numbers = game.rules.numbers
        rolled = tally(numbers, self.faces, (), True)
        modifiers = self.modifiers(game)
        total = rolled.successes + sum(modifier.value for modifier in modifiers)
        level = level_name(numbers, rolled.successes)
        game.emit(SuccessesCounted(self.unit, rolled.successes, level, rolled.ones, modifiers))
        leader = game.state.squads[self.squad].leader
        return Call(Fire(self.unit, self.men, leader, max(total, -99), self.squad), then=self.fired)

    def fired(self, game: Skirmish, struck: object) -> Next:
        """D3.3d: who was hit stays where he started, whatever became of it."""
        if isinstance(struck, tuple):
            self.struck = struck
        return None

    # ------------------------------------------------------------------ contact

    def close(self, game: Skirmish) -> Next:
        """D-R11: those still on their feet run to contact with the enemies they are paired with."""
        men = game.men(self.men)
        standing = [man.id for man in men if man.is_free and man.is_fit and man.id not in self.struck]
        there = zip(game.men(self.target), self.stood, strict=True)
        present = [man for man, place in there if man.is_free and man.at == place]
        self.men, self.starts = (
            tuple(standing),
            tuple(start for id, start in zip(self.men, self.starts, strict=True) if id in standing),
        )
        if not standing or not present:
            return Call(NewLeaders(), then=self.over)
        self.target = tuple(man.id for man in present)
        places = self.contact_places(game, standing, present)
        out = [id for id in standing if id not in places]
        self.men, self.starts = (
            tuple(id for id in self.men if id not in out),
            tuple(start for id, start in zip(self.men, self.starts, strict=True) if id not in out),
        )
        if not self.men:
            return Call(NewLeaders(), then=self.over)
        self.put(game, places)
        self.follow(game)
        return None

    def over(self, game: Skirmish, result: object) -> Next:
        return DONE

    def contact_places(self, game: Skirmish, men: Sequence[str], present: Sequence[Man]) -> dict[str, Point]:
        """D-R11: each attacker in contact with his opponent, the surplus behind a comrade; who finds no place stays out."""
        ground = ground_for(game, game.man(men[0]).side, men)
        theirs = {man.id for man in present}
        strangers = [
            man.at for man in game.on_table() if man.side != game.man(men[0]).side and not man.captor and man.id not in theirs
        ]
        here = Obstacles(ground.field, ground.numbers, list(ground.others), strangers, ())
        order = game.rules.order
        opponents = [man for man in present if man.is_fit] or list(present)
        wishes = sorted(
            (squared(game.man(one).at, other.at), order[one], order[other.id], one, other.at)
            for one in men
            for other in opponents
        )
        places: dict[str, Point] = {}
        taken: set[Point] = set()
        for *_, one, enemy in wishes:
            if one not in places and enemy not in taken:
                spot = touching(here, enemy, game.man(one).at)
                if spot is not None:
                    places[one] = spot
                    taken.add(enemy)
                    here.others.append(spot)
        for one in sorted(set(men) - set(places), key=order.__getitem__):
            start = game.man(one).at
            front = sorted(places.values(), key=lambda p: squared(p, start))
            spot = next((found for p in front if (found := touching(here, p, start)) is not None), None)
            if spot is not None:
                places[one] = spot
                here.others.append(spot)
        return places

    def follow(self, game: Skirmish) -> None:
        """D-R11: the men of the squad who cannot reach contact follow as far as they can and stay out."""
        squad = game.state.squads[self.squad]
        rest = [man for man in game.men(self.others) if man.is_free and man.is_fit]
        if not rest:
            return
        lead = game.man(squad.leader if squad.leader in self.men else self.men[0])
        ground = ground_for(game, lead.side, [man.id for man in rest])
        movers = [
            Mover(man.id, man.at, max((self.gross // 2 if man.wounds == LIGHTLY else self.gross) - self.off, 0), True)
            for man in rest
        ]
        self.put(game, place_followers(ground, lead.at, squad.facing, CLOUD, movers))

    def fight(self, game: Skirmish) -> Next:
        side = game.state.squads[self.squad].side
        return Call(Melee(side, self.squad, self.men, self.starts, self.target, self.bonus), then=self.over)


def touching(ground: Obstacles, p: Point, start: Point) -> Point | None:
    """A free place in contact with somebody, the nearest to where one comes from."""
    spots = [(p[0] + IN_CONTACT * hx // 1000, p[1] + IN_CONTACT * hy // 1000) for hx, hy in HEADINGS]
    straight = along(p, start, IN_CONTACT)
    return nearest([straight, *spots], start, ground.is_free)
