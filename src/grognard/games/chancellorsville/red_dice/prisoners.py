"""Prisoners and escorts, and the wounded who are carried or left behind (D4.0, D3.2f, D-R14 to D-R16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.plane import squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import Bear, Escort, KeepApart, Proceed, Rejoin
from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.events import (
    EscortNamed,
    ManCaptured,
    PrisonersDelivered,
    PrisonersFreed,
    SquadJoined,
    WoundedCarried,
    WoundedSaved,
)
from grognard.games.chancellorsville.red_dice.names import ManId, SideName, SquadId
from grognard.games.chancellorsville.red_dice.state import (
    APART,
    CAPTURED,
    FLED,
    GUARD,
    HEALTHY,
    LARGEST_SQUAD,
    PAIR,
    REAR,
    SEVERELY,
    SQUAD,
    Man,
    Squad,
    is_near,
)
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders, home_of, tidy

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def capture(game: Skirmish, men: Iterable[str]) -> None:
    """D-R15: these men are prisoners where they stand, unarmed and without a squad."""
    for id in men:
        captor = ENEMY[game.man(id).side]
        game.change(id, captor=captor, charge="", down=False)
        game.emit(ManCaptured(id, captor))


# ---------------------------------------------------------------- escorts


def can_escort(game: Skirmish, man: Man) -> bool:
    """D-R15: a healthy soldier of a squad within three centimetres of waiting prisoners of his side."""
    if man.wounds != HEALTHY or not man.is_free or game.state.squads[man.squad].kind not in (SQUAD, APART):
        return False
    near = game.rules.numbers.capture
    return is_near(man.at, game.waiting_prisoners(man.side), near)


def take_charge(game: Skirmish, id: str) -> str:
    """D-R15: he and his prisoners are a squad of their own, or he joins the escorts who stand by."""
    man = game.man(id)
    squad, near = game.state.squads[man.squad], game.rules.numbers.capture
    guard = next(
        (
            other
            for other in game.state.squads.values()
            if other.kind == GUARD
            and other.side == man.side
            and is_near(man.at, (*game.company(other.id), *game.prisoners_of(other.id)), near)
        ),
        None,
    )
    if guard is None:
        guard = Squad(
            game.new_squad_id([id]), man.side, id, squad.facing, squad.level, squad.weapon, "cloud", GUARD, origin(squad)
        )
        game.set_squad(guard)
    game.change(id, squad=guard.id)
    if squad.leader == id and game.company(squad.id):
        game.change_squad(squad.id, leader="")
    room = game.rules.numbers.per_escort * len(game.company(guard.id)) - len(game.prisoners_of(guard.id))
    waiting = game.waiting_prisoners(man.side)
    group = [*game.company(guard.id), *game.prisoners_of(guard.id)]
    linked = [other for other in game.linked(game.man(id), [*group, *waiting]) if other not in group]
    taken = sorted(linked, key=lambda other: (squared(man.at, other.at), game.rules.order[other.id]))[:room]
    for other in taken:
        game.change(other.id, charge=guard.id)
    game.emit(EscortNamed(id, tuple(other.id for other in taken)))
    return guard.id


def origin(squad: Squad) -> str:
    """The squad that one made in play came from: of one that came from another, that other."""
    return squad.parent if squad.kind == APART else squad.id


class NameEscorts(Procedure["Skirmish"]):
    """D4.0: after a surrender the captor names escorts among the capturing men, as far as they are near enough."""

    side: SideName
    men: tuple[ManId, ...]
    steps: ClassVar[tuple[str, ...]] = ("choose", "leaders")

    def choose(self, game: Skirmish) -> Next:
        able = [man for man in game.men(self.men) if can_escort(game, man)]
        if not able:
            return None
        waiting = game.waiting_prisoners(self.side)
        able.sort(key=lambda man: (min(squared(man.at, one.at) for one in waiting), game.rules.order[man.id]))
        actions: list[Action] = [Escort(man.id) for man in able]
        return Ask(self.side, [*actions, Proceed()], self.named, "name-escorts", ("D4.0", "D-R15"), self.why_not_escort)

    def why_not_escort(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Proceed():
                return None
            case Escort(man=man):
                return why_not_escort(game, man, self.men)
        return NOT_OFFERED

    def named(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, Escort):
            take_charge(game, answer.man)
            return Goto("choose")
        return None

    def leaders(self, game: Skirmish) -> Next:
        return Call(NewLeaders())


def why_not_escort(game: Skirmish, id: str, among: Iterable[str]) -> Reason | None:
    """D-R15: why a man cannot take charge of prisoners."""
    if id not in among:
        return Reason("not-among-them", ("D-R15",), {"man": id})
    man = game.man(id)
    if not man.is_free or man.wounds != HEALTHY or game.state.squads[man.squad].kind not in (SQUAD, APART):
        return Reason("only-a-healthy-soldier", ("D-R15",), {"man": id})
    if not can_escort(game, man):
        return Reason("no-prisoners-near", ("D-R15",), {"man": id})
    return None


# ---------------------------------------------------------------- bearers


def can_bear(game: Skirmish, man: Man, comrade: Man) -> bool:
    """D-R14: a healthy soldier within three centimetres of a severely wounded comrade of his squad."""
    return (
        man.wounds == HEALTHY
        and man.is_free
        and comrade.is_free
        and comrade.wounds == SEVERELY
        and comrade.squad == man.squad
        and game.state.squads[man.squad].kind in (SQUAD, APART)
        and is_near(man.at, [comrade], game.rules.numbers.capture)
    )


def bearings(game: Skirmish, squad: str) -> list[Bear]:
    """Every way in which a man of a unit could take up a comrade."""
    company = game.company(squad)
    hurt = [man for man in company if man.wounds == SEVERELY]
    if not hurt:
        return []
    unit = game.unit(squad)
    return [Bear(man.id, comrade.id) for man in unit for comrade in hurt if can_bear(game, man, comrade)]


def take_up(game: Skirmish, id: str, wounded: str) -> str:
    """D-R14: bearer and wounded man are a pair of their own."""
    man = game.man(id)
    squad = game.state.squads[man.squad]
    pair = Squad(game.new_squad_id([id]), man.side, id, squad.facing, squad.level, squad.weapon, "cloud", PAIR, origin(squad))
    game.set_squad(pair)
    for one in (id, wounded):
        game.change(one, squad=pair.id)
    if squad.leader in (id, wounded) and game.company(squad.id):
        game.change_squad(squad.id, leader="")
    game.emit(WoundedCarried(id, wounded))
    return pair.id


# ---------------------------------------------------------------- the end of a move, and of an activation


def deliver(game: Skirmish, squad: str) -> None:
    """In the rear strip prisoners score, and a wounded man carried leaves play."""
    found = game.state.squads[squad]
    leader = game.man(found.leader)
    # D-R12
    if not leader.is_free or not game.rules.field.in_rear(found.side, leader.at):
        return
    # D-R15
    if found.kind == GUARD:
        prisoners = tuple(man.id for man in game.prisoners_of(squad))
        for id in prisoners:
            game.change(id, box=CAPTURED, charge="")
        game.emit(PrisonersDelivered(found.side, prisoners))
    # D-R14
    if found.kind == PAIR:
        for man in game.company(squad):
            if man.wounds == SEVERELY:
                game.change(man.id, box=REAR, squad=home_of(game, found, man))
                game.emit(WoundedSaved(man.id))
    tidy(game)


class Rejoining(Procedure["Skirmish"]):
    """D-R16: a freed bearer or escort who ends a Move near his old squad may belong to it again."""

    squad: SquadId
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Skirmish) -> Next:
        squad = game.state.squads.get(self.squad)
        if squad is None or not can_rejoin(game, squad):
            return DONE
        args = {"squad": squad.parent}
        return Ask(squad.side, [Rejoin(), KeepApart()], self.chosen, "rejoin", "D-R16", None, args)

    def chosen(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, Rejoin):
            join(game, self.squad)
        return DONE


def can_rejoin(game: Skirmish, squad: Squad) -> bool:
    if squad.kind != APART or squad.parent not in game.state.squads:
        return False
    mine, old = game.company(squad.id), game.company(squad.parent)
    near = game.rules.numbers.cohesion
    return len(mine) + len(old) <= LARGEST_SQUAD and any(is_near(one.at, old, near) for one in mine)


def join(game: Skirmish, id: str) -> None:
    squad = game.state.squads[id]
    for man in list(game.state.men.values()):
        if man.squad == id:
            game.change(man.id, squad=squad.parent)
    game.remove_squad(id)
    game.emit(SquadJoined(id, squad.parent))


def settle(game: Skirmish, side: str, acted: Iterable[str]) -> None:
    """Who ends an activation near wounded men left behind captures them, and frees prisoners who wait."""
    near = game.rules.numbers.capture
    men = [man for man in game.men(acted) if man.is_free and man.is_fit]
    # D3.2f
    left = [
        hurt.id
        for hurt in game.free_men(ENEMY[side])
        if hurt.wounds == SEVERELY and is_left_behind(game, hurt) and is_near(hurt.at, men, near)
    ]
    capture(game, left)
    enemies = game.on_feet(ENEMY[side])
    # D4.0
    freed = tuple(
        man.id
        for man in game.waiting_prisoners(ENEMY[side])
        if is_near(man.at, men, near) and not is_near(man.at, enemies, near)
    )
    free(game, freed)


def free(game: Skirmish, prisoners: tuple[str, ...]) -> None:
    """D4.0: as men who ran away, with the wounds that they have."""
    for id in prisoners:
        game.change(id, captor="", charge="", box=FLED)
    if prisoners:
        game.emit(PrisonersFreed(prisoners))


def is_left_behind(game: Skirmish, man: Man) -> bool:
    """D3.2f: out of cohesion with his unit, or with nobody in it who could act."""
    unit = game.unit(man.squad)
    return all(other.id != man.id for other in unit) or all(other.wounds == SEVERELY for other in unit)
