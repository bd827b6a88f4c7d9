"""A Perfect Plan."""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.core.games import Game
from grognard.games.chancellorsville.perfect_plan import actions as orders
from grognard.games.chancellorsville.perfect_plan.components import ENEMY
from grognard.games.chancellorsville.perfect_plan.events import FaceUp
from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.battery.declared.shape import Declared, Disguise, Disguises, Example, Examples, Tries, always, first, next_of


def waiting_unit(game: Plan, seat: str) -> str:
    return next(unit for unit in game.rules.sheets[seat] if game.state.units[unit] == "in hand")


def deploy_beyond_the_limit(game: Plan, seat: str) -> Tries:
    unit = waiting_unit(game, seat)
    full = (area for area, limit in game.rules.limits[seat].items() if len(game.units_in(seat, area)) >= limit.max)
    return first((orders.Deploy(unit, area), {"AoP": "P-S2", "ANV": "P-S3"}[seat]) for area in full)


def unmoved(game: Plan, seat: str) -> list[tuple[str, str]]:
    """The units that have not moved, with their areas."""
    return [(unit, area) for area, stack in game.stacks(seat).items() for unit in stack if unit not in game.state.moved]


def deploy_far_away(game: Plan, seat: str) -> Tries:
    return [(orders.Deploy(waiting_unit(game, seat), "thornburg"), {"AoP": "P-S2", "ANV": "P-S3"}[seat])]


def deploy_an_enemy(game: Plan, seat: str) -> Tries:
    return [(orders.Deploy(game.rules.sheets[ENEMY[seat]][0], "thornburg"), "P-S1")]


def recover_a_commander(game: Plan, seat: str) -> Tries:
    return [(orders.Recover(game.rules.sheets[seat][0], "falmouth"), "P3a")]


def recover_elsewhere(game: Plan, seat: str) -> Tries:
    box = (unit for unit in game.rules.sheets[seat] if game.state.units[unit] == "eliminated")
    return first((orders.Recover(unit, "wilderness"), "P3b") for unit in box if not game.rules.counters[unit].is_commander)


def march_too_far_away(game: Plan, seat: str) -> Tries:
    board = game.rules.board
    return first(
        (orders.March(unit, end), "P4b")
        for unit, area in unmoved(game, seat)
        for end in ("kellys_ford", "bowling_green")
        if board.border(area, end) is None
    )


def march_through_the_river(game: Plan, seat: str) -> Tries:
    board, connected = game.rules.board, game.rules.connected
    return first(
        (orders.March(unit, end), "P4d")
        for unit, area in unmoved(game, seat)
        for end in board.neighbours[area]
        if end not in connected[area]
    )


def march_twice(game: Plan, seat: str) -> Tries:
    there = (unit for unit in sorted(game.state.moved) if game.state.units[unit] in game.rules.board.areas)
    return first((orders.March(unit, "wilderness"), "P4b") for unit in there)


def march_an_enemy(game: Plan, seat: str) -> Tries:
    return [(orders.March(unit, area), "P4a") for unit in game.rules.sheets[ENEMY[seat]][:2] for area in game.stacks(seat)]


def overfill(game: Plan, seat: str) -> Tries:
    full = (area for area, stack in game.stacks(seat).items() if len(stack) == 4)
    units = ((unit, area) for area in full for near in game.rules.connected[area] for unit in game.units_in(seat, near))
    return first((orders.March(unit, area), "P-D1a") for unit, area in units if unit not in game.state.moved)


def slip_past(game: Plan, seat: str) -> Tries:
    for area in game.contested():
        for unit in game.units_in(seat, area):
            for end in game.rules.connected[area]:
                if unit not in game.state.moved and game.controller(end) != seat and end not in game.stacks(seat):
                    return [(orders.March(unit, end), "P4g")]
    return []


def exchange_afar(game: Plan, seat: str) -> Tries:
    free = [unit for stack in game.stacks(seat).values() for unit in stack if unit not in game.state.moved]
    where, connected = game.state.units, game.rules.connected
    return first(
        (orders.Exchange(unit, other), "P4h") for unit in free for other in free if where[other] not in connected[where[unit]]
    )


def dig_alone(game: Plan, seat: str) -> Tries:
    return first((orders.Entrench(area), "P-D10a") for area in game.rules.board.areas if area not in game.stacks(seat))


def dig_again(game: Plan, seat: str) -> Tries:
    return first((orders.Entrench(area), "P-D10b") for area in sorted(game.state.trenches[seat]))


def fight_nobody(game: Plan, seat: str) -> Tries:
    return first((orders.Fight(area), "P4i") for area in game.rules.board.areas if area not in game.contested())


def fight_too_late(game: Plan, seat: str) -> Tries:
    return first((orders.Fight(area), "P4i") for area in game.contested() if game.state.moves < 2)


def lose_a_bystander(game: Plan, seat: str) -> Tries:
    fought = game.state.revealed
    return first((orders.LoseUnit(unit), "P5.5b") for unit in game.rules.sheets[seat] if game.state.units[unit] != fought)


def lose_no_trench(game: Plan, seat: str) -> Tries:
    return [] if game.state.revealed in game.state.trenches[seat] else [(orders.LoseTrench(), "P5.5c")]


def bystander_falls_back(game: Plan, seat: str) -> Tries:
    fought = game.state.revealed
    return first(
        (orders.FallBack(unit, "falmouth"), "P5.6d") for unit in game.rules.sheets[seat] if game.state.units[unit] != fought
    )


def fall_back_to_enemies(game: Plan, seat: str) -> Tries:
    fought = game.state.revealed
    unit = game.units_in(seat, fought)[0]
    near = (area for area in game.rules.connected[fought] if game.controller(area) != seat)
    return first((orders.FallBack(unit, area), "P5.6d") for area in near)


def ride_to_nobody(game: Plan, seat: str) -> Tries:
    unit = game.units_in(seat, game.state.revealed)[0]
    empty = (area for area in game.rules.board.areas if area not in game.stacks(seat))
    return first((orders.RideTo(unit, area), "P5.3b") for area in empty) if game.stacks(seat) else []


PERFECT_PLAN: Examples = {
    "SetUp.place": (Example(deploy_far_away), Example(deploy_an_enemy), Example(deploy_beyond_the_limit)),
    "Recovery.choose": (Example(recover_a_commander), Example(recover_elsewhere)),
    "MovementPhase.part": (
        Example(march_too_far_away),
        Example(march_through_the_river),
        Example(march_twice),
        Example(march_an_enemy),
        Example(overfill),
        Example(slip_past),
        Example(exchange_afar),
        Example(dig_alone),
        Example(dig_again),
        Example(fight_nobody),
        Example(fight_too_late),
    ),
    "CombatPhase.choose": next_of("P5.1"),
    "Combat.commanders_bonus": (always(orders.Inspire("AoP-Hooker"), "P-D3c"), always(orders.Inspire("ANV-Hill"), "P-D3c")),
    "Combat.attackers_losses": (Example(lose_a_bystander), Example(lose_no_trench)),
    "Combat.defenders_losses": (Example(lose_a_bystander), Example(lose_no_trench)),
    "Retreat.choose": (Example(bystander_falls_back), Example(fall_back_to_enemies, sure=False)),
    "CommandersLeave.choose": (Example(ride_to_nobody, sure=False),),
}


def swapped(rules: PerfectPlanRules, disguise: Disguise, action: Action) -> Action:
    """The same order given to the other of the two."""
    swap = {disguise.one: disguise.other, disguise.other: disguise.one}
    if isinstance(action, orders.Exchange):
        return rules.exchanges[swap.get(action.unit, action.unit), swap.get(action.other, action.other)]
    fields = [getattr(action, field) for field in action.__struct_fields__]
    return type(action)(*(swap.get(value, value) for value in fields))


def fronts_shown(game: Game, disguise: Disguise) -> bool:
    """Whether one of the two has lain face up."""
    shown = [event for event in game.happened.since(0) if isinstance(event, FaceUp)]
    return any({disguise.one, disguise.other} & {*event.attackers, *event.defenders} for event in shown)


PAIRS = (
    Disguise("AoP", "AoP-Hooker", "AoP-small-1"),
    Disguise("AoP", "AoP-V", "AoP-small-6"),
    Disguise("AoP", "AoP-I", "AoP-XII"),
    Disguise("ANV", "ANV-Lee", "ANV-small-4"),
    Disguise("ANV", "ANV-Early", "ANV-Jackson"),
)

DECLARED = (
    Declared(
        PerfectPlanRules,
        PERFECT_PLAN,
        disguises=Disguises(lambda rules: PAIRS, swapped, fronts_shown),
        endings=lambda rules: ("victory victory AoP", "victory victory ANV", "victory draw nobody"),
    ),
)
