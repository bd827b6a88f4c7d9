"""Sections J.1 and K: the player attacks divisions of the automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.procedures import DONE, Ask, Call, Draw, Next, Roll
from grognard.core.texts import Argument, Modifier, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.combat import SoloCombat
from grognard.games.chancellorsville.old_joe.names import Formation
from grognard.games.chancellorsville.old_joe.scoring import Trophies
from grognard.games.chancellorsville.old_joe.wheel import Wheeling
from grognard.games.chancellorsville.victories.actions import Suffer
from grognard.games.chancellorsville.victories.bonuses import in_order, pool_of
from grognard.games.chancellorsville.victories.names import Count, HexOrNone, UnitId
from grognard.games.chancellorsville.victories.pieces import CSA, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire


def brings_skirmisher(die: int) -> bool:
    """J-N2: a skirmisher on an even result."""
    return die % 2 == 0


class Assault(SoloCombat):
    """J-J1: the player attacks divisions of the automaton."""

    die: Count = 0
    """J-J1a: the breastwork die."""
    going: tuple[UnitId, ...] = ()
    """J-K3a: the divisions that retreat, each to absorb a loss."""
    formations: tuple[Formation, ...] = ()
    """Who is attacked."""
    strongest: HexOrNone = 0
    """J-P029: where the strongest attacker stood."""
    steps: ClassVar[tuple[str, ...]] = (
        "begin",
        "name_them",
        "dig",
        "breastwork",
        "choose_ground",
        "choose_cover",
        "attacker_event",
        "count_dice",
        "use_marker",
        "attacker_adds",
        "attacker_subtracts",
        "attacker_rolls",
        "attacker_sixes",
        "defender_rolls",
        "defender_sixes",
        "defender_struck",
        "defender_loses",
        "attacker_struck",
        "attacker_loses",
        "retreats",
        "advance",
        "advance_units",
        "end",
        "jump",
        "trophies",
    )

    def name_them(self, game: Solitaire) -> Next:
        self.formations = tuple(dict.fromkeys(game.formation_at(h) for h in self.targets if game.formation_at(h)))
        best = max((game.piece(id) for id in self.attackers), key=lambda piece: (game.points(piece), piece.id))
        self.strongest = best.hex
        return None

    def dig(self, game: Solitaire) -> Next:
        """J-J1a: an attacked division always builds breastworks where it may."""
        for h in self.targets:
            if game.rules.why_not_dig(game, UNION, h) is None:
                game.rules.dig(game, UNION, h)
        return None

    def breastwork(self, game: Solitaire) -> Next:
        return Roll("breastwork", self.breastwork_rolled, (), "J-J1a", UNION, D6)

    def breastwork_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        """J-J1a: a loss or a die of the attackers, and a skirmisher on an even result; the guns come of it later."""
        rules = game.rules
        self.die = rolled.total
        effect = rules.works_effect(game, self)
        if effect is None:
            effect = "level" if self.die >= rules.components.display.breastwork_die.loss_from else "die"
        self.works = effect
        args: dict[str, Argument] = {"die": self.die, "guns": rules.guns_in_defence(game, self), "effect": effect or "none"}
        rules.explain(game, self.name(), Reason("why.breastwork-die", ("J-J1a", "J-J1b"), args))
        return self.skirmish_on_even(game) if brings_skirmisher(self.die) else None

    def skirmish_on_even(self, game: Solitaire) -> Next:
        """J-N2: on the attacked division nearest to an enemy, by lot among equals; a formation has one at most."""
        rules = game.rules
        units = [piece for h in self.targets for piece in game.real(game.units_at(UNION, h))]
        able = by.nearest(game, [p for p in units if not rules.has_skirmisher(game, game.counter(p.id).formation)])
        if len(able) > 1:
            return Draw("skirmisher", tuple(sorted(piece.id for piece in able)), self.skirmisher_placed)
        for piece in able:
            rules.add_skirmisher(game, piece.id)
        return None

    def skirmisher_placed(self, game: Solitaire, id: str) -> Next:
        game.rules.add_skirmisher(game, id)
        return None

    def name(self) -> str:
        return self.formations[0] if self.formations else ""

    def use_marker(self, game: Solitaire) -> Next:
        """J-N3: the marker is used at the first combat."""
        game.state.combat -= game.rules.marked(game, self.defenders(game))
        return None

    def defender_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        self.answered = self.raised_hits(game, in_order(pool_of(self.defence)), rolled.faces)
        return None

    def defender_sixes(self, game: Solitaire) -> Next:
        """J-K2a: each six strikes the strongest attacker; the player chooses among equals."""
        if not self.sixes:
            return None
        units = game.rules.struck_first(game, self.strikable(game, game.alive(self.attackers), self.struck))
        if not units:
            self.sixes = 0
            return None
        return Ask(CSA, [Suffer(piece.id) for piece in units], self.defender_six_used, "struck-by-six", "J-K2a")

    def defender_loses(self, game: Solitaire) -> Next:
        """J-K3a: in the order of DAMAGE; who would be destroyed retreats; before the last loss a die decides."""
        rules = game.rules
        while self.hits:
            id = self.next_struck(game)
            if id is None:
                return None
            if not self.may_withdraw(game, id):
                self.hits -= 1
                self.suffer(game, id)
                continue
            if rules.levels(game.piece(id)) <= 1:
                self.hits -= 1
                self.withdraw(game, id, Reason("why.saves-itself", ("J-K3a",), {"unit": game.counter(id).name}))
                continue
            if self.hits > 1:
                self.hits -= 1
                self.suffer(game, id)
                continue
            cautious = (Modifier(-1, "cautious", "J-K3a"),) if game.state.attitude == "C" else ()
            most = rules.components.display.defender_retreat.retreats_at - sum(each.value for each in cautious)
            return Roll("retreat-or-stand", self.retreat_rolled, cautious, "J-K3a", UNION, D6, reading=most.__lt__)
        return None

    def next_struck(self, game: Solitaire) -> str | None:
        """J-K1a: whom the next loss falls on; a retreat that absorbed one counts as one taken."""
        return by.damage(game, self.defenders(game), (*self.victims, *self.hurt, *self.going))

    def may_withdraw(self, game: Solitaire, id: str) -> bool:
        """J-K3a: whether a division can absorb a loss by retreating; only once, and not while a six forces all of them to."""
        free = not self.forced and not game.counter(id).is_skirmisher and id not in self.going
        return free and bool(game.rules.can_retreat(game, UNION, (id,)))

    def suffer(self, game: Solitaire, id: str) -> None:
        self.lost += 1
        self.hurt += (id,)
        game.rules.lose_level(game, id, "U14.33")

    def withdraw(self, game: Solitaire, id: str, why: Reason) -> None:
        self.going, self.retreat = (*self.going, id), True
        game.rules.explain(game, game.counter(id).formation, why)

    def retreat_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        id = self.next_struck(game)
        self.hits = 0
        if id is not None:
            args: dict[str, Argument] = {"unit": game.counter(id).name, "die": rolled.total}
            if rolled.total <= game.rules.components.display.defender_retreat.retreats_at:
                self.withdraw(game, id, Reason("why.retreats", ("J-K3a",), args))
            else:
                game.rules.explain(game, game.counter(id).formation, Reason("why.takes-the-loss", ("J-K3a",), args))
                self.suffer(game, id)
        return None

    def end(self, game: Solitaire) -> Next:
        game.rules.settle_works(game)
        return None

    def jump(self, game: Solitaire) -> Next:
        """J-G3: a formation on the wheel that was attacked jumps to the opposite sector, once a turn; odds end before."""
        state = game.state
        if self.is_trial(game):
            return None
        for formation in self.formations:
            if formation in state.wheel and formation not in state.jumped:
                return Call(Wheeling("jump", formation, self.strongest), then="jump")
        return None

    def trophies(self, game: Solitaire) -> Next:
        return Call(Trophies(), then="over") if game.state.fallen else DONE

    def over(self, game: Solitaire, result: object) -> Next:
        return DONE
