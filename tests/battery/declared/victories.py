"""Give Us Victories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from grognard.core.actions import Action
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.hexes import members
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories import scenarios
from grognard.games.chancellorsville.victories.bombardment import Bombarding
from grognard.games.chancellorsville.victories.event_markers import DEMONS
from grognard.games.chancellorsville.victories.pieces import ENEMY
from grognard.games.chancellorsville.victories.rules import VictoriesRules
from grognard.games.chancellorsville.victories.state import Campaign
from tests.battery.declared.shape import Declared, Disguise, Disguises, Example, Examples, Table, Tries, always, first


def frame(game: Campaign) -> Any:
    return game.stack[-1]


# ---------------------------------------------------------------- command


def choose_the_enemy(game: Campaign, seat: str) -> Tries:
    return first((words.PutInCup(c.id), "U3.7") for c in game.rules.army_commands[ENEMY[seat]])


def choose_again(game: Campaign, seat: str) -> Tries:
    return first((words.PutInCup(c.id), "U8.6") for c in game.rules.chosen(game, seat))


def choose_a_superior(game: Campaign, seat: str) -> Tries:
    return first((words.PutInCup(c.id), "U8.16") for c in game.rules.army_commands[seat] if c.is_superior)


def place_afar(game: Campaign, seat: str) -> Tries:
    able = game.rules.placements(game, game.rules.commands[frame(game).command])
    return first((words.PlaceCommand(game.label(h)), "U8.8") for h in game.rules.board.grid.hexes if not able >> h & 1)


def march_an_idle_unit(game: Campaign, seat: str) -> Tries:
    return first((words.MarchUnit(p.id), "U8.1") for p in game.on_map(seat) if p.id not in game.state.active)


def march_again(game: Campaign, seat: str) -> Tries:
    there = (id for id in sorted(game.state.finished & game.state.active) if game.piece(id).hex)
    return first((words.MarchUnit(id), "U9.1") for id in there if id not in game.state.builders)


def of_the_enemy(game: Campaign, seat: str, action: Callable[[str], Action], rule: str) -> Tries:
    """What names a unit of the enemy: one that is seen, and one of which nothing may be told."""
    enemies = game.on_map(ENEMY[seat])
    seen = (piece for piece in enemies if game.rules.is_known(game, seat, piece.id))
    unseen = (piece for piece in enemies if not game.rules.is_known(game, seat, piece.id))
    yield from first((action(piece.id), rule) for piece in seen)
    yield from first((action(piece.id), "U9.26") for piece in unseen)


def take_along_the_enemy(game: Campaign, seat: str) -> Tries:
    return of_the_enemy(game, seat, words.TakeAlong, "U8.1")


def take_up_nothing(game: Campaign, seat: str) -> Tries:
    rule = "U11.8" if seat == "Union" else "U11.11"
    return first((words.Dismantle(*key.split("-")), rule) for key in sorted(game.rules.river_hexsides) if free(game, key, seat))


def free(game: Campaign, key: str, seat: str) -> bool:
    one, other = key.split("-")
    return game.state.pontoons.get(key) != seat and one <= other


# ---------------------------------------------------------------- movement


def march_too_far(game: Campaign, seat: str) -> Tries:
    grid, here = game.rules.board.grid, frame(game).hex
    closed = game.held(ENEMY[seat]) | game.near(ENEMY[seat])
    units = [game.piece(id) for id in game.state.marching]
    able = game.rules.area & ~closed & ~game.rules.closed_to_all(game, units)
    far = (h for h in grid.hexes if able >> h & 1 and grid.distance(here, h) > 24)
    return first((words.MarchTo(game.label(h)), "U9.2") for h in far)


def march_into_the_enemy(game: Campaign, seat: str) -> Tries:
    return first((words.MarchTo(game.label(piece.hex)), "U9.4") for piece in game.on_map(ENEMY[seat]))


def leave_a_stranger(game: Campaign, seat: str) -> Tries:
    return first((words.LeaveBehind(p.id), "U9.1") for p in game.on_map(seat) if p.id not in game.state.marching)


def withdraw_untouched(game: Campaign, seat: str) -> Tries:
    touched = game.rules.touched(game, seat, frame(game).hex)
    return first((words.Scatter(game.label(p.hex)), "U9.7") for p in game.on_map(seat) if not touched >> p.hex & 1)


def withdraw_into_the_enemy(game: Campaign, seat: str) -> Tries:
    stack = game.label(frame(game).stacks(game)[0])
    return [(words.BreakAway(stack, game.label(frame(game).hex)), "U9.9")]


# ---------------------------------------------------------------- fire and combat


def shell_nobody(game: Campaign, seat: str) -> Tries:
    return first((words.Shell(game.label(p.hex), "guns"), "U12.1") for p in game.on_map(seat))


def shell_twice(game: Campaign, seat: str) -> Tries:
    held = game.held(ENEMY[seat])
    return first((words.Shell(game.label(h), "troops"), "U12.5") for h in sorted(frame(game).targets) if held >> h & 1)


def attack_with_nobody(game: Campaign, seat: str) -> Tries:
    return of_the_enemy(game, seat, lambda id: words.Charge(id, 1), "U14.1")


def attack_in_disorder(game: Campaign, seat: str) -> Tries:
    """Not in a second attack, which only the units near the marker may make (U17.8)."""
    state = game.state
    first_attack = DEMONS not in state.effects
    weak = (p for p in game.on_map(seat) if first_attack and p.order and p.id in state.active and p.id not in state.attacked)
    return first((words.Charge(p.id, 1), "U14.46") for p in weak)


def converge_on_nobody(game: Campaign, seat: str) -> Tries:
    return first((words.Converge(game.label(p.hex)), "U14.7") for p in game.on_map(seat))


def leave_attacks_out(game: Campaign, seat: str) -> Tries:
    return [(words.EndDeclaring(), "U14.2")] if frame(game).plan(game).owed() else []


def too_many_points(game: Campaign, seat: str) -> Tries:
    dice = frame(game).attack if seat == frame(game).army else frame(game).defence
    everything = words.AddBonus("6" * len(dice))
    return [] if everything in game.actions(seat) else [(everything, "U14.28")]


def bystander_suffers(rule: str) -> Example:
    """A unit of the enemy, which has nothing to lose here."""
    return Example(lambda game, seat: of_the_enemy(game, seat, words.Suffer, rule))


# ---------------------------------------------------------------- the variants


def fill_beyond(game: Campaign, seat: str) -> Tries:
    return first((words.AssignBox(c.id, 9), "U20.1") for c in game.rules.unassigned(game, seat))


NOWHERE = words.PlaceReinforcement("0101")

VICTORIES: Examples = {
    "ChooseFormations.choose": (
        Example(choose_the_enemy),
        Example(choose_again, sure=False),
        Example(choose_a_superior, sure=False),
    ),
    "Activation.place": (Example(place_afar), always(words.PlayEvent("rebel-yell"), "U17.12")),
    "Activation.move": (
        Example(march_an_idle_unit, sure=False),
        Example(march_again, sure=False),
        Example(take_along_the_enemy),
        Example(take_up_nothing),
        always(words.MarchStack("9999"), "U9.1"),
    ),
    "Activation.give_up": (always(words.LeaveOut("nobody"), "U8.12"),),
    "Activation.take_march_loss": (bystander_suffers("U9.24"),),
    "Activation.demons": (always(words.PlayEventAt("demons-out-of-the-earth", "9999"), "U17.8"),),
    "March.go": (
        Example(march_too_far, sure=False),
        Example(march_into_the_enemy),
        Example(leave_a_stranger, sure=False),
        always(words.WreckBridge("9999"), "U11.12"),
    ),
    "Contact.react": (Example(withdraw_untouched, sure=False), Example(withdraw_into_the_enemy)),
    "Scattering.next_unit": (always(words.RetreatTo("9999"), "U9.10"),),
    "Skirmish.place": (always(words.SkirmishersTo("9999"), "U13.4"),),
    "Unstacking.choose": (always(words.Surplus("nobody"), "U5.5"),),
    "Unstacking.place": (always(words.RetreatTo("9999"), "U5.5"),),
    "Bombardments.aim": (Example(shell_nobody), Example(shell_twice, sure=False)),
    "Bombardments.fire": (always(words.FireGuns(0), "U12.4"),),
    "Bombardment.dig": (always(words.DigIn("9999"), "U12.9"),),
    "Bombardment.suffer": (bystander_suffers("U12.11"),),
    "Declaration.declare": (
        Example(attack_with_nobody),
        Example(attack_in_disorder, sure=False),
        Example(converge_on_nobody),
        Example(leave_attacks_out, sure=False),
    ),
    "Combats.choose": (always(words.Resolve(99), "U14.8"),),
    "Combat.skirmish": (always(words.SendSkirmishers("nobody"), "U14.14"),),
    "Combat.dig": (always(words.DigIn("9999"), "U14.20"),),
    "Combat.choose_works": (always(words.NoWorks(), "U14.19"),),
    "Combat.choose_ground": (always(words.Shelter("swamp"), "U14.6"),),
    "Combat.choose_cover": (always(words.Shelter("swamp"), "U14.16"),),
    "Combat.attacker_event": (always(words.PlayEvent("night-attack"), "U17.3"),),
    "Combat.defender_event": (always(words.PlayEvent("night-attack"), "U17.3"),),
    "Combat.attacker_adds": (Example(too_many_points, sure=False),),
    "Combat.attacker_subtracts": (always(words.SubtractBonus("6666666"), "U14.28"),),
    "Combat.defender_adds": (Example(too_many_points, sure=False),),
    "Combat.defender_subtracts": (always(words.SubtractBonus("6666666"), "U14.28"),),
    "Combat.attacker_sixes": (always(words.CancelRetreat(), "U14.36"),),
    "Combat.defender_sixes": (always(words.ForceRetreat(), "U14.39"),),
    "Combat.defender_loses": (bystander_suffers("U14.33"),),
    "Combat.attacker_loses": (bystander_suffers("U14.33"), always(words.RetreatInstead(), "U14.34")),
    "Combat.advance": (always(words.AdvanceInto("9999"), "U14.54"),),
    "Combat.advance_units": (always(words.AdvanceUnit("nobody"), "U14.54"),),
    "Retreat.go": (always(words.RetreatTo("9999"), "U14.42"),),
    "Retreat.bridge": (always(words.Dismantle("9999", "9999"), "U11.10"),),
    "Recovery.choose": (always(words.Restore("nobody"), "U16.1"),),
    "DepotCheck.offer": (always(words.PlayEventAt("supply-depot", "9999"), "U17.6"),),
    "Regroup.choose": (always(words.Restore("nobody"), "U17.7"),),
    "Regroup.place": (always(words.PlaceReinforcement("9999"), "U17.7"),),
    "GeneralRetreat.choose": (always(words.MarchUnit("nobody"), "U17.14"),),
    "GeneralRetreat.march": (always(words.MarchTo("9999"), "U17.14"),),
    "Interlude.offer": (always(words.PlayEventAt("general-retreat", "9999"), "U17.14"),),
    "GoodGeneral.choose": (always(words.PutInCup("nobody"), "U17.18"),),
    "Arrivals.place": (always(words.PlaceReinforcement("9999"), "U19.21"),),
    "HypotheticalStart.assign": (Example(fill_beyond),),
    "HypotheticalStart.place": (always(words.PlaceReinforcement("9999"), "U20.2"),),
    "DeployStoneman.place": (always(words.PlaceReinforcement("9999"), "U20.4"),),
    "LongstreetComes.place": (always(words.PlaceReinforcement("9999"), "U20.5"),),
}


# ---------------------------------------------------------------- hidden stacks


def swapped(rules: VictoriesRules, disguise: Disguise, action: Action) -> Action:
    """The same order given to the other of the two."""
    swap = {disguise.one: disguise.other, disguise.other: disguise.one}
    fields = [getattr(action, field) for field in action.__struct_fields__]
    return type(action)(*(swap.get(value, value) for value in fields))


def seen_by_the_enemy(game: Game, disguise: Disguise) -> bool:
    """Whether one of the two has ever stood next to the enemy, or is not hidden any more."""
    campaign = game
    assert isinstance(campaign, Campaign)
    pieces = [campaign.piece(id) for id in (disguise.one, disguise.other)]
    return any(not piece.hex or campaign.next_to_enemy(disguise.owner, piece.hex) for piece in pieces)


@cache
def brigades_of_a_stack(rules: VictoriesRules) -> tuple[Disguise, ...]:
    """Of each army the first two brigades that can do the same, begin in one hex, and are far from the enemy."""
    if not rules.secretive:
        return ()
    opening = rules.opening().pieces
    grid, found = rules.board.grid, []
    for army in rules.seats:
        enemies = [opening[id].hex for id in rules.sheets[ENEMY[army]] if opening[id].hex]
        alike: dict[object, str] = {}
        for id in rules.sheets[army]:
            counter, h = rules.counters[id], opening[id].hex
            if not h or not counter.is_real or any(grid.distance(h, other) < FAR for other in enemies):
                continue
            kind = h, counter.formation, counter.division, counter.strengths, counter.is_artillery, counter.is_cavalry
            if kind in alike:
                found.append(Disguise(army, alike[kind], id))
                break
            alike[kind] = id
    return tuple(found)


FAR = 5


def fights_around(game: Game, disguise: Disguise) -> Iterator[Fight]:
    """Combats and bombardments of the two, as from where they stand."""
    campaign = game
    assert isinstance(campaign, Campaign)
    hexes = sorted({campaign.piece(id).hex for id in (disguise.one, disguise.other)} - {0})
    for h in hexes:
        for other in members(campaign.rules.board.grid.adjacent[h]):
            for id in (disguise.one, disguise.other):
                yield Fight("combat", (id,), (campaign.label(other),))
                yield Fight("bombardment", (id,), (campaign.label(other),), ("guns",))


# ---------------------------------------------------------------- the tables and the ends


def artillery_table(rules: VictoriesRules) -> Table:
    table = rules.components.artillery
    read = Bombarding.artillery_row

    def cell(factor: int, total: int) -> str:
        column = table.columns[min(max(total, 1), len(table.columns)) - 1]
        return f"bombardment {table.rows[read(rules, factor)].factor} on {column}"

    cells = tuple(f"bombardment {row.factor} on {column}" for row in table.rows for column in table.columns)
    return Table(cells, "bombardment_result", cell)


def endings(rules: VictoriesRules) -> tuple[str, ...]:
    kind = rules.components.scenario.victory.type
    levels = ("automatic", "victory") if kind == "points" else ("victory",)
    won = tuple(f"victory {level} {army}" for level in levels for army in rules.seats)
    decided = kind in ("csa_occupies_all_at_once_else_union", "union_exits_brigades_else_csa")
    return won if decided else (*won, "victory draw nobody")


DECLARED = (
    Declared(
        VictoriesRules,
        VICTORIES,
        disguises=Disguises(brigades_of_a_stack, swapped, seen_by_the_enemy, fights_around),
        tables=(artillery_table,),
        endings=endings,
        alike=frozenset({"chancellorsville/victories/lee-moves", "chancellorsville/victories/chancellorsville"}),
        long=frozenset(scenario.id for scenario in scenarios()),
    ),
)
