"""Fire (D3.2): the line of fire, what changes the successes, and who is hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.plane import Point, squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.red_dice.actions import TakeHit
from grognard.games.chancellorsville.red_dice.components import CM, COVER_WORDS, ENEMY, HEADINGS
from grognard.games.chancellorsville.red_dice.events import LineOfFireLost, UnitFired
from grognard.games.chancellorsville.red_dice.formations import heading_toward
from grognard.games.chancellorsville.red_dice.names import Change, Count, ManId, UnitId
from grognard.games.chancellorsville.red_dice.sight import (
    BANDS,
    BEYOND,
    Aim,
    aim,
    bystanders,
    cover_of,
    has_line_of_fire,
    majority,
    sees,
    sees_majority,
    unit_cover,
    volleys_at,
)
from grognard.games.chancellorsville.red_dice.state import HEALTHY, Man
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders, strike

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

MUSKET = 130
"""From a man to the muzzle of his musket."""
VOLLEY = "volley"
PISTOL = "pistol"


class Shot:
    """One unit firing at others: all that can be known before the dice."""

    def __init__(self, game: Skirmish, unit: str, targets: Sequence[Man]) -> None:
        self.game, self.unit = game, unit
        men = game.unit_named(unit)
        self.squad = game.squad_of_unit(unit)
        self.shooters = game.shooters(men)
        self.targets = [man for man in targets if not man.down]
        self.others = bystanders(game, men, targets)

    @property
    def is_open(self) -> bool:
        """D3.2a."""
        return has_line_of_fire(self.game, self.shooters, self.targets, self.others)

    def aim(self) -> Aim | None:
        leader = self.game.unit_leader(self.unit)
        return aim(self.game, leader, self.shooters, self.targets, self.others)

    def volleys(self, found: Aim) -> bool:
        """D3.2.2a: from a line of six or more, at a range that the table has; pistols cannot."""
        if self.squad.weapon == PISTOL:
            return False
        if self.game.rules.numbers.weapons[VOLLEY][found.band] is None:
            return False
        return volleys_at(self.game, self.shooters, self.squad.facing, found.target.at)

    def range_modifier(self, found: Aim) -> int | None:
        """D3.2.1a: by weapon and range, or the volley's; None where it is out of range."""
        if found.band == BEYOND:
            return None
        weapons = self.game.rules.numbers.weapons
        by_weapon = weapons[self.squad.weapon][found.band]
        return weapons[VOLLEY][found.band] if by_weapon is not None and self.volleys(found) else by_weapon

    def modifiers(self, found: Aim) -> tuple[Modifier, ...]:
        """D3.2.1c: the highest of the range column and the highest of the cover column."""
        numbers = self.game.rules.numbers
        value = self.range_modifier(found) or 0
        cover = unit_cover(self.game, found.shooter.at, self.targets)
        listed = []
        if value:
            volley = self.volleys(found)
            label = VOLLEY if volley else self.squad.weapon
            args = {"weapon": label, "range": BANDS[found.band]}
            listed.append(Modifier(value, "weapon-and-range", "D3.2.2a" if volley else "D3.2.1a", args))
        if cover:
            listed.append(Modifier(numbers.cover[cover], "cover", "D3.2.1b", {"cover": COVER_WORDS[cover]}))
        if self.game.rules.single_modifier:
            listed = sorted(listed, key=lambda modifier: (-abs(modifier.value), -modifier.value))[:1]
        return tuple(listed)


def why_not_fire(game: Skirmish, squad: str, target: str) -> Reason | None:
    """Why a squad cannot fire at a unit, in the order of the rules."""
    side = game.state.squads[squad].side
    men = game.units(ENEMY[side]).get(target)
    args = {"squad": squad, "unit": target}
    if men is None:
        return Reason("no-such-enemy", ("D3.2a",), args)
    shot = Shot(game, squad, men)
    if not shot.shooters:
        return Reason("nobody-able-to-fire", ("D-R4",), args)
    if not shot.targets:
        return Reason("nobody-stands", ("D-R4",), args)
    needed, of_them = majority(len(shot.shooters)), majority(len(shot.targets))
    seeing = sum(sees_majority(game, man.at, shot.targets, shot.others) for man in shot.shooters)
    if seeing < needed:
        of = len(shot.shooters)
        return Reason(
            "too-few-see-them",
            ("D3.2a", "D-R4"),
            {"squad": squad, "unit": target, "seeing": seeing, "needed": needed, "of": of, "targets": of_them},
        )
    found = shot.aim()
    assert found is not None
    if shot.range_modifier(found) is None:
        far = round(found.squared**0.5 / CM, 1)
        return Reason("beyond-the-weapon", ("D3.2.1a",), {"unit": target, "range": far, "weapon": shot.squad.weapon})
    return None


def may_fire(game: Skirmish, squad: str, target: str) -> bool:
    """The same, as a quick answer."""
    men = game.units(ENEMY[game.state.squads[squad].side]).get(target)
    if men is None:
        return False
    shot = Shot(game, squad, men)
    if not shot.shooters or not shot.targets:
        return False
    weapons, numbers = game.rules.numbers.weapons[shot.squad.weapon], game.rules.numbers
    farthest = max(band for band in range(3) if weapons[band] is not None)
    nearest = min(squared(one.at, other.at) for one in shot.shooters for other in shot.targets)
    if nearest >= numbers.bands[farthest] or not shot.is_open:
        return False
    found = shot.aim()
    return found is not None and shot.range_modifier(found) is not None


def hits_of(successes: int, level: int) -> int:
    """D3.2c: as many successes as the target's level hit one man, each more another."""
    return max(successes - level + 1, 0)


# ---------------------------------------------------------------- the fire


def muzzles(shooters: Sequence[Man], facing: Point) -> tuple[Point, ...]:
    """Where the muskets of some men end who face one way: there the smoke is."""
    dx, dy = (round(MUSKET * part / hypot(*facing)) for part in facing)
    return tuple((man.at[0] + dx, man.at[1] + dy) for man in shooters)


class Fire(Procedure["Skirmish"]):
    """D3.2: fire with so many successes at some men of one unit, who are led by one of them."""

    unit: UnitId
    """Who fires."""
    targets: tuple[ManId, ...]
    leader: ManId
    """Who is hit last."""
    successes: Change
    aimed_at: UnitId = ""
    hits: Count = 0
    struck: tuple[ManId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("fire", "allot", "roll", "leaders", "over")

    def shot(self, game: Skirmish) -> Shot:
        return Shot(game, self.unit, [man for man in game.men(self.targets) if man.is_free])

    def fire(self, game: Skirmish) -> Next:
        """D-R17: who fires, and whether they can, is judged by those who are left."""
        shot = self.shot(game) if game.unit_named(self.unit) else None
        found = shot.aim() if shot is not None and shot.is_open else None
        if shot is None or found is None or shot.range_modifier(found) is None:
            game.emit(LineOfFireLost(self.unit))
            return DONE
        modifiers = shot.modifiers(found)
        total = self.successes + sum(modifier.value for modifier in modifiers)
        self.hits = hits_of(total, game.state.squads[game.man(self.leader).squad].level)
        facing = HEADINGS[heading_toward(found.shooter.at, found.target.at)]
        volley = shot.volleys(found)
        game.change_squad(shot.squad.id, facing=facing)
        far = round(found.squared**0.5)
        target = self.aimed_at or game.man(self.leader).squad  # D1.1c
        game.emit(UnitFired(self.unit, target, far, volley, self.hits, modifiers, muzzles(shot.shooters, facing)))
        return None if self.hits else DONE

    # ------------------------------------------------------------------ who is hit

    def exposed(self, game: Skirmish) -> Iterator[list[Man]]:
        """D3.2d: the classes of men in the order in which they are hit: the healthy by cover, the wounded, the leader."""
        shot = self.shot(game)
        found = shot.aim()
        if found is None:
            return
        seen = [
            man
            for man in shot.targets
            if man.id not in self.struck and any(sees(game, shooter.at, man.at, shot.others) for shooter in shot.shooters)
        ]
        cover = {man.id: cover_of(game.rules.field, game.rules.numbers, found.shooter.at, man.at) for man in seen}
        order = game.rules.order
        seen.sort(key=lambda man: (cover[man.id], squared(found.shooter.at, man.at), order[man.id]))
        for group in (
            [man for man in seen if man.wounds == HEALTHY and man.id != self.leader],
            [man for man in seen if man.wounds != HEALTHY and man.id != self.leader],
        ):
            for kind in sorted({cover[man.id] for man in group}):
                yield [man for man in group if cover[man.id] == kind]
        yield [man for man in seen if man.id == self.leader]

    def allot(self, game: Skirmish) -> Next:
        """D3.2d: the defender allots the hits among the most exposed; what exceeds those who can be hit is lost."""
        left = self.hits - len(self.struck)
        group = next((found for found in self.exposed(game) if found), [])
        if left <= 0 or not group:
            return None
        if len(group) <= left:
            self.struck = (*self.struck, *(man.id for man in group))
            return Goto("allot")
        side = group[0].side
        actions = [TakeHit(man.id) for man in group]
        return Ask(side, actions, self.taken, "allot-hits", "D3.2d", self.why_not_take, {"number": left})

    def why_not_take(self, game: Skirmish, action: Action) -> Reason | None:
        if not isinstance(action, TakeHit):
            return NOT_OFFERED
        group = next((found for found in self.exposed(game) if found), [])
        if action.man in [man.id for man in group]:
            return None
        if action.man in self.struck:
            return Reason("hit-already", ("D3.2d",), {"man": action.man})
        if action.man == self.leader:
            return Reason("the-leader-falls-last", ("D3.2d",), {"man": action.man})
        return Reason("others-are-more-exposed", ("D3.2d",), {"man": action.man})

    def taken(self, game: Skirmish, answer: TakeHit) -> Next:
        self.struck = (*self.struck, answer.man)
        return Goto("allot")

    def roll(self, game: Skirmish) -> Next:
        """D3.2e: 1d6 for each soldier hit."""
        if not self.struck:
            return None
        side = game.man(self.struck[0]).side
        table = game.rules.numbers.fire_casualties
        each = (table.__getitem__,) * len(self.struck)
        return Roll("fire-casualties", self.rolled, cites="D3.2e", seat=side, die=D6, count=len(each), each=each)

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        for id, face in zip(self.struck, rolled.faces, strict=True):
            strike(game, id, game.rules.numbers.fire_casualties[face])
        return None

    def leaders(self, game: Skirmish) -> Next:
        return Call(NewLeaders())

    def over(self, game: Skirmish) -> Next:
        return Done(self.struck)
