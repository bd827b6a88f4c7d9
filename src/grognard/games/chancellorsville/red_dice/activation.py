"""The initiative and one activation, from the declaration to the end (D2.0, D3.0, D3.4, D-R17)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.choices import Choices
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.procedures import NOT_OFFERED, Ask, Call, DiceOutcome, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.red_dice.actions import (
    ActivateSquad,
    AssaultOn,
    Bear,
    CallAll,
    CallOut,
    CloseRanks,
    Decline,
    Escort,
    FireAt,
    Form,
    Proceed,
    Rise,
    RollDice,
    SetDown,
    StandFast,
    WalkBy,
    WalkTo,
)
from grognard.games.chancellorsville.red_dice.assault import Charge, may_assault, why_not_assault, within_voice
from grognard.games.chancellorsville.red_dice.choosing import AssaultTargets, FireTargets, as_it_stands, encode_point, point_of
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY
from grognard.games.chancellorsville.red_dice.events import (
    Disaster,
    Fiasco,
    ManRose,
    PinRemoved,
    SquadActivated,
    SuccessesCounted,
)
from grognard.games.chancellorsville.red_dice.fear import Calming, DisasterTable, Runaways
from grognard.games.chancellorsville.red_dice.fire import Fire, may_fire, why_not_fire
from grognard.games.chancellorsville.red_dice.formations import FORMATIONS
from grognard.games.chancellorsville.red_dice.heroism import HeroicTable
from grognard.games.chancellorsville.red_dice.moving import MOST_BENDS, Walk, Walking
from grognard.games.chancellorsville.red_dice.names import (
    Change,
    Count,
    Deed,
    Face,
    FormationName,
    ManId,
    Place,
    SideName,
    SquadId,
    UnitId,
)
from grognard.games.chancellorsville.red_dice.objectives import check_end, hold_objectives, pass_initiative
from grognard.games.chancellorsville.red_dice.pools import Tally, dice_outcomes, level_name, readings, tally
from grognard.games.chancellorsville.red_dice.prisoners import (
    bearings,
    can_bear,
    can_escort,
    can_rejoin,
    join,
    settle,
    take_charge,
    take_up,
    why_not_escort,
)
from grognard.games.chancellorsville.red_dice.ranks import Returning
from grognard.games.chancellorsville.red_dice.state import APART, GUARD, PAIR, SEVERELY, SQUAD
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders, set_down

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

MOVE, FIRE, ASSAULT, CLOSE, PINNED = "move", "fire", "assault", "close ranks", "pinned"
DEEDS = (MOVE, FIRE, ASSAULT, CLOSE, PINNED)
MOST_SUCCESSES = 99


def can_be_activated(game: Skirmish, squad: str) -> bool:
    """D2.0b: whether a squad has anybody in cohesion who is not severely wounded."""
    return any(man.wounds < SEVERELY for man in game.unit(squad))


class Initiative(Procedure["Skirmish"]):
    """D2.0b: the player with the initiative activates one unit after another; there are no turns."""

    steps: ClassVar[tuple[str, ...]] = ("hold", "choose")

    def hold(self, game: Skirmish) -> Next:
        """D-R13: in a position that begins here, who alone stands by a place holds it."""
        hold_objectives(game)
        return None

    def choose(self, game: Skirmish) -> Next:
        side = game.state.initiative
        ready = [squad.id for squad in game.state.squads.values() if squad.side == side and can_be_activated(game, squad.id)]
        actions: list[Action] = [ActivateSquad(squad) for squad in ready]
        return Ask(side, [*actions, Decline()], self.chosen, "activate", ("D2.0b", "D3.0a"), self.why_not_activate)

    def why_not_activate(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Decline():
                return None
            case ActivateSquad(squad=squad):
                found = game.state.squads.get(squad)
                if found is None or found.side != game.state.initiative:
                    return Reason("not-your-squad", ("D2.0b",), {"squad": squad})
                if not can_be_activated(game, squad):
                    return Reason("nobody-to-activate", ("D2.0b",), {"squad": squad})
                return None
        return NOT_OFFERED

    def chosen(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, ActivateSquad):
            down = tuple(man.id for man in game.company(answer.squad) if man.down)  # D3.2g: men left behind, too
            return Call(Activation(answer.squad, game.state.initiative, lying=down), then="choose")
        pass_initiative(game)
        check_end(game)
        return Goto("choose")


def repetition(game: Skirmish, squad: str, deed: str) -> int:
    """D2.0c: how many times a squad has just done the same in a row."""
    state = game.state
    return state.repeats if (state.last_squad, state.last_deed) == (squad, deed) else 0


class Activation(Procedure["Skirmish"]):
    """D-R17: one activation, in its eight steps."""

    squad: SquadId
    side: SideName
    deed: Deed = ""
    unit: UnitId = ""
    """The target of fire or of an assault."""
    way: tuple[Place, ...] = ()
    """The way declared for the leader."""
    bends: tuple[Place, ...] = ()
    formation: FormationName = ""
    called: tuple[ManId, ...] = ()
    lying: tuple[ManId, ...] = ()
    """Who lay down when it began."""
    dice: Count = 0
    extra: Count = 0
    """D2.0c: the dice that repetition adds."""
    red: Count = 0
    faces: tuple[Face, ...] = ()
    doubt: Change = 0
    """D3.0d3: what doubt takes away from this activation."""
    bonus: Change = 0
    """D3.0h3: what a heroic result adds to it."""
    nested: bool = False
    """D3.0h3: a new fire action within an activation."""
    acted: tuple[ManId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = (
        "declare",  # 1
        "call_out",
        "commit",
        "roll",  # 2
        "men_run",  # 3
        "shed_red_dice",
        "judge",  # 4
        "carry_out",  # 5
        "heroism",  # 6
        "rise",  # 7
        "settle",
        "finish",  # 8
    )

    # ------------------------------------------------------------------ 1: the declaration

    def walking(self, game: Skirmish) -> Walking:
        key = "walking", self.squad, self.formation, self.bends
        found: Walking | None = game.memo.get(key)
        if found is None or found.game is not game:
            found = game.memo[key] = Walking(game, self.squad, self.formation, self.bends)
        return found

    def leader_walks(self, game: Skirmish) -> bool:
        return game.man(game.state.squads[self.squad].leader).is_fit

    def declare(self, game: Skirmish) -> Next:
        """D3.0a: one action: Move, Fire, Assault or Close ranks."""
        squad = game.state.squads[self.squad]
        # D3.0d1
        if squad.pinned:
            self.deed = PINNED
            return Goto("commit")
        choices = self.declarations(game)
        if self.bends:
            bends, left = "; ".join(encode_point(bend) for bend in self.bends), max(self.walking(game).left, 0) / CM
            args = {"leader": squad.leader, "squad": squad.id, "bends": bends, "left": f"{left:.1f}"}
            return Ask(self.side, choices, self.declared, "way-goes-on", "D-R9", self.why_not_declare, args)
        named = {"leader": squad.leader, "squad": squad.id}
        return Ask(self.side, choices, self.declared, "declare", "D3.0a", self.why_not_declare, named)

    def declarations(self, game: Skirmish) -> Choices:
        """Everything a squad may declare, kind by kind."""
        squad = game.state.squads[self.squad]
        groups: list[Sequence[Action]] = []
        if self.leader_walks(game):
            walking = self.walking(game)
            groups.append(walking.ends())
            if len(self.bends) < MOST_BENDS:
                groups.append(walking.bends())
        if self.bends:
            return Choices(*groups)
        groups.append([StandFast()])
        if not self.formation and squad.kind not in (PAIR, GUARD):
            groups.append([Form(name) for name in FORMATIONS if name != squad.formation])
        if squad.kind in (SQUAD, APART):
            enemies = game.units(ENEMY[self.side])
            if not self.formation:
                now = as_it_stands(game)
                groups.append(FireTargets([FireAt(unit) for unit in enemies], lambda action: self.may_fire_at(now, action)))
                groups.append(
                    AssaultTargets([AssaultOn(unit) for unit in enemies], lambda action: self.may_assault_on(now, action))
                )
                if self.able(game):
                    groups.append([CloseRanks()])
            groups.append(list(bearings(game, self.squad)))
            groups.append([Escort(man.id) for man in game.unit(self.squad) if can_escort(game, man)])
        elif squad.kind == PAIR:
            groups.append([SetDown(squad.leader)])
        return Choices(*groups)

    def may_fire_at(self, game: Skirmish, action: Action) -> bool:
        assert isinstance(action, FireAt)
        return may_fire(game, self.squad, action.unit)

    def may_assault_on(self, game: Skirmish, action: Action) -> bool:
        assert isinstance(action, AssaultOn)
        return may_assault(game, self.squad, action.unit)

    def able(self, game: Skirmish) -> int:
        """D3.4a: the soldiers left: in cohesion, standing and not severely wounded."""
        return sum(man.is_fit for man in game.unit(self.squad))

    def why_not_declare(self, game: Skirmish, action: Action) -> Reason | None:
        squad = game.state.squads[self.squad]
        args = {"squad": squad.id}
        match action:
            case WalkTo(point=point) | WalkBy(point=point):
                if not self.leader_walks(game):
                    return Reason("the-leader-lies", ("D3.2g",), {"squad": squad.id, "man": squad.leader})
                if isinstance(action, WalkBy) and len(self.bends) >= MOST_BENDS:
                    return Reason("enough-bends", ("D-R9",), {"most": MOST_BENDS})
                return self.walking(game).why_not(point, isinstance(action, WalkBy))
        if self.bends:
            return Reason("finish-the-way", ("D-R9",), args)
        match action:
            case StandFast():
                return None
            case Form(formation=formation):
                if squad.kind in (PAIR, GUARD):
                    return Reason("may-only-move", ("D-R14", "D-R15"), args)
                if self.formation:
                    return Reason("formed-already", ("D1.1c",), args)
                if formation not in FORMATIONS:
                    return Reason("no-such-formation", ("D1.1c",), {"formation": formation, "known": ", ".join(FORMATIONS)})
                return Reason("in-that-formation", ("D1.1c",), args) if formation == squad.formation else None
            case SetDown(man=man):
                if squad.kind == PAIR and man == squad.leader:
                    return None
                return Reason("carries-nobody", ("D-R14",), {"man": man})
            case FireAt() | AssaultOn() | CloseRanks() | Bear() | Escort() if squad.kind in (PAIR, GUARD):
                return Reason("may-only-move", ("D-R14", "D-R15"), args)
            case FireAt() | AssaultOn() | CloseRanks() if self.formation:
                return Reason("a-formation-is-for-a-move", ("D3.2.2b",), args)
            case FireAt(unit=unit):
                return why_not_fire(game, self.squad, unit)
            case AssaultOn(unit=unit):
                return why_not_assault(game, self.squad, unit)
            case CloseRanks():
                return None if self.able(game) else Reason("nobody-to-close-ranks", ("D3.4a",), args)
            case Bear(man=man, wounded=wounded):
                return self.why_not_bear(game, man, wounded)
            case Escort(man=man):
                return why_not_escort(game, man, [one.id for one in game.unit(self.squad)])
        return NOT_OFFERED

    def why_not_bear(self, game: Skirmish, man: str, wounded: str) -> Reason | None:
        men = game.state.men
        unit = [one.id for one in game.unit(self.squad)]
        if man not in unit or wounded not in men:
            return Reason("not-in-cohesion", ("D-R14",), {"man": man, "unit": self.squad})
        if not can_bear(game, men[man], men[wounded]):
            return Reason("cannot-carry", ("D-R14",), {"man": man, "wounded": wounded})
        return None

    def declared(self, game: Skirmish, answer: Action) -> Next:
        match answer:
            case WalkTo(point=point):
                p = point_of(point)
                assert p is not None
                way = self.walking(game).way(p)
                assert way is not None
                self.deed, self.way = MOVE, way.points
                return Goto("commit")
            case WalkBy(point=point):
                p = point_of(point)
                assert p is not None
                self.bends = (*self.bends, p)
                return Goto("declare")
            case StandFast():
                self.deed, self.way = MOVE, (game.man(game.state.squads[self.squad].leader).at,)
                return Goto("commit")
            case Form(formation=formation):
                self.formation = formation
                return Goto("declare")
            case FireAt(unit=unit):
                self.deed, self.unit = FIRE, unit
                return Goto("commit")
            case AssaultOn(unit=unit):
                self.deed, self.unit = ASSAULT, unit
                return None
            case Bear(man=man, wounded=wounded):
                return self.regroup(game, take_up(game, man, wounded))
            case Escort(man=man):
                return self.regroup(game, take_charge(game, man))
            case SetDown():
                pair, home = self.squad, game.state.squads[self.squad].parent
                set_down(game, pair)
                if can_rejoin(game, game.state.squads[pair]):
                    join(game, pair)
                    self.squad = home
                return Call(NewLeaders(), then="declare")
        self.deed = CLOSE
        return Goto("commit")

    def regroup(self, game: Skirmish, new: str) -> Next:
        """D-R16: who bears or escorts has left the squad; if nobody able is left in it, the new squad acts."""
        if not any(man.wounds < SEVERELY for man in game.company(self.squad)):
            self.squad = new
        return Call(NewLeaders(), then="declare")

    # ------------------------------------------------------------------ voice

    def call_out(self, game: Skirmish) -> Next:
        """D3.3c: the owner names the men of other squads who join the assault."""
        left = self.callable(game)
        if not left:
            return None
        actions: list[Action] = [CallAll(), *(CallOut(id) for id in left), Proceed()]
        return Ask(self.side, actions, self.called_out, "call-out", "D3.3c", self.why_not_call, {"squad": self.squad})

    def callable(self, game: Skirmish) -> list[str]:
        men = within_voice(game, self.squad, game.unit_named(self.unit))
        return [man.id for man in men if man.id not in self.called]

    def why_not_call(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case CallAll() | Proceed():
                return None
            case CallOut(man=man):
                if man in self.callable(game):
                    return None
                return Reason("cannot-be-called", ("D3.3c",), {"man": man})
        return NOT_OFFERED

    def called_out(self, game: Skirmish, answer: Action) -> Next:
        match answer:
            case CallAll():
                self.called = (*self.called, *self.callable(game))
            case CallOut(man=man):
                self.called = (*self.called, man)
                return Goto("call_out")
        return None

    # ------------------------------------------------------------------ the dice

    def commit(self, game: Skirmish) -> Next:
        """D0.1: how many dice; for Close ranks as many as soldiers, no more and no fewer."""
        # D3.4a
        if self.deed == CLOSE:
            self.dice, self.red, self.extra = self.able(game), 0, 0
            return None
        actions = Choices(*game.rules.dice_lists)
        return Ask(
            self.side,
            actions,
            self.committed,
            "how-many-dice",
            ("D0.1", "D3.0b"),
            self.why_not_commit,
            {
                "leader": game.state.squads[self.squad].leader,
                "squad": self.squad,
                "red": game.state.red[self.side],
                "extra": self.repetition(game),
            },
        )

    def repetition(self, game: Skirmish) -> int:
        """D2.0c: each consecutive action of the same type by the same squad adds a die."""
        return 0 if self.nested or self.deed == PINNED else repetition(game, self.squad, self.deed)

    def why_not_commit(self, game: Skirmish, action: Action) -> Reason | None:
        return game.rules.why_not_dice(action.number) if isinstance(action, RollDice) else NOT_OFFERED

    def committed(self, game: Skirmish, answer: RollDice) -> Next:
        self.dice, self.red, self.extra = answer.number, game.state.red[self.side], self.repetition(game)
        return None

    def roll(self, game: Skirmish) -> Next:
        """D3.0b: all dice together, the white ones first."""
        game.emit(SquadActivated(self.side, self.squad, self.deed, self.dice, self.red, self.extra))
        white = self.dice + self.extra
        each = readings(white, self.red) if self.deed != CLOSE else (face_itself,) * white
        together = None if self.deed == CLOSE else self.pool(game)
        return Roll(
            "activation",
            self.rolled,
            cites="D3.0a",
            seat=self.side,
            die=D6,
            count=len(each),
            each=each,
            outcomes=together,
            coloured=self.red,
        )

    def pool(self, game: Skirmish) -> Callable[[], Iterable[DiceOutcome]]:
        """The outcomes of the dice that differ in play."""
        white = self.dice + self.extra
        return partial(dice_outcomes, white, self.red, game.rules.red_succeed, self.most(game))

    def most(self, game: Skirmish) -> int:
        """The most successes that can make a difference, whatever is taken from them: a move is 40 cm at most (D3.1a)."""
        if self.deed not in (MOVE, ASSAULT):
            return MOST_SUCCESSES
        numbers = game.rules.numbers
        hurt = sum(modifier.value for modifier in game.rules.wound_modifiers(game, self.squad))
        return numbers.most // numbers.step - hurt - numbers.disasters[3].next_activation_successes

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        self.faces = rolled.faces
        state = game.state
        if not self.nested:
            state.repeats = self.repetition(game) + 1
            state.last_squad, state.last_deed = self.squad, self.deed
        squad = state.squads[self.squad]
        if squad.doubtful:
            self.doubt = game.rules.numbers.disasters[3].next_activation_successes
            game.change_squad(self.squad, doubtful=False)
        if self.deed == PINNED:
            game.change_squad(self.squad, pinned=False)
            game.emit(PinRemoved(self.squad))
        self.acted = (*(man.id for man in game.unit(self.squad)), *self.called)
        return None

    @property
    def white(self) -> tuple[int, ...]:
        return self.faces[: self.dice + self.extra]

    @property
    def reds(self) -> tuple[int, ...]:
        return self.faces[self.dice + self.extra :]

    def red_effects(self, game: Skirmish) -> Tally:
        """What red dice do besides succeeding."""
        return tally(game.rules.numbers, (), self.reds, game.rules.red_succeed)

    def men_run(self, game: Skirmish) -> Next:
        """D3.0c1: each red die showing 1 or 2, even if the activation fails."""
        runs = self.red_effects(game).runs
        return Call(Runaways(self.squad, runs)) if runs else None

    def shed_red_dice(self, game: Skirmish) -> Next:
        """D3.0c3: each red die showing 5."""
        calms = self.red_effects(game).calms
        return Call(Calming(self.side, calms)) if calms else None

    def ones(self) -> int:
        return sum(face == 1 for face in self.faces)

    def judge(self, game: Skirmish) -> Next:
        """Two ones are a fiasco, three or more a disaster."""
        numbers, ones = game.rules.numbers, self.ones()
        # D0.4
        if ones >= numbers.disaster:
            game.emit(Disaster(self.squad, ones))
            game.add_red(self.side, 2)
            return Call(DisasterTable(self.squad), then=self.after_disaster)
        # D0.3
        if ones >= numbers.fiasco:
            game.emit(Fiasco(self.squad))
            return Goto("heroism")
        return None

    def after_disaster(self, game: Skirmish, completed: object) -> Next:
        """D3.0d3: only after Doubtful is the activation completed."""
        return Goto("carry_out") if completed else Goto("heroism")

    # ------------------------------------------------------------------ 5: the action

    def modifiers(self, game: Skirmish) -> tuple[Modifier, ...]:
        """What changes the successes whatever the action is."""
        found = list(game.rules.wound_modifiers(game, self.squad))
        if self.doubt:
            found.append(Modifier(self.doubt, "doubtful", "D3.0d3"))
        if self.bonus:
            found.append(Modifier(self.bonus, "fire-at-will", "D3.0h3"))
        return tuple(found)

    def carry_out(self, game: Skirmish) -> Next:
        if self.deed == PINNED or self.squad not in game.state.squads or not self.able_to_act(game):
            return None
        numbers = game.rules.numbers
        found = tally(numbers, self.white, self.reds, game.rules.red_succeed)
        modifiers = self.modifiers(game)
        total = found.successes + sum(modifier.value for modifier in modifiers)
        level = level_name(numbers, found.successes)
        game.emit(SuccessesCounted(self.squad, found.successes, level, found.ones, modifiers))
        gross = min(max(total, 0) * numbers.step, numbers.most)
        match self.deed:
            case "move":
                return Call(Walk(self.squad, self.way, gross, self.formation))
            case "fire":
                unit = game.unit_named(self.unit)
                leader = game.unit_leader(self.unit).id if unit else ""
                return Call(Fire(self.squad, tuple(man.id for man in unit), leader, total, self.unit)) if unit else None
            case "assault":
                return Call(Charge(self.squad, self.unit, gross, self.called)) if gross else None
        sixes = sum(face in numbers.heroic_on for face in self.white)
        return Call(Returning(self.squad, max(total, 0), sixes))

    def able_to_act(self, game: Skirmish) -> bool:
        """D3.0c1: whether anybody is left who can carry out the action."""
        return any(man.wounds < SEVERELY for man in game.unit(self.squad))

    def heroism(self, game: Skirmish) -> Next:
        """D3.0c4: a red six, whether or not the activation failed; one roll at most."""
        if self.nested or not self.red_effects(game).sixes or self.deed == CLOSE:
            return None
        if self.squad not in game.state.squads or not self.able_to_act(game):
            return None
        # D3.0d1
        idle = self.deed == PINNED or game.state.squads[self.squad].pinned
        return Call(HeroicTable(self.squad, idle=idle), then=self.after_heroism)

    def after_heroism(self, game: Skirmish, ones: object) -> Next:
        """D3.0h3: ones of a new fire action count, too."""
        if isinstance(ones, int) and ones >= game.rules.numbers.fiasco:
            self.faces = (*self.faces, 1, 1)
        return None

    # ------------------------------------------------------------------ 7 and 8

    def down(self, game: Skirmish) -> list[str]:
        return [id for id in self.lying if game.man(id).is_free and game.man(id).down]

    def rise(self, game: Skirmish) -> Next:
        """D3.2g: men who lay down when the activation began may stand up."""
        down = self.down(game)
        if self.nested or not down:
            return None
        actions: list[Action] = [*(Rise(id) for id in down), Proceed()]
        return Ask(self.side, actions, self.rose, "rise", ("D3.2g", "D-R17"), self.why_not_rise)

    def why_not_rise(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Proceed():
                return None
            case Rise(man=man):
                return None if man in self.down(game) else Reason("cannot-rise", ("D3.2g",), {"man": man})
        return NOT_OFFERED

    def rose(self, game: Skirmish, answer: Action) -> Next:
        if isinstance(answer, Rise):
            game.change(answer.man, down=False)
            game.emit(ManRose(answer.man))
            return Goto("rise")
        return None

    def settle(self, game: Skirmish) -> Next:
        """Wounded men left behind are captured, and prisoners who wait are freed."""
        if self.nested:
            return None
        joined = [man.id for man in game.unit(self.squad)] if self.squad in game.state.squads else []  # strays, runaways
        settle(game, self.side, dict.fromkeys((*self.acted, *joined)))
        return Call(NewLeaders())

    def finish(self, game: Skirmish) -> Next:
        """D-R17: the initiative passes on two ones or after Close ranks; then the end of the game is looked at."""
        ones = self.ones()
        if self.nested:
            return Done(ones)
        hold_objectives(game)  # D-R13
        if ones >= game.rules.numbers.fiasco or self.deed == CLOSE:
            pass_initiative(game)
        check_end(game)
        return Done()


def face_itself(face: int) -> int:
    return face
