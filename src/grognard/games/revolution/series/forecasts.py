"""Fires and close combats asked about beforehand: by the code that resolves them, tried out on a copy of the game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, cast

import msgspec

from grognard.core.actions import Action, Take
from grognard.core.charts import ChartLine
from grognard.core.dice import D10
from grognard.core.errors import IllegalAction
from grognard.core.fights import Consequences, Fight, Party, Prospect, Sealed, TrialEnd
from grognard.core.hexes import Hex, hex_set, members
from grognard.core.procedures import Ask, Procedure, Roll
from grognard.core.rules import state_key
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import (
    Accept,
    AddGun,
    Advance,
    Attack,
    Chit,
    Follow,
    Give,
    HoldFire,
    Lead,
    LoseStep,
    OpenFire,
    Rally,
    Stand,
    Target,
)
from grognard.games.revolution.series.advance import END_ADVANCE
from grognard.games.revolution.series.announcement import AnnouncedCombat, Announcement, Plan
from grognard.games.revolution.series.artillery import OPEN_FIRE, ArtilleryFire, ArtilleryPhase
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.close_combat import CloseCombat, CloseCombatPhase, Combats
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, ORDERS, SHATTERED, Piece
from grognard.games.revolution.series.retreat import SURRENDER, LeadersFollow
from grognard.games.revolution.series.rifles import RifleFirePhase
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

CLOSE_COMBAT, RIFLE_FIRE, ARTILLERY_FIRE = "close-combat", "rifle-fire", "artillery-fire"
HINDERED = "hindered"
"""S12.14c: a diversion costs this combat a column."""
MISS = "miss"
GUNS_TAKEN = "guns-taken"
"""S12.3b: guns that defend alone are captured without a roll."""
FACES = range(D10.low, D10.high + 1)
MANY_GUNS = 6
"""Guns of which all sets are looked at; of more, each alone, two and two, and all together."""
OPEN_STEPS = CloseCombat.steps[: CloseCombat.steps.index("defender_suffers")]
"""The steps of a close combat before its results are carried out."""
OPEN_ORDERS = ("phasing_orders", "other_orders")
"""The steps of rifle fire before the dice fall."""
EVENTS = {"D": "suffer_D", "1": "result_1", "2": "result_2", "DC": "capture", "AC": "capture"}
"""What each result notes for army morale; retreat and PIN note nothing (S16.1b)."""


class Fights(Chapter):
    """What may come of a fire or a close combat, and how its choices are usually made."""

    ways: dict[tuple[int, int], dict[str, int]]
    """The close combat table by column and sum of the modifiers: how many faces give each result."""
    swings: dict[str, int]
    pairs: dict[tuple[tuple[Chit, ...], tuple[Chit, ...]], Sealed]
    """The sealed choices by the chits that each side may choose."""

    # ------------------------------------------------------------------ which fights there are

    def fights(self, game: Battle) -> list[Fight]:
        """The combat under way, then those announced; the fires that are ordered."""
        return [fight for frame in reversed(game.stack) for fight in self.fights_in(game, frame)]

    def fights_in(self, game: Battle, frame: Procedure) -> Iterator[Fight]:
        match frame:
            case CloseCombat() if frame.step in OPEN_STEPS:
                yield close_combat(game, frame.attackers, frame.targets, frame.hindered)
            case Combats():
                for item in frame.items:
                    yield from self.announced_fight(game, frame.combats[int(item) - 1])
            case CloseCombatPhase() if frame.step == "react":
                for combat in frame.combats:
                    yield from self.announced_fight(game, combat)
            case Announcement():
                for combat in frame.combats(game):
                    yield from self.announced_fight(game, combat)
            case RifleFirePhase() if frame.step in OPEN_ORDERS:
                for target, firers in frame.fires(game):
                    yield Fight(RIFLE_FIRE, firers, (target,))
            case ArtilleryFire() if frame.guns and frame.step == "gather_guns":
                yield Fight(ARTILLERY_FIRE, frame.guns, (frame.target,))

    def fight_under_way(self, game: Battle) -> Fight | None:
        """The combat on the stack, until its last consequence; or the fire for which guns are gathered."""
        for frame in reversed(game.stack):
            if isinstance(frame, CloseCombat):
                return close_combat(game, frame.attackers, frame.targets, frame.hindered)
            if isinstance(frame, ArtilleryFire) and frame.guns:
                return Fight(ARTILLERY_FIRE, frame.guns, (frame.target,))
        return None

    def announced_fight(self, game: Battle, combat: AnnouncedCombat) -> Iterator[Fight]:
        """S12.21: a combat that has lost all its attackers or defenders is none."""
        attackers = game.alive(combat.attackers)
        if attackers and any(game.units_at(h) for h in combat.targets):
            yield close_combat(game, attackers, combat.targets, combat.hindered)

    def fight_of(self, game: Battle, seat: str, action: Action) -> Fight | None:
        """The fight that an attack, a target or a gun offered now begins or joins."""
        match action, game.stack[-1] if game.stack else None:
            case Attack(id, mask), Announcement() as frame:
                return self.fight_of_attack(game, frame.plan(game), id, mask)
            case Target(id), RifleFirePhase() as phase:
                ordered = dict(phase.fires(game)).get(id, ())
                return Fight(RIFLE_FIRE, (*ordered, phase.next_firer(game, self.side_of_seat[seat]) or ""), (id,))
            case Target(id), ArtilleryPhase() as guns:
                able = guns.guns(game)
                within = tuple(gun.id for gun in able if game.rules.reaches(game, gun, game.piece(id)))
                return Fight(ARTILLERY_FIRE, within, (id,))
            case AddGun(id), ArtilleryFire() as fire:
                return Fight(ARTILLERY_FIRE, (*fire.guns, id), (fire.target,))
            case OpenFire(), ArtilleryFire() as fire:
                return Fight(ARTILLERY_FIRE, fire.guns, (fire.target,))
            case Take(item), Combats() as combats:
                return next(self.announced_fight(game, combats.combats[int(item) - 1]), None)
        return None

    def fight_of_attack(self, game: Battle, plan: Plan, id: str, mask: int) -> Fight:
        """S12.15b: a unit that attacks the hexes of an announced combat joins it."""
        plan.assign(id, plan.hexes_of(id, mask))
        attackers = plan.combats[plan.hexes_of(id, mask)]
        near = plan.grid.adjacent[plan.diverted] if plan.diverted else 0  # S12.14c
        hindered = any(near >> game.piece(other).hex & 1 for other in attackers)  # S12.14c
        return close_combat(game, tuple(attackers), tuple(members(plan.hexes_of(id, mask))), hindered)

    # ------------------------------------------------------------------ which guns fire together

    def parties(self, game: Battle, seat: str, action: Action) -> tuple[Party, ...]:
        """S11.2c: the guns that can fire at a target, alone or together; the best hits oftenest, and leaves most to others."""
        match action, game.stack[-1] if game.stack else None:
            case Target(id), ArtilleryPhase() as phase:
                target = game.piece(id)
                able = [gun for gun in phase.guns(game) if game.rules.reaches(game, gun, target)]
                return tuple(sorted(self.batteries(game, able, target), key=lambda party: self.rank(game, party)))
        return ()

    def batteries(self, game: Battle, able: Sequence[Piece], target: Piece) -> Iterator[Party]:
        sizes = range(1, len(able) + 1) if len(able) <= MANY_GUNS else (1, 2, len(able))
        for guns in (guns for size in sizes for guns in combinations(able, size)):
            ids, whole = tuple(gun.id for gun in guns), len(guns) == len(able)
            steps: tuple[Action, ...] = () if len(able) == 1 else tuple(AddGun(id) for id in ids)
            yield Party(ids, steps if whole else (*steps, OPEN_FIRE), self.chance_of_hit(game, ids, target))

    def rank(self, game: Battle, party: Party) -> tuple[float, int, int]:
        return -party.chance, len(party.pieces), sum(game.strength(game.piece(id)) for id in party.pieces)

    def chance_of_hit(self, game: Battle, guns: tuple[str, ...], target: Piece) -> float:
        """S11.2c, S11.3a: the strengths added up, at the range of the farthest, with the modifiers."""
        distance = max(self.board.grid.distance(game.piece(id).hex, target.hex) for id in guns)
        number = game.rules.number_to_hit(sum(game.strength(game.piece(id)) for id in guns), distance)
        bonus = sum(modifier.value for modifier in game.rules.fire_modifiers(game, guns, target, rifles=False))
        return sum(face + bonus >= number for face in FACES) / len(FACES)

    def chance(self, game: Battle, seat: str, action: Action) -> float | None:
        """The chance to rally; to hit, of the best guns for a target, and of those that fire with one more."""
        match action, game.stack[-1] if game.stack else None:
            case Rally(id), _:
                return game.rules.chance_to_rally(game, game.piece(id))
            case Target(), ArtilleryPhase():
                return max((party.chance for party in self.parties(game, seat, action)), default=None)
            case AddGun(id), ArtilleryFire() as fire:
                return self.chance_of_hit(game, (*fire.guns, id), game.piece(fire.target))
            case OpenFire(), ArtilleryFire() as fire if fire.guns:
                return self.chance_of_hit(game, fire.guns, game.piece(fire.target))
        return None

    def idle(self, game: Battle, seat: str, action: Action) -> tuple[str, ...]:
        """S11.1b: the guns that have a target and do not fire."""
        match action, game.stack[-1] if game.stack else None:
            case HoldFire(), ArtilleryPhase() as phase:
                targets = [game.piece(each.piece) for each in game.actions(seat) if isinstance(each, Target)]
                guns = phase.guns(game)
                return tuple(gun.id for gun in guns if any(game.rules.reaches(game, gun, each) for each in targets))
        return ()

    # ------------------------------------------------------------------ why a fight cannot be

    def why_not_fight(self, game: Battle, fight: Fight) -> Reason | None:
        """Why this cannot be fought, as things stand, by the side that would."""
        for id in fight.units:
            if id not in game.state.pieces:
                return Reason("no-such-piece", (), {"piece": id})
        sides = {game.side_of(id) for id in fight.units}
        if len(sides) != 1 or not fight.targets or fight.kind not in (CLOSE_COMBAT, RIFLE_FIRE, ARTILLERY_FIRE):
            return Reason("no-such-fight", (), {"fight": str(fight)})
        if fight.kind == CLOSE_COMBAT:
            return self.why_not_close_combat(game, fight)
        return self.why_not_fire(game, fight, sides.pop())

    def why_not_close_combat(self, game: Battle, fight: Fight) -> Reason | None:
        """S12.12a, S12.15d: units that may attack, next to all the hexes they attack."""
        for label in fight.targets:
            if label not in self.board.grid.by_label:
                return Reason("no-such-hex", (), {"hex": label})
        hexes = hex_set(self.board.grid.by_label[label] for label in fight.targets)
        for id in fight.units:
            piece = game.piece(id)
            refused = game.rules.why_not_attack(game, piece)
            if refused is not None:
                return refused
            if hexes & ~game.rules.attackable(game, piece):
                return Reason("no-enemy-there-to-attack", ("S12.12a",))
        if len(fight.targets) > 1 and len({game.piece(id).hex for id in fight.units}) > 1:
            return Reason("several-against-several", ("S12.15d",))
        return None

    def why_not_fire(self, game: Battle, fight: Fight, side: str) -> Reason | None:
        """S10.1a, S10.2b, S11.1b, S11.2a: units that may fire, each with the one target in reach."""
        rifles = fight.kind == RIFLE_FIRE
        target = game.state.pieces.get(fight.targets[0])
        enemy = target is not None and self.counters[target.id].is_unit and game.side_of(target.id) != side
        if target is None or not enemy or target.hex == OFF_MAP or len(fight.targets) > 1:
            return Reason("no-enemy-unit", ("S10.2b", "S11.2a"))
        for id in fight.units:
            piece, counter = game.piece(id), self.counters[id]
            able = counter.is_rifle if rifles else counter.is_artillery
            if not able or not game.rules.may_fire(game, piece):
                return Reason("does-not-fire", ("S10.1a", "S11.1b"), {"piece": counter.name})
            if rifles and target.id not in game.rules.rifle_targets(game, piece):
                return Reason("rifles-fire-at-adjacent-units", ("S10.2b",))
            if not rifles and not game.rules.reaches(game, piece, target):
                return Reason("not-in-range-and-sight", ("S11.2a", "S11.41a"), {"piece": counter.name})
        return None

    # ------------------------------------------------------------------ setting the scene

    def stage(self, game: Battle, fight: Fight) -> Procedure | None:
        """Leave this fight alone on the stack; one that is not under way is prepared as its phase would do it."""
        announced = any(isinstance(frame, CloseCombatPhase) and frame.step != "announce" for frame in game.stack)
        place = self.under_way(game, fight)
        if place is not None:
            game.stack = [TrialEnd(), *game.stack[place:]]
            game.stack[1].then = ""
            return None
        game.stack, game.pending, game.sealed = [TrialEnd()], None, {}
        game.state.postings = ()  # of another fight that is under way
        if fight.kind == CLOSE_COMBAT:
            game.state.phasing = next((self.counters[id].side for id in fight.units if id in self.counters), "")
        refused = self.why_not_fight(game, fight)
        if refused is not None:
            raise IllegalAction(refused)
        side = self.counters[fight.units[0]].side
        match fight.kind:
            case "rifle-fire":
                return RifleFirePhase(side, tuple((id, fight.targets[0]) for id in fight.units), step="open_fire")
            case "artillery-fire":
                return ArtilleryFire(side, fight.targets[0], fight.units, fight.units, step="to_hit")
        targets = tuple(self.board.hex(label) for label in fight.targets)
        combat = CloseCombat(side, self.enemy[side], fight.units, targets, HINDERED in fight.circumstances)
        if not announced:
            self.prepare_combat(game, combat)
        return combat

    def under_way(self, game: Battle, fight: Fight) -> int | None:
        """The place on the stack of the close combat in question, if it is under way."""
        for place, frame in enumerate(game.stack):
            if isinstance(frame, CloseCombat) and fight.kind == CLOSE_COMBAT:
                hexes = {game.label(h) for h in frame.targets}
                if set(frame.attackers) == set(fight.units) and hexes == set(fight.targets):
                    return place
        return None

    def prepare_combat(self, game: Battle, combat: CloseCombat) -> None:
        """S12.21, S12.22: what the announcement of attacks does before the first combat."""
        phase = CloseCombatPhase(combat.attacker)
        game.state.fled = frozenset()
        phase.announced(game, (AnnouncedCombat(combat.attackers, combat.targets, combat.hindered),))
        phase.remove_pins(game)

    # ------------------------------------------------------------------ what the dice may bring

    def prospect(self, game: Battle, seat: str | None, fight: Fight) -> Prospect:
        """S7.4: all that counts is open; the chits that are sealed are not looked at."""
        trial = game.copy()
        place = self.under_way(trial, fight)
        if place is not None and trial.stack[place].step not in OPEN_STEPS:
            trial.stack = trial.stack[:place]
        frame = self.stage(trial, fight)
        if frame is not None:
            trial.stack.append(frame)
        match trial.stack[1]:
            case RifleFirePhase() as phase:
                return self.rifle_prospect(trial, fight, phase)
            case ArtilleryFire() as fire:
                return self.artillery_prospect(trial, fight, fire)
            case combat:
                return self.combat_prospect(trial, fight, cast("CloseCombat", combat))

    def rifle_prospect(self, game: Battle, fight: Fight, phase: RifleFirePhase) -> Prospect:
        phase.open_fire(game)
        ((target, firers),) = phase.fires(game)
        twice = game.rules.rolls_twice(game, firers, game.piece(target))
        column = phase.damage_column(game, target)
        return self.fire_prospect(
            game, fight, phase.number(game, firers), cast("Roll", phase.to_hit(game)), column, 2 if twice else 1
        )

    def artillery_prospect(self, game: Battle, fight: Fight, fire: ArtilleryFire) -> Prospect:
        roll = cast("Roll", fire.to_hit(game))
        return self.fire_prospect(game, fight, fire.number(game), roll, fire.damage_column(game), 1)

    def fire_prospect(self, game: Battle, fight: Fight, number: int, roll: Roll, column: str, rolls: int) -> Prospect:
        """S10.3a, S10.3c, S11.3a, S11.3c: so many rolls to hit, of which one is enough, and one for the damage."""
        target = game.piece(fight.targets[0])
        assert roll.reading is not None
        misses = sum(roll.reading(face) is False for face in FACES)
        missed, all_rolls = misses**rolls, len(FACES) ** rolls
        found = {MISS: missed * len(FACES)} if missed else {}
        for face in FACES if missed < all_rolls else ():
            result = game.rules.damage(column, face)
            found[result] = found.get(result, 0) + all_rolls - missed
        side = self.counters[fight.units[0]].side
        return Prospect(
            fight,
            side,
            self.enemy[side],
            {side: sum(game.strength(game.piece(id)) for id in fight.units)},
            f"{number}+",
            (),
            roll.modifiers,
            all_rolls * len(FACES),
            lambda _: found,
            lambda result: (0, self.steps_shot(target, result)),
            lambda result: self.swing_of(f"-/{result}"),
            policies=("rolls-twice",) if rolls > 1 else (),
            favours=lambda result: 0 if result == MISS else self.favours(f"-/{result}"),
            lines=self.lines_of_fire(game, fight, column),
        )

    def lines_of_fire(self, game: Battle, fight: Fight, column: str) -> tuple[ChartLine, ...]:
        """S-T-fire: the row of the firing strength in the column of the range, and the column of the damage."""
        table = self.components.fire
        strength = sum(game.strength(game.piece(id)) for id in fight.units)
        row = max(at for at, row in enumerate(table.to_hit) if row.min <= strength)
        target = game.piece(fight.targets[0]).hex
        distant = any(self.board.grid.distance(game.piece(id).hex, target) > 1 for id in fight.units)
        return ChartLine("fire-to-hit", row, int(distant)), ChartLine("fire-damage", column=table.damage.columns.index(column))

    def steps_shot(self, target: Piece, result: str) -> int:
        """S13.1-1-fire, S13.1-D3: the steps that a fire result itself costs its target."""
        if result.startswith("1"):
            return 1
        return self.steps_left(target) if result == "D" and target.order == SHATTERED else 0

    def steps_left(self, piece: Piece) -> int:
        return self.counters[piece.id].steps - piece.step

    def combat_prospect(self, game: Battle, fight: Fight, combat: CloseCombat) -> Prospect:
        """S12.23, steps 1 to 5: odds, leads, modifiers, and the chits that may be chosen."""
        rules, policies = game.rules, []
        if not combat.defenders:
            combat.muster(game)
            rules.freeze_bands(game)
            if combat.only_guns_defend(game):
                return self.guns_taken(game, fight, combat)
            combat.odds(game)
        if combat.step in ("", "offer_withdrawal") and rules.may_withdraw_cavalry(game, combat):
            policies.append("stand-fast")
        if self.choose_leads(game, combat):
            policies.append("best-lead")
        known = bool(combat.chits[0])
        modifiers = combat.modifiers(game) if known else tuple(rules.close_combat_modifiers(game, combat))
        bonus, column = sum(modifier.value for modifier in modifiers), combat.column
        attack, defence = combat.strengths(game)
        return Prospect(
            fight,
            combat.attacker,
            combat.defender,
            {combat.attacker: attack, combat.defender: defence},
            rules.column_name(column),
            tuple(rules.column_shifts(game, combat)),
            modifiers,
            len(FACES),
            lambda more: self.ways_to(game, column, bonus + more),
            lambda result: self.steps_fallen(game, combat, result),
            self.swing_of,
            None if known else self.sealed_tactics(game, combat),
            tuple(policies),
            tuple(self.components.close_combat.columns),
            self.favours,
            (ChartLine("close-combat", column=max(column, 1) - 1),),
        )

    def guns_taken(self, game: Battle, fight: Fight, combat: CloseCombat) -> Prospect:
        """S12.3b: guns that defend alone are captured."""
        guns = [game.piece(id) for id in combat.defenders]
        steps = sum(self.steps_left(gun) for gun in guns)
        attack, defence = combat.strengths(game)
        return Prospect(
            fight,
            combat.attacker,
            combat.defender,
            {combat.attacker: attack, combat.defender: defence},
            "",
            (),
            (),
            1,
            lambda _: {GUNS_TAKEN: 1},
            lambda _: (0, steps),
            lambda _: len(guns) * self.swing_of("-/DC"),
        )

    def choose_leads(self, game: Battle, combat: CloseCombat) -> bool:
        """Name the leads that are not named yet; whether there was a choice."""
        chosen = False
        if not combat.attacking_lead:
            candidates = game.rules.lead_candidates(game, combat, combat.attacker)
            combat.attacking_lead, chosen = self.best_lead(game, candidates), len(candidates) > 1
        if not combat.defending_lead:
            candidates = game.rules.lead_candidates(game, combat, combat.defender)
            combat.defending_lead, chosen = self.best_lead(game, candidates), chosen or len(candidates) > 1
        return chosen

    def ways_to(self, game: Battle, column: int, bonus: int) -> Mapping[str, int]:
        """S12.23-5a: how many faces give each result in a column, with these modifiers."""
        found = self.ways.get((column, bonus))
        if found is None:
            found = {}
            for face in FACES:
                result = game.rules.read_table(column, face + bonus)
                found[result] = found.get(result, 0) + 1
            self.ways[column, bonus] = found
        return found

    def swing_of(self, result: str) -> int:
        """S-T-am: the army morale that a result of the table moves by itself, the attacker's change less the defender's."""
        swing = self.swings.get(result)
        if swing is None:
            own, theirs = (self.morale_lost(code) for code in (result.split("/") if "/" in result else ("-", "-")))
            swing = self.swings[result] = theirs - own
        return swing

    def favours(self, result: str) -> int:
        """Whom a result favours by the army morale it moves; where it moves none, who need not retreat."""
        swing = self.swing_of(result)
        own, theirs = result.split("/") if "/" in result else ("-", "-")
        return swing or (theirs != "-") - (own != "-")

    def worth(self, game: Battle, roll: Roll, reading: Hashable) -> float | None:
        """The army morale that a result moves, as forecasts count it; a hit is worth what its damage is on average."""
        frame = game.stack[-1]
        match frame, reading:
            case CloseCombat(), (str(result), _, _):
                return self.swing_of(result)
            case RifleFirePhase() | ArtilleryFire(), str(result):
                return self.swing_of(f"-/{result}")
            case RifleFirePhase(), bool(hit):
                target, firers = frame.fires(game)[frame.rolling]
                damage = self.mean_damage(game, frame.damage_column(game, target))
                if hit or frame.second or not game.rules.rolls_twice(game, firers, game.piece(target)):
                    return hit * damage
                assert roll.reading is not None
                return sum(roll.reading(face) is True for face in FACES) / len(FACES) * damage  # the second roll may hit
            case ArtilleryFire(), bool(hit):
                return hit * self.mean_damage(game, frame.damage_column(game))
        return None

    def mean_damage(self, game: Battle, column: str) -> float:
        """What a hit moves on average."""
        return sum(self.swing_of(f"-/{game.rules.damage(column, face)}") for face in FACES) / len(FACES)

    def rolls_again(self, game: Battle, roll: Roll) -> bool:
        """S12.23-6b: a close combat that has its result is rolled again for momentum."""
        frame = game.stack[-1]
        return isinstance(frame, CloseCombat) and bool(frame.result)

    def morale_lost(self, code: str) -> int:
        """What the side that suffers this loses against the other; leaders and companions are left out."""
        word = code.rstrip("*")
        event = "suffer_AM" if word == "AM" else EVENTS.get(word)
        if event is None:
            return 0
        own, enemy = self.components.morale_events[event].changes
        return enemy - own

    def steps_fallen(self, game: Battle, combat: CloseCombat, result: str) -> tuple[int, int]:
        """The steps that a result of the table itself costs each side; morale checks and failed retreats are left out."""
        if result == "PIN":
            return self.steps_pinned(game, combat, combat.attacker), self.steps_pinned(game, combat, combat.defender)
        if "/" not in result:
            return 0, 0
        attacker, defender = result.split("/")
        return self.steps_suffered(game, combat, combat.attacker, attacker), self.steps_suffered(
            game, combat, combat.defender, defender
        )

    def steps_pinned(self, game: Battle, combat: CloseCombat, side: str) -> int:
        """S13.1-PIN-a: disordered units are captured."""
        units = (game.piece(id) for id in combat.involved(game, side))
        return sum(self.steps_left(unit) for unit in units if game.rules.captured_by_pin(game, unit))

    def steps_suffered(self, game: Battle, combat: CloseCombat, side: str, code: str) -> int:
        """S13.1: the steps that a code costs this side."""
        units = combat.involved(game, side)
        lead = game.piece(combat.attacking_lead if side == combat.attacker else combat.defending_lead)
        match code.rstrip("*"):
            case "1":
                return 1
            case "2":
                alone = not any(game.piece(id).hex == lead.hex for id in units if id != lead.id)
                return self.steps_left(lead) + (1 if self.steps_left(lead) == 1 and not alone else 0)  # S13.1-2b
            case "D":
                return self.steps_left(lead) if lead.order == SHATTERED else 0
            case "DC" | "AC" as captured:
                chooser = combat.defender if captured == "DC" else combat.attacker
                return self.steps_left(game.piece(self.usual_loss(game, chooser, units)))
        return 0

    # ------------------------------------------------------------------ the sealed choice of tactics

    def sealed_tactics(self, game: Battle, combat: CloseCombat) -> Sealed:
        """S12.23-4a: the chits that each side may choose, and what each pair gives."""
        choices = [combat.ask_tactics(game, side).actions for side in (combat.attacker, combat.defender)]
        attackers, defenders = (tuple(cast("Sequence[Chit]", actions)) for actions in choices)
        if game.rules.any_chit:
            return self.sealed_chits(game, combat, attackers, defenders)  # S12.54a: what is illegal depends on the fight
        found = self.pairs.get((attackers, defenders))
        if found is None:
            found = self.pairs[attackers, defenders] = self.sealed_chits(game, combat, attackers, defenders)
        return found

    def sealed_chits(
        self, game: Battle, combat: CloseCombat, attackers: tuple[Chit, ...], defenders: tuple[Chit, ...]
    ) -> Sealed:
        effects = tuple(
            tuple(self.effect_of(game, combat, (ours.name, theirs.name)) for theirs in defenders) for ours in attackers
        )
        return Sealed(attackers, defenders, effects)

    def effect_of(self, game: Battle, combat: CloseCombat, chits: tuple[str, str]) -> int | str:
        if not (self.advanced and game.rules.any_chit):
            return game.rules.tactics_result(*chits)
        combat.chits, revealed = chits, combat.chits
        drm = combat.tactics_drm(game)
        combat.chits = revealed
        return drm

    # ------------------------------------------------------------------ how choices are usually made

    def default_answer(self, game: Battle, ask: Ask) -> tuple[str, Action]:
        """Stand, keep the die, lead with the best, save what can be saved; where nothing tells, the first on the list."""
        actions = ask.actions
        match actions[0]:
            case Stand() as stand:
                return "stand-fast", stand
            case Accept() as accept:
                return "keep-the-die", accept
            case Lead():
                return "best-lead", Lead(self.best_lead(game, pieces_in(actions)))
            case Give(id) if self.counters[id].is_leader:
                return "least-leader", Give(min(pieces_in(actions), key=self.standing))
            case Give():
                return "least-loss", Give(self.usual_loss(game, self.side_of_seat[ask.seat], pieces_in(actions)))
            case LoseStep(id):
                units = (id,) if SURRENDER in actions else pieces_in(actions)
                return "least-loss", LoseStep(self.usual_loss(game, self.side_of_seat[ask.seat], units))
            case Follow():
                return "leaders-stay-with-troops", self.follow_the_last(game, actions)
            case Advance():
                return "lead-advances-alone", END_ADVANCE
        return "first-legal", actions[0]

    def best_lead(self, game: Battle, candidates: Sequence[str]) -> str:
        """S12.23-2c: the highest modified morale, the first listed of equals."""
        return max(candidates, key=lambda id: game.rules.modified_morale(game, game.piece(id)))

    def usual_loss(self, game: Battle, chooser: str, units: Sequence[str]) -> str:
        """S13.1-DC, S13.1-AC: one gives up the weakest of one's own units and takes the strongest of the enemy's."""
        own = self.counters[units[0]].side == chooser

        def worth(id: str) -> tuple[int, int]:
            piece = game.piece(id)
            return game.strength(piece), self.counters[id].morales[piece.step]

        return min(units, key=worth) if own else max(units, key=worth)

    def standing(self, id: str) -> tuple[int, int]:
        """How high a leader stands (S3.2d)."""
        return self.counters[id].rank, -self.counters[id].seniority

    def follow_the_last(self, game: Battle, actions: Sequence[Action]) -> Action:
        """S13.26: a leader goes when nobody is left in the hex to lead."""
        frame = cast("LeadersFollow", game.stack[-1])
        return actions[-1] if game.units_at(frame.start, frame.side) else actions[0]

    # ------------------------------------------------------------------ what came of it

    def equivalence_key(self, game: Battle) -> Hashable:
        """Of the chits only what they give counts, and of a roll only the result and who gains momentum by it."""
        frames = (self.frame_key(game, frame) for frame in game.stack)
        return state_key(game.state), tuple(frames)

    def frame_key(self, game: Battle, frame: Procedure) -> Hashable:
        if not isinstance(frame, CloseCombat):
            return type(frame), *msgspec.structs.astuple(frame)
        limits = self.components.close_combat.momentum
        gains = frame.total <= limits.defender_at_or_below, frame.total >= limits.attacker_at_or_above
        drm = frame.tactics_drm(game) if frame.chits[0] and not frame.result else None
        people = frame.attackers, frame.defenders, frame.late_attackers, frame.late_defenders
        choices = frame.attacking_lead, frame.defending_lead, frame.declined, frame.result, gains, drm
        return frame.step, frame.targets, frame.hindered, people, choices

    def consequences(self, before: Battle, after: Battle) -> Consequences:
        """The fates of all pieces that are not as they were, and the tracks."""
        fates = []
        for id, new in after.state.pieces.items():
            old = before.state.pieces[id]
            if new is not old and (found := self.fate(before, old, new)):
                fates.append((id, found))
        tracks = tuple(
            (name, whose, change)
            for name, was, now, all in (
                ("army_morale", before.state.morale, after.state.morale, self.armies),
                ("momentum", before.state.momentum, after.state.momentum, self.sides),
            )
            for whose in all
            if (change := now[whose] - was[whose])
        )
        over = after.over
        ending = f"{over.level} {over.winner or 'none'}" if over is not None else ""
        return Consequences(tuple(fates), tracks, self.steps_gone(before, after, [id for id, _ in fates]), ending)

    def steps_gone(self, before: Battle, after: Battle, pieces: Sequence[str]) -> tuple[tuple[str, int], ...]:
        """The steps that each side has lost."""
        gone = dict.fromkeys(self.sides, 0)
        for id in pieces:
            old, new = before.state.pieces[id], after.state.pieces[id]
            if self.counters[id].is_unit:
                lost = new.box in (ELIMINATED, CAPTURED)
                gone[self.counters[id].side] += self.steps_left(old) if lost else new.step - old.step
        return tuple((side, steps) for side, steps in gone.items() if steps)

    def fate(self, game: Battle, old: Piece, new: Piece) -> tuple[str, ...]:
        """What has become of a piece; leaders that only went along have no fate of their own."""
        if new.box in (ELIMINATED, CAPTURED):
            return (new.box,)
        found = ["step-lost"] if new.step != old.step else []
        if new.order != old.order:
            found.append(ORDERS[new.order])
        if new.hex != old.hex and self.counters[new.id].is_unit:
            enemy = game.force(self.enemy[self.counters[new.id].side]).units
            found.append("advanced" if enemy >> new.hex & 1 else "retreated")
        if new.pin and not old.pin:
            found.append("pinned")
        found.extend(sorted(new.marks - old.marks))
        return tuple(found)


def close_combat(game: Battle, attackers: tuple[str, ...], targets: Sequence[Hex], hindered: bool) -> Fight:
    labels = tuple(game.label(h) for h in targets)
    return Fight(CLOSE_COMBAT, attackers, labels, (HINDERED,) if hindered else ())


def pieces_in(actions: Sequence[Action]) -> list[str]:
    """The pieces that actions name, without the actions that name none."""
    return [action.piece for action in actions if isinstance(action, Lead | Give | LoseStep)]
