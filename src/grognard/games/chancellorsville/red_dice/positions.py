"""Positions as plain data: every man with his place and state, the squads, the pools, the initiative."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.core.documents import in_short, shortened
from grognard.core.plane import squared
from grognard.core.reading import Reader
from grognard.games.chancellorsville.red_dice.activation import DEEDS
from grognard.games.chancellorsville.red_dice.components import ENEMY, HEADINGS, SIDES
from grognard.games.chancellorsville.red_dice.formations import FORMATIONS
from grognard.games.chancellorsville.red_dice.state import (
    BOXES,
    CAPTURED,
    GUARD,
    KINDS,
    LARGEST_SQUAD,
    OUT,
    SEVERELY,
    SQUAD,
    WOUNDS,
    Man,
    Skirmish,
    SkirmishState,
    Squad,
)

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.rules import RedDiceRules

FIELDS = ("initiative", "passes", "red", "held", "last", "squads", "men")
MAN_FIELDS = ("at", "box", "squad", "wounds", "down", "captor", "charge")
SQUAD_FIELDS = ("leader", "facing", "formation", "kind", "parent", "pinned", "doubtful")
MOST_RED = 500


def describe(game: Skirmish) -> dict[str, Any]:
    """The state as a position writes it; what is as at the start is left out."""
    state, rules = game.state, game.rules
    return {
        "initiative": state.initiative,
        "passes": state.passes,
        "red": dict(state.red),
        "held": dict(state.held),
        "last": {"squad": state.last_squad, "deed": state.last_deed, "repeats": state.repeats},
        "squads": {squad.id: describe_squad(squad) for squad in state.squads.values()},
        "men": {man.id: describe_man(rules, man) for man in state.men.values() if man.box != OUT},
    }


def describe_squad(squad: Squad) -> dict[str, Any]:
    body: dict[str, Any] = {"leader": squad.leader, "facing": list(squad.facing), "formation": squad.formation}
    if squad.kind != SQUAD or squad.parent:
        body |= {"kind": squad.kind, "parent": squad.parent}
    return body | {name: True for name in ("pinned", "doubtful") if getattr(squad, name)}


def describe_man(rules: RedDiceRules, man: Man) -> list[int] | dict[str, Any]:
    body: dict[str, Any] = {"box": man.box} if man.box else {"at": list(man.at)}
    if man.squad != rules.homes[man.id]:
        body["squad"] = man.squad
    if man.wounds:
        body["wounds"] = WOUNDS[man.wounds]
    if man.down:
        body["down"] = True
    body |= {name: getattr(man, name) for name in ("captor", "charge") if getattr(man, name)}
    return list(man.at) if list(body) == ["at"] else body


class SkirmishReader(Reader["RedDiceRules"]):
    def read(self) -> SkirmishState:
        self.refuse_others(FIELDS)
        men = self.men()
        squads = self.squads(men)
        initiative = self.one_of(SIDES, "initiative", self.rules.field.first_initiative)
        state = SkirmishState(men, squads, self.red(), self.held(), initiative)
        state.passes = self.number("passes", 0, 10_000, 0)
        self.last(state)
        if not self.faults:
            self.agree(state)
        self.refuse_faults()
        return state

    # ------------------------------------------------------------------ values

    def table(self, field: str) -> dict[str, Any]:
        value = self.body.get(field, {})
        if isinstance(value, dict):
            return value
        self.faults.append(f"'{field}' must be an object.")
        return {}

    def red(self) -> dict[str, int]:
        written = self.table("red")
        self.faults.extend(f"There is no side '{shortened(side)}' to have red dice." for side in written if side not in SIDES)
        return {side: self.number(side, 0, MOST_RED, 0, written) for side in SIDES}

    def held(self) -> dict[str, str]:
        objectives = self.rules.field.objectives
        written = self.table("held")
        for id, side in written.items():
            if id not in objectives:
                known = ", ".join(objectives)
                self.faults.append(f"There is no objective '{shortened(id)}' to be held; there are {known}.")
            elif side not in SIDES:
                self.faults.append(f"The objective '{id}' must be held by one of {', '.join(SIDES)}, not {in_short(side)}.")
        if "held" not in self.body:
            return {id: found.held_at_start for id, found in objectives.items() if found.held_at_start}
        return {str(id): str(side) for id, side in written.items()}

    def last(self, state: SkirmishState) -> None:
        written = self.table("last")
        self.unknown("The activation under 'last'", written, ("squad", "deed", "repeats"))
        squad, deed = written.get("squad", ""), written.get("deed", "")
        if squad and squad not in state.squads:
            self.faults.append(f"The squad {in_short(squad)} under 'last' is not in this position.")
        if deed and deed not in DEEDS:
            self.faults.append(f"There is no action {in_short(deed)} to have been the last; there are {', '.join(DEEDS)}.")
        state.last_squad, state.last_deed = str(squad), str(deed)
        state.repeats = self.number("repeats", 0, 900, 0, written)

    def unknown(self, what: str, written: dict[str, Any], known: tuple[str, ...]) -> None:
        self.faults.extend(f"{what} has no field '{shortened(field)}'." for field in written if field not in known)

    # ------------------------------------------------------------------ the men

    def men(self) -> dict[str, Man]:
        """Every man with his place or box; one that is not named is not in the game."""
        homes, written = self.rules.homes, self.body.get("men")
        found = {id: Man(id, self.rules.first_squads[squad].side, squad, (0, 0), box=OUT) for id, squad in homes.items()}
        if not isinstance(written, dict):
            self.faults.append("A position needs 'men': an object from man to his place in hundredths of a centimetre.")
            return found
        for id, body in written.items():
            if id not in found:
                self.faults.append(f"There is no man '{shortened(id)}' in this scenario.")
            else:
                found[id] = self.man(found[id], {"at": body} if isinstance(body, list) else body)
        return found

    def man(self, man: Man, body: object) -> Man:
        who = f"The man '{man.id}'"
        if not isinstance(body, dict) or ("at" in body) == ("box" in body):
            self.faults.append(f"{who} must have a place [x, y] or a box, and not both.")
            return man
        self.unknown(who, body, MAN_FIELDS)
        box = body.get("box", "")
        if box and box not in BOXES:
            self.faults.append(f"{who} cannot be in the box {in_short(box)}; the boxes are {', '.join(BOXES)}.")
        at = body.get("at", [0, 0])
        if not isinstance(at, list) or len(at) != 2 or not all(type(part) is int and 0 <= part <= 40_000 for part in at):
            self.faults.append(f"{who} must stand at two whole numbers of hundredths of a centimetre, not {in_short(at)}.")
            at = [0, 0]
        place = (at[0], at[1])
        if not box and not self.rules.field.on_table(place):
            self.faults.append(f"The base of '{man.id}' at {at} does not lie on the table (D-R1).")
        wounds = body.get("wounds", WOUNDS[0])
        if wounds not in WOUNDS:
            self.faults.append(f"{who} cannot be wounded {in_short(wounds)}; it is one of {', '.join(WOUNDS)}.")
            wounds = WOUNDS[0]
        down = body.get("down", False)
        if type(down) is not bool or (down and wounds != WOUNDS[1]):
            self.faults.append(f"{who} lies down ('down': true) only with a light wound (D3.2g).")
            down = False
        captor = body.get("captor", ENEMY[man.side] if box == CAPTURED else "")
        if captor and captor != ENEMY[man.side]:
            self.faults.append(f"{who} can only be a prisoner of {ENEMY[man.side]}, not of {in_short(captor)}.")
        if captor and down:
            self.faults.append(f"{who} is a prisoner and does not lie in shock (D-R15).")
        squad, charge = body.get("squad", man.squad), body.get("charge", "")
        if squad not in self.rules.existing["squad"] or (charge and charge not in self.rules.existing["squad"]):
            self.faults.append(f"{who} names a squad that cannot be: {in_short(squad)}, {in_short(charge)}.")
            squad, charge = man.squad, ""
        if charge and not captor:
            self.faults.append(f"{who} is in somebody's charge but no prisoner (D-R15).")
        return replace(
            man, squad=str(squad), at=place, wounds=WOUNDS.index(wounds), down=down, box=str(box), captor=str(captor),
            charge=str(charge),
        )  # fmt: skip

    # ------------------------------------------------------------------ the squads

    def squads(self, men: dict[str, Man]) -> dict[str, Squad]:
        """The squads of the start, and those made in play; a squad that is not named is as at the start."""
        written = self.table("squads")
        for id in written:
            if id not in self.rules.existing["squad"]:
                self.faults.append(f"There cannot be a squad '{shortened(id)}' in this scenario.")
        found = {}
        for id in (*self.rules.first_squads, *(id for id in written if id not in self.rules.first_squads)):
            if id in self.rules.existing["squad"]:
                found[id] = self.squad(id, written.get(id, {}), men)
        for man in men.values():
            for squad in (man.squad, man.charge):
                if squad and squad not in found:
                    self.faults.append(f"The man '{man.id}' names the squad '{squad}', which is not among the 'squads'.")
        return found

    def squad(self, id: str, body: object, men: dict[str, Man]) -> Squad:
        home = id if id in self.rules.first_squads else self.rules.homes[id.removesuffix("+")]
        start = self.rules.first_squad(home)
        if not isinstance(body, dict):
            self.faults.append(f"The squad '{id}' must be an object.")
            return start
        who = f"The squad '{id}'"
        self.unknown(who, body, SQUAD_FIELDS)
        mine = [man.id for man in men.values() if man.squad == id]
        free = [man.id for man in men.values() if man.squad == id and man.is_free]
        usual = start.leader if start.leader in free or not free else free[0]
        leader = body.get("leader", usual)
        if leader and leader not in self.rules.order:
            self.faults.append(f"{who} is led by {in_short(leader)}, who is not in this scenario.")
            leader = usual
        if free and leader not in free and "pending" not in self.body:
            self.faults.append(f"{who} must be led by one of its men on the table, not by {in_short(leader)} (D1.1a).")
        facing = body.get("facing", list(start.facing))
        if not isinstance(facing, list) or tuple(facing) not in HEADINGS:
            self.faults.append(f"{who} must face one of the 24 headings, such as [1000, 0], not {in_short(facing)}.")
            facing = list(start.facing)
        formation = body.get("formation", start.formation)
        if formation not in FORMATIONS:
            self.faults.append(f"{who} cannot be in the formation {in_short(formation)}; there are {', '.join(FORMATIONS)}.")
        kind, parent = body.get("kind", SQUAD), body.get("parent", "")
        if kind not in KINDS or (parent and parent not in self.rules.existing["squad"]):
            self.faults.append(f"{who} must be one of {', '.join(KINDS)}, with a squad as 'parent'.")
        flags = {name: body.get(name, False) for name in ("pinned", "doubtful")}
        if not all(type(value) is bool for value in flags.values()):
            self.faults.append(f"{who}: 'pinned' and 'doubtful' are true or false.")
        side = men[mine[0]].side if mine else start.side
        if len(free) > LARGEST_SQUAD:
            self.faults.append(f"{who} has {len(free)} men on the table; ten are the most (D1.1a).")
        return Squad(
            id, side, str(leader), (facing[0], facing[1]), start.level, start.weapon, str(formation), str(kind), str(parent),
            bool(flags["pinned"]), bool(flags["doubtful"]),
        )  # fmt: skip

    def agree(self, state: SkirmishState) -> None:
        """What must hold of all together: sides, bases apart, escorts with their prisoners."""
        on_table = [man for man in state.men.values() if not man.box]
        apart = self.rules.numbers.apart
        for place, man in enumerate(on_table):
            for other in on_table[:place]:
                if squared(man.at, other.at) < apart:
                    self.faults.append(f"The bases of '{other.id}' and '{man.id}' overlap (D-R1).")
        for man in state.men.values():
            if state.squads[man.squad].side != man.side:
                self.faults.append(f"The man '{man.id}' is in a squad of the enemy.")
            if man.charge and (state.squads[man.charge].kind != GUARD or state.squads[man.charge].side == man.side):
                self.faults.append(f"The prisoner '{man.id}' is in the charge of '{man.charge}', who are no escorts (D-R15).")
        for squad in state.squads.values():
            able = [man for man in state.men.values() if man.squad == squad.id and man.is_free and man.wounds < SEVERELY]
            if able and "pending" not in self.body and state.men[squad.leader].wounds == SEVERELY:
                self.faults.append(f"The squad '{squad.id}' cannot be led by a severely wounded man (D1.1a).")


def restore(rules: RedDiceRules, body: dict[str, Any]) -> SkirmishState:
    """The state of a position; raises PositionError with every fault named."""
    return SkirmishReader(rules, body).read()
