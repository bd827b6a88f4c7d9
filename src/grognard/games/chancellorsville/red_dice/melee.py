"""Melee (D3.3.1): pairs, support, casualties, flight and surrender."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.plane import Point, squared
from grognard.core.procedures import NOT_OFFERED, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import Assist
from grognard.games.chancellorsville.red_dice.components import ENEMY, HEADINGS, Numbers
from grognard.games.chancellorsville.red_dice.events import MeleeEnded, MeleeFought, SquadTurned
from grognard.games.chancellorsville.red_dice.formations import Mover, ground_for, heading_toward, place_in_cohesion
from grognard.games.chancellorsville.red_dice.names import Change, Count, ManId, Place, SideName, SquadId
from grognard.games.chancellorsville.red_dice.prisoners import NameEscorts, capture, free
from grognard.games.chancellorsville.red_dice.retreat import fall_back, retreat_to_cover
from grognard.games.chancellorsville.red_dice.state import HEALTHY, Man
from grognard.games.chancellorsville.red_dice.wounds import KILLED, NewLeaders, lacks_leader, strike

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

Pairs = tuple[tuple[ManId, ManId], ...]


def would_surrender(numbers: Numbers, left: float, against: float) -> bool:
    """D3.3.1e: three or fewer against twice as many."""
    return left <= numbers.surrender and against >= 2 * left


class Melee(Procedure["Skirmish"]):
    """D3.3.1: man against man, until one side has lost more."""

    side: SideName
    """The attackers."""
    squad: SquadId
    men: tuple[ManId, ...]
    """The attackers who came to contact."""
    starts: tuple[Place, ...]
    """Where they stood before the charge."""
    defenders: tuple[ManId, ...]
    """All men of the assaulted unit."""
    bonus: Change = 0
    """D3.0h6: added to every roll of the attackers."""
    pairs: Pairs = ()
    surplus: tuple[ManId, ...] = ()
    """Those without an opponent who still have to find a comrade to support."""
    support: tuple[tuple[ManId, ManId], ...] = ()
    """Who supports whom."""
    turn: Count = 0
    """Which pair fights."""
    loser: ManId = ""
    rounds: Count = 0
    lost: Count = 0
    """The casualties of the attackers, and of the defenders."""
    inflicted: Count = 0
    fallen: tuple[ManId, ...] = ()
    beaten: SideName = ""
    captured: tuple[ManId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = (
        "pair_off",
        "assist",
        "fight",
        "casualty",
        "next_pair",
        "decide",
        "surrender",
        "succeed",
        "flee",
        "close_up",
        "name_escorts",
        "leaders",
    )

    # ------------------------------------------------------------------ who fights whom

    def fighters(self, game: Skirmish, ids: Sequence[str]) -> list[Man]:
        """Those who can still fight."""
        return [man for man in game.men(ids) if man.is_free and man.is_fit]

    def start_of(self, id: str) -> Point:
        return self.starts[self.men.index(id)]

    def pair_off(self, game: Skirmish) -> Next:
        """D3.3.1a: greedily by the shortest distance before the charge; then the surplus deals with enemies lying down."""
        attackers, defenders = self.fighters(game, self.men), self.fighters(game, self.defenders)
        order = game.rules.order
        wishes = sorted(
            (squared(self.start_of(one.id), other.at), order[one.id], order[other.id], one.id, other.id)
            for one in attackers
            for other in defenders
        )
        pairs: list[tuple[str, str]] = []
        busy: set[str] = set()
        for *_, one, other in wishes:
            if one not in busy and other not in busy:
                pairs.append((one, other))
                busy |= {one, other}
        self.rounds += 1  # D3.3.1d: ten at most
        self.pairs, self.support, self.turn = tuple(pairs), (), 0
        free = [man.id for man in (*attackers, *defenders) if man.id not in busy]
        self.surplus = tuple(self.dispatch(game, free))
        return None

    def dispatch(self, game: Skirmish, free: Sequence[str]) -> Sequence[str]:
        """D3.2g, D3.3.1a: each surplus man eliminates one enemy lying down; the rest go to support."""
        rest = []
        for id in free:
            enemies = self.defenders if id in self.men else self.men
            lying = [man for man in game.men(enemies) if man.is_free and man.down]
            prey = min(lying, key=lambda man: (squared(game.man(id).at, man.at), game.rules.order[man.id]), default=None)
            if prey is None:
                rest.append(id)
            else:
                strike(game, prey.id, KILLED)
                self.count_loss(prey.id)
        return rest if self.pairs else []

    def count_loss(self, id: str) -> None:
        if id in self.men:
            self.lost += 1
        else:
            self.inflicted += 1

    def assist(self, game: Skirmish) -> Next:
        """D3.3.1a: one by one to an own pair with the fewest supporters; the nearest is the first on the list."""
        if not self.surplus:
            return None
        man = game.man(self.surplus[0])
        actions = [Assist(id) for id in self.comrades(game, man)]
        args = {"man": man.id}
        return Ask(man.side, actions, self.assisted, "whom-to-support", "D3.3.1a", self.why_not_assist, args)

    def comrades(self, game: Skirmish, man: Man) -> list[str]:
        place = 0 if man.id in self.men else 1
        number = {pair[place]: sum(helped == pair[place] for _, helped in self.support) for pair in self.pairs}
        fewest = min(number.values())
        able = [id for id in number if number[id] == fewest]
        return sorted(able, key=lambda id: (squared(man.at, game.man(id).at), game.rules.order[id]))

    def why_not_assist(self, game: Skirmish, action: Action) -> Reason | None:
        if not isinstance(action, Assist):
            return NOT_OFFERED
        if action.man in self.comrades(game, game.man(self.surplus[0])):
            return None
        return Reason("others-have-less-support", ("D3.3.1a",), {"man": action.man})

    def assisted(self, game: Skirmish, answer: Assist) -> Next:
        self.support = (*self.support, (self.surplus[0], answer.man))
        self.surplus = self.surplus[1:]
        return Goto("assist")

    # ------------------------------------------------------------------ one pair

    def fight(self, game: Skirmish) -> Next:
        """D3.3.1b: both roll as many dice as their level."""
        if self.turn >= len(self.pairs):
            return Goto("decide")
        one, other = (self.level(game, id) for id in self.pairs[self.turn])
        each = (game.rules.numbers.successes.__contains__,) * (one + other)
        return Roll("melee", self.fought, cites="D3.3.1b", seat=self.side, die=D6, count=len(each), each=each)

    def level(self, game: Skirmish, id: str) -> int:
        return game.state.squads[game.man(id).squad].level

    def fought(self, game: Skirmish, rolled: Rolled) -> Next:
        one, other = self.pairs[self.turn]
        split = self.level(game, one)
        mine = sum(face in game.rules.numbers.successes for face in rolled.faces[:split])
        theirs = sum(face in game.rules.numbers.successes for face in rolled.faces[split:])
        mine += self.bonus + sum(helped == one for _, helped in self.support)
        theirs += sum(helped == other for _, helped in self.support)
        game.emit(MeleeFought(one, other, mine, theirs))
        self.loser = "" if mine == theirs else other if mine > theirs else one
        return None

    def casualty(self, game: Skirmish) -> Next:
        """D3.3.1c: the loser of a pair rolls."""
        if not self.loser:
            return None
        reading = game.rules.numbers.melee_casualties.__getitem__
        side = game.man(self.loser).side
        return Roll("melee-casualty", self.suffered, cites="D3.3.1c", seat=side, die=D6, reading=reading)

    def suffered(self, game: Skirmish, rolled: Rolled) -> Next:
        strike(game, self.loser, game.rules.numbers.melee_casualties[rolled.faces[0]])
        self.count_loss(self.loser)
        return None

    def next_pair(self, game: Skirmish) -> Next:
        self.turn += 1
        self.loser = ""
        return Goto("fight")

    # ------------------------------------------------------------------ the outcome

    def decide(self, game: Skirmish) -> Next:
        """D3.3.1d: more casualties lose; if they are equal another round follows, ten at most."""
        if self.lost != self.inflicted:
            self.beaten = self.side if self.lost > self.inflicted else ENEMY[self.side]
        elif not self.fighters(game, self.defenders):  # nobody among them could fight
            self.beaten = ENEMY[self.side]
        elif self.rounds < game.rules.numbers.rounds:
            return Goto("pair_off")
        winner = ENEMY[self.beaten] if self.beaten else ""
        game.emit(MeleeEnded(winner, self.lost, self.inflicted))
        return None

    def surrender(self, game: Skirmish) -> Next:
        """D3.3.1e: three or fewer against twice as many surrender; the loser's wounded are captured in any case."""
        if not self.beaten:
            return None
        losers, winners = (self.men, self.defenders) if self.beaten == self.side else (self.defenders, self.men)
        unhurt = [man for man in self.fighters(game, losers) if man.wounds == HEALTHY]
        against = [man for man in self.fighters(game, winners) if man.wounds == HEALTHY]
        taken = [man.id for man in game.men(losers) if man.is_free and man.wounds != HEALTHY]
        if would_surrender(game.rules.numbers, len(unhurt), len(against)):
            taken += [man.id for man in unhurt]
        for squad in dict.fromkeys(game.man(id).squad for id in losers):
            if game.state.squads[squad].leader in losers:  # D3.3.1a: prisoners fall to the winner, whose own men they are
                free(game, tuple(man.id for man in game.prisoners_of(squad)))
        capture(game, taken)
        self.captured = tuple(taken)
        return None

    def succeed(self, game: Skirmish) -> Next:
        """D1.1a: leaders who have fallen are replaced before anybody flees or closes up."""
        squads = {game.man(id).squad for id in (*self.men, *self.defenders)}
        return Call(NewLeaders()) if any(lacks_leader(game, game.state.squads[squad]) for squad in squads) else None

    def flee(self, game: Skirmish) -> Next:
        """D3.3.1d: each squad of the loser flees by itself; after ten equal rounds the attackers fall back."""
        numbers = game.rules.numbers
        losers = self.men if self.beaten in ("", self.side) else self.defenders
        others = self.defenders if losers is self.men else self.men
        left = self.fighters(game, losers)
        for squad in dict.fromkeys(man.squad for man in left):
            theirs = [man for man in self.fighters(game, losers) if man.squad == squad]
            if self.beaten:
                retreat_to_cover(game, squad, theirs, numbers.flight)
            else:
                enemies = self.fighters(game, others)
                near = min(enemies, key=lambda man: squared(man.at, theirs[0].at)) if enemies else theirs[0]
                fall_back(game, squad, theirs, near.at, numbers.fall_back)
        return None

    def close_up(self, game: Skirmish) -> Next:
        """D-R11: winners scattered by the charge close up to cohesion, and face the side toward which the loser fled."""
        if not self.beaten:
            return None
        winners = self.men if self.beaten != self.side else self.defenders
        losers = self.defenders if winners is self.men else self.men
        victors = self.fighters(game, winners)
        for squad in dict.fromkeys(man.squad for man in victors):
            theirs = [man for man in victors if man.squad == squad]
            if winners is self.men and squad == self.squad:
                self.gather(game, squad, theirs)
            self.face_losers(game, squad, theirs, losers)
        return None

    def gather(self, game: Skirmish, squad: str, men: Sequence[Man]) -> None:
        found = game.state.squads[squad]
        if found.leader not in [man.id for man in men]:
            return
        for man in men:
            chain = [one.at for one in game.unit(squad) if one.id in {other.id for other in men}]
            if man.at in chain:
                continue
            ground = ground_for(game, man.side, [man.id])
            spot = place_in_cohesion(ground, chain, Mover(man.id, man.at, game.rules.numbers.most, True))
            if spot is not None:
                game.change(man.id, at=spot)

    def face_losers(self, game: Skirmish, squad: str, men: Sequence[Man], losers: Sequence[str]) -> None:
        gone = [man for man in game.men(losers) if man.is_free and man.is_fit]
        if not gone:
            return
        near = min(gone, key=lambda man: (squared(man.at, men[0].at), game.rules.order[man.id]))
        facing = HEADINGS[heading_toward(men[0].at, near.at)]
        game.change_squad(squad, facing=facing)
        game.emit(SquadTurned(squad, facing))

    def name_escorts(self, game: Skirmish) -> Next:
        if not self.captured:
            return None
        captors = self.men if self.beaten != self.side else self.defenders
        return Call(NameEscorts(ENEMY[self.beaten], captors))

    def leaders(self, game: Skirmish) -> Next:
        return Call(NewLeaders())
