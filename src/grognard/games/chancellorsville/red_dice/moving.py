"""Move (D3.1, D-R6, D-R9): the leader's way, the men who follow, and what a squad finds where it arrives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core.actions import Action, Take
from grognard.core.choices import Choices
from grognard.core.plane import Point, squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import ByHand, Face, Proceed, PutAt
from grognard.games.chancellorsville.red_dice.choosing import HALF, Bends, Spots, WayEnds, point_of
from grognard.games.chancellorsville.red_dice.components import CM, HEADINGS
from grognard.games.chancellorsville.red_dice.events import MenPlaced, SquadTurned, SquadWalked
from grognard.games.chancellorsville.red_dice.formations import (
    LINE,
    RINGS,
    Mover,
    Obstacles,
    around,
    can_go,
    ground_for,
    heading_toward,
    nearest,
    place_followers,
)
from grognard.games.chancellorsville.red_dice.names import Count, FormationName, Heading, Hundredths, ManId, Place, SquadId
from grognard.games.chancellorsville.red_dice.prisoners import Rejoining, deliver
from grognard.games.chancellorsville.red_dice.reach import Reach, Rows
from grognard.games.chancellorsville.red_dice.sight import is_volley_line
from grognard.games.chancellorsville.red_dice.state import GUARD, LIGHTLY, PAIR, SEVERELY, Man, is_near
from grognard.games.chancellorsville.red_dice.ways import Way, best_way, leg, measured, paid_way, passed

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

MOST_BENDS = 4


# ---------------------------------------------------------------- who moves, and how fast


def keeps_line(game: Skirmish, squad: str, formation: str) -> bool:
    """D3.2.2b: a squad in volley line that stays in line moves at half speed."""
    if formation != LINE:
        return False
    found = game.memo.get(("line", squad))
    if found is None:
        found = game.memo["line", squad] = is_volley_line(game, game.shooters(game.unit(squad)))
    return bool(found)


def gross_for(game: Skirmish, squad: str, man: Man, gross: int, formation: str) -> int:
    """What a man has of the squad's distance before deductions: half for the wounded, bearers, and men in line."""
    found = game.state.squads[man.squad]
    slow = (
        man.wounds == LIGHTLY
        or found.kind == PAIR
        or (found.kind == GUARD and any(prisoner.wounds == SEVERELY for prisoner in game.prisoners_of(found.id)))
        or keeps_line(game, squad, formation)
    )
    return gross // 2 if slow else gross


def movers(game: Skirmish, squad: str) -> list[Man]:
    """Who moves with a squad: its men on their feet, strays too, and bearers near it."""
    found = [man for man in game.company(squad) if man.is_fit]  # D1.1c
    # D-R14
    if game.state.squads[squad].kind not in (PAIR, GUARD):
        near, unit = game.rules.numbers.cohesion, game.unit(squad)
        for pair in game.pairs_of(squad):
            found += [man for man in game.company(pair.id) if man.is_fit and is_near(man.at, unit, near)]
    return found


def burdens(game: Skirmish, men: Sequence[Man]) -> dict[str, Man]:
    """D-R14: the wounded men whom these carry, by their bearers."""
    found = {}
    for man in men:
        if game.state.squads[man.squad].kind == PAIR:
            carried = next((one for one in game.company(man.squad) if one.wounds == SEVERELY), None)
            if carried is not None:
                found[man.id] = carried
    return found


def all_who_move(game: Skirmish, squad: str) -> list[str]:
    """Everybody whose place changes: the men, those they carry, and prisoners in their charge."""
    men = movers(game, squad)
    carried = [man.id for man in burdens(game, men).values()]
    return [*(man.id for man in men), *carried, *(man.id for man in game.prisoners_of(squad))]


def most_for_leader(game: Skirmish, squad: str, formation: str) -> int:
    """D3.1d: how far the leader can be told to go: what the most successes that count would give him."""
    leader = game.man(game.state.squads[squad].leader)
    return gross_for(game, squad, leader, game.rules.numbers.most, formation)


def formation_of(game: Skirmish, squad: str, wanted: str) -> str:
    return wanted or game.state.squads[squad].formation


# ---------------------------------------------------------------- where a leader may go


class Walking:
    """The ways that are open to a leader now."""

    def __init__(self, game: Skirmish, squad: str, formation: str, bends: Sequence[Point], gross: int | None = None) -> None:
        self.game, self.squad = game, squad
        self.numbers, self.field = game.rules.numbers, game.rules.field
        self.leader = game.man(game.state.squads[squad].leader)
        self.full = self.numbers.most if gross is None else gross
        self.most = gross_for(game, squad, self.leader, self.full, formation_of(game, squad, formation))
        self.ground: Obstacles = ground_for(game, self.leader.side, all_who_move(game, squad))
        self.so_far = measured(self.field, (self.leader.at, *bends))
        self.start = self.so_far.points[-1]
        self.left = self.most - self.so_far.cost(self.numbers)
        self.reach = (max(self.left, 0) + self.numbers.slack) ** 2
        self.priced = game.rules.numbers_in_difficult if self.so_far.difficult else self.numbers

    def way(self, p: Point) -> Way | None:
        """The whole way to a point, if the leader may be sent there."""
        if squared(self.start, p) > self.reach or not self.ground.is_free(p):
            return None
        last = best_way(self.field, self.priced, self.start, p, self.ground.foes, self.left)
        if last is None:
            return None
        return measured(self.field, (*self.so_far.points, *last.points[1:])) if self.so_far.length else last

    def mark(self, p: Point) -> int | None:
        """D3.1a: how many successes it takes to get to a point; None where nobody gets."""
        way = self.way(p)
        if way is None:
            return None
        share = self.full / self.most * (way.cost(self.numbers) - self.numbers.slack)
        return max(-int(-share // self.numbers.step), 1)

    def bend(self, p: Point) -> int | None:
        """D-R9: whether a straight leg to a point can be declared on which the leader could also stop."""
        if p == self.start or squared(self.start, p) > self.reach:
            return None
        part = leg(self.field, self.start, p)
        cost = part.length + part.crossings * self.numbers.toll + part.difficult * self.priced.difficult
        if cost > self.left + self.numbers.slack or not self.ground.is_free(p):
            return None
        return 1 if passed(self.numbers, self.start, p, self.ground.foes) is None else None

    def ends(self) -> WayEnds:
        return WayEnds(self.field, self.start, max(self.left, 0), self.mark, self.all_ends)

    def bends(self) -> Bends:
        return Bends(self.field, self.start, max(self.left, 0), self.bend, self.all_bends)

    @cached_property
    def all_reach(self) -> Reach:
        limit = max(self.left + self.numbers.slack, 0.0)
        return Reach(self.field, self.priced, self.ground, self.start, limit)

    def all_ends(self) -> tuple[range, list[Rows]]:
        """What `mark` says of every point."""
        numbers, spent = self.numbers, self.so_far.cost(self.numbers)
        marks = range(1, -(-self.full // numbers.step) + 1)
        prices = [min(mark * numbers.step * self.most / self.full, self.most) + numbers.slack - spent for mark in marks]
        return self.all_reach.rows, self.all_reach.reached(prices)

    def all_bends(self) -> tuple[range, list[Rows]]:
        """What `bend` says of every point."""
        rows, found = self.all_reach.rows, self.all_reach.straight()
        x, y = self.start
        if x % CM == 0 and y % CM == 0:
            found[y // CM - rows.start] &= ~(1 << x // CM)
        return rows, [found]

    def why_not(self, text: str, straight: bool = False) -> Reason | None:
        """Why the leader cannot be sent to a point, in the order of the rules."""
        cm, p = self.numbers, point_of(text)
        if p is None:
            return Reason("no-such-point", ("D-R9",), {"point": text})
        if not self.field.on_table(p):
            return Reason("off-the-table", ("D-R1",), {"point": text})
        for man in self.game.on_table():
            if man.at in self.ground.others and squared(man.at, p) < cm.apart:
                return Reason("on-a-base", ("D-R1",), {"point": text, "man": man.id})
            if man.at in self.ground.enemies and squared(man.at, p) <= cm.contact:
                return Reason("in-contact-with", ("D-R9",), {"point": text, "man": man.id})
        if straight:
            if self.bend(p) is not None:
                return None
        elif self.way(p) is not None:
            return None
        foe = passed(cm, self.start, p, self.ground.foes)
        if foe is not None:
            who = next(man.id for man in self.game.on_table() if man.at == foe)
            return Reason("passes-an-enemy", ("D-R9",), {"point": text, "man": who})
        whole = measured(self.field, (*self.so_far.points, p))
        args = {
            "length": round(whole.length / CM, 1),
            "obstacles": whole.crossings * cm.toll // CM,
            "ground": whole.difficult * cm.difficult // CM,
            "total": round(whole.length / CM, 1) + (whole.crossings * cm.toll + whole.difficult * cm.difficult) // CM,
            "most": self.most / CM,
        }
        return Reason("way-too-dear", ("D3.1d", "D3.1b", "D3.1c"), args)


# ---------------------------------------------------------------- the move


class Walk(Procedure["Skirmish"]):
    """D3.1, D-R9: a squad moves along a declared way as far as it can pay for."""

    squad: SquadId
    way: tuple[Place, ...]
    gross: Hundredths
    formation: FormationName = ""
    step_by_hand: bool = False
    men: tuple[ManId, ...] = ()
    """The followers, from where they came, and how far each may go."""
    starts: tuple[Place, ...] = ()
    reaches: tuple[Hundredths, ...] = ()
    through_houses: bool = False
    end: Place = (0, 0)
    """Where the leader goes."""
    moved: tuple[ManId, ...] = ()
    """Those placed by hand."""
    taken: ManId = ""
    facing: Heading = (0, 0)
    headed: Count = 0
    steps: ClassVar[tuple[str, ...]] = ("walk", "face", "place", "adjust", "put", "arrive", "rejoin")

    def facts(self, game: Skirmish) -> Mapping[str, Any]:
        return {"walks to": self.end}

    def walk(self, game: Skirmish) -> Next:
        """How far the leader gets, and what the others have left; all are moved together, when the facing is known."""
        squad = game.state.squads.get(self.squad)
        if squad is None or not game.unit(self.squad) or not self.gross:
            return DONE
        numbers, field = game.rules.numbers, game.rules.field
        leader = game.man(squad.leader)
        formation = formation_of(game, self.squad, self.formation)
        following = [man for man in movers(game, self.squad) if man.id != leader.id]
        prisoners = game.prisoners_of(self.squad)
        ground = ground_for(game, leader.side, all_who_move(game, self.squad))
        if leader.is_fit:
            own = gross_for(game, self.squad, leader, self.gross, formation)
            way = paid_way(field, numbers, self.way, own, ground.is_free)
        else:
            way = Way((leader.at,), 0.0, 0, False)
        off = way.deductions(numbers)
        self.through_houses = way.difficult
        self.men = tuple(man.id for man in (*following, *prisoners))
        self.starts = tuple(game.man(id).at for id in self.men)
        self.reaches = tuple(
            max(gross_for(game, self.squad, man if man.is_free else leader, self.gross, formation) - off, 0)
            for man in game.men(self.men)
        )
        self.end = way.points[-1]
        ahead = leader.at, self.end
        self.headed = heading_toward(*ahead) if leader.at != self.end else heading_toward((0, 0), squad.facing)
        game.emit(SquadWalked(self.squad, leader.at, self.end, round(way.length), way.crossings, way.difficult))
        return None

    # ------------------------------------------------------------------ facing and places

    def face(self, game: Skirmish) -> Next:
        """D-R7: the owner declares the facing at the end of a move; the way they came is the first on the list."""
        squad = game.state.squads[self.squad]
        if squad.kind in (PAIR, GUARD):
            self.facing = HEADINGS[self.headed]
            return None
        actions: list[Action] = [Face((self.headed + turn) % len(HEADINGS)) for turn in TURNS]
        if self.men and not self.step_by_hand:
            actions.append(ByHand())
        named = {"leader": squad.leader, "squad": self.squad}
        return Ask(squad.side, actions, self.faced, "face", ("D-R7", "D-R9"), self.why_not_face, named)

    def why_not_face(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Face(heading=heading):
                if 0 <= heading < len(HEADINGS):
                    return None
                return Reason("no-such-heading", ("D-R7",), {"heading": heading, "most": len(HEADINGS) - 1})
            case ByHand() if self.men and not self.step_by_hand:
                return None
        return NOT_OFFERED

    def faced(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, ByHand):
            self.step_by_hand = True
            return Goto("face")
        assert isinstance(answer, Face)
        self.facing = HEADINGS[answer.heading]
        return None

    def place(self, game: Skirmish) -> Next:
        """D-R6: the men take up the formation around their leader."""
        squad = game.state.squads[self.squad]
        formation = formation_of(game, self.squad, self.formation)
        game.change_squad(self.squad, facing=self.facing, formation=formation)
        game.emit(SquadTurned(self.squad, self.facing))
        leader = game.change(squad.leader, at=self.end)
        everybody = [leader, *game.men(self.men)]
        carried = burdens(game, everybody)
        ground = ground_for(game, squad.side, [man.id for man in (*everybody, *carried.values())])
        places = self.places(ground, leader, formation, carried)
        for id, place in places.items():
            if game.man(id).at != place:
                game.change(id, at=place)
        if places:
            game.emit(MenPlaced(self.squad, tuple(places), tuple(places.values())))
        return None

    def places(self, ground: Obstacles, leader: Man, formation: str, carried: dict[str, Man]) -> dict[str, Point]:
        """A place for every follower, and beside each bearer for the man he carries."""
        stuck: set[str] = set()
        while True:
            here = ground._replace(others=list(ground.others))
            followers = [
                Mover(id, start, 0 if id in stuck else reach, self.through_houses)
                for id, start, reach in zip(self.men, self.starts, self.reaches, strict=True)
            ]
            found: dict[str, Point] = {}
            for bearer in (id for id in stuck if id in carried):
                found[carried[bearer].id] = carried[bearer].at
                here.others.append(carried[bearer].at)
            found |= place_followers(here, leader.at, self.facing, formation, followers)
            where = {**found, leader.id: leader.at}
            taken = here._replace(others=[*here.others, leader.at, *found.values()])
            for bearer, hurt in carried.items():
                if hurt.id in found:
                    continue
                spot = beside(taken, where[bearer], hurt.at)
                if spot is None and bearer not in stuck and bearer != leader.id:
                    stuck.add(bearer)
                    break
                found[hurt.id] = spot if spot is not None else nearest_free(taken, hurt.at)
                taken.others.append(found[hurt.id])
            else:
                return found

    # ------------------------------------------------------------------ by hand

    def adjust(self, game: Skirmish) -> Next:
        """D-R9: single men can be placed anywhere legal afterwards, each once."""
        left = self.adjustable(game)
        if not left:
            return Goto("arrive")
        squad = game.state.squads[self.squad]
        actions: list[Action] = [Proceed(), *(Take(id) for id in left)]
        return Ask(squad.side, actions, self.picked, "place-by-hand", "D-R9", self.why_not_pick, {"squad": self.squad})

    def adjustable(self, game: Skirmish) -> list[str]:
        """The men who may still be placed by hand; prisoners and bearers may not."""
        if not self.step_by_hand:
            return []
        return [id for id in self.men if id not in self.moved and game.man(id).squad == self.squad]

    def why_not_pick(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Proceed():
                return None
            case Take(item=item):
                if item in self.adjustable(game):
                    return None
                if item in self.moved:
                    return Reason("placed-already", ("D-R9",), {"man": item})
                return Reason("does-not-move", ("D-R9",), {"man": item})
        return NOT_OFFERED

    def picked(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, Take):
            self.taken = answer.item
            return None
        return Goto("arrive")

    def put(self, game: Skirmish) -> Next:
        squad = game.state.squads[self.squad]
        why_not = self.spots(game)
        comrades = [man.at for man in game.company(self.squad)]
        spots = Spots(game.rules.field, comrades, RINGS[-1], lambda p: None if why_not(p) else 1)
        actions = Choices([Proceed()], spots)
        return Ask(squad.side, actions, self.was_put, "put", "D-R9", self.why_not_put, {"man": self.taken})

    def spots(self, game: Skirmish) -> Callable[[Point], Reason | None]:
        """What says why a man cannot go to a place: it is taken, out of reach, or parts somebody from the rest."""
        place, man = self.men.index(self.taken), game.man(self.taken)
        ground = ground_for(game, man.side, [man.id])
        mover = Mover(man.id, self.starts[place], self.reaches[place], self.through_houses)
        company = game.company(self.squad)
        leader = game.man(game.state.squads[self.squad].leader)
        linked = len(game.linked(leader, company))

        def why_not(p: Point) -> Reason | None:
            if not ground.is_free(p):
                return Reason("not-a-free-place", ("D-R1", "D-R9"), {"man": man.id})
            if not can_go(ground, mover, p):
                return Reason("out-of-his-reach", ("D-R9",), {"man": man.id})
            moved = [game.rules.at(one, p) if one.id == man.id else one for one in company]
            if len(game.linked(leader, moved)) < linked:
                return Reason("breaks-cohesion", ("D-R6",), {"man": man.id})
            return None

        return why_not

    def why_not_put(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Proceed():
                return None
            case PutAt(point=point):
                p = point_of(point, HALF)
                if p is None:
                    return Reason("no-such-point", ("D-R9",), {"point": point})
                return self.spots(game)(p)
        return NOT_OFFERED

    def was_put(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, PutAt):
            p = point_of(answer.point, HALF)
            assert p is not None
            game.change(self.taken, at=p)
            game.emit(MenPlaced(self.squad, (self.taken,), (p,)))
        self.moved = (*self.moved, self.taken)
        self.taken = ""
        return Goto("adjust")

    # ------------------------------------------------------------------ at the end

    def arrive(self, game: Skirmish) -> Next:
        """What is carried or led to the rear."""
        for pair in (*game.pairs_of(self.squad), game.state.squads[self.squad]):
            if pair.id in game.state.squads:
                deliver(game, pair.id)
        return None

    def rejoin(self, game: Skirmish) -> Next:
        return Call(Rejoining(self.squad), then=self.over)

    def over(self, game: Skirmish, result: object) -> Next:
        return DONE


TURNS = (0, *(sign * turn for turn in range(1, 12) for sign in (1, -1)), 12)
"""The headings from a first one outward."""


def beside(ground: Obstacles, bearer: Point, old: Point) -> Point | None:
    """D-R14: a free place in contact with a bearer, the nearest to where the man he carries lay, behind no wall if possible."""
    ring = RINGS[0]
    spots = [(bearer[0] + ring * hx // 1000, bearer[1] + ring * hy // 1000) for hx, hy in HEADINGS]
    houses = [house.shape for house in ground.field.walled]
    outside = [spot for spot in spots if all(house.part(bearer, spot) is None for house in houses)]
    return nearest(outside, old, ground.is_free) or nearest(spots, old, ground.is_free)


def nearest_free(ground: Obstacles, p: Point) -> Point:
    """The nearest free place of all."""
    if ground.is_free(p):
        return p
    found, ring = nearest(around([p]), p, ground.is_free), 2
    while found is None:
        spots = ((p[0] + 150 * ring * hx // 1000, p[1] + 150 * ring * hy // 1000) for hx, hy in HEADINGS)
        found, ring = nearest(spots, p, ground.is_free), ring + 1
    return found
