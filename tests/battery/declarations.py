"""For each kind of decision what must be refused, by which rule; and for each sealed decision two answers that must look alike.

A new scenario of a known game needs nothing here; a new kind of decision does, or the battery fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from grognard.core.actions import Action, Take
from grognard.core.games import Game
from grognard.core.rules import Rules
from grognard.games.chancellorsville.perfect_plan import actions as orders
from grognard.games.chancellorsville.perfect_plan.components import ENEMY
from grognard.games.chancellorsville.perfect_plan.events import FaceUp
from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules
from grognard.games.chancellorsville.perfect_plan.state import Plan
from grognard.games.revolution.eutaw.reinforcements import ANNOUNCED, DECLINED, CallUp, Forgo
from grognard.games.revolution.eutaw.rules import EutawRules
from grognard.games.revolution.eutaw.state import FORAGING, ROOTING_PARTY, eutaw
from grognard.games.revolution.guilford.rules import GuilfordRules
from grognard.games.revolution.series.actions import (
    Accept,
    AddGun,
    Advance,
    Appoint,
    Attack,
    BreakContact,
    Chit,
    Commit,
    Divert,
    EndAnnouncement,
    EndMovement,
    Follow,
    Give,
    Go,
    KeepBack,
    Lead,
    LoseStep,
    Move,
    Occupy,
    Place,
    Rally,
    Retreat,
    Stop,
    Target,
)
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.pieces import DISRUPTED, OFF_MAP, PARADE, SHATTERED, Piece
from grognard.games.revolution.series.rules import SeriesRules
from tests.core.nim import NimRules, Remove
from tests.core.raid import CARDS, FallBack, Keep, PlayCard, RaidRules
from tests.core.relief import START, Beacon, Dig, ReliefRules, Rest
from tests.core.tabletop import Go as GoToPoint
from tests.core.tabletop import Hold, Stay, TableRules
from tests.core.toy import Bid, Parry, ToyRules

Tries = Iterable[tuple[Action, str]]
"""Actions that are illegal at this decision, each with a rule that must be among those cited."""


class Example(NamedTuple):
    """Illegal actions at a kind of decision, where a position has any; `sure` if a sample of games is sure to meet some."""

    tries: Callable[[Any, str], Tries]
    sure: bool = True


# ---------------------------------------------------------------- looking around


def side(game: Battle, seat: str) -> str:
    return game.rules.side_of(seat)


def own(game: Battle, seat: str) -> list[Piece]:
    return [piece for piece in game.on_map(side(game, seat)) if game.seat_of(piece.id) == seat]


def hostile(game: Battle, seat: str) -> list[Piece]:
    return game.units_of(game.enemy(side(game, seat)))


def frame(game: Battle) -> Any:
    return game.stack[-1]


def empty_hexes(game: Battle) -> list[int]:
    occupied = {piece.hex for piece in game.state.pieces.values()}
    return [h for h in game.rules.board.grid.hexes if h not in occupied]


def first(tries: Iterable[tuple[Action, str]]) -> Iterator[tuple[Action, str]]:
    """The first of them, if there is one."""
    for each in tries:
        yield each
        return


def always(action: Action, rule: str) -> Example:
    return Example(lambda game, seat: [(action, rule)])


# ---------------------------------------------------------------- setting up and movement


def outside_the_set_up(game: Battle, seat: str) -> Tries:
    rules = game.rules
    free = rules.components.scenario.free_placement[frame(game).placed]
    inside = rules.set_up_hexes(game, free)
    outside = (h for h in empty_hexes(game) if not inside >> h & 1)
    able = (h for h in outside if all(rules.can_be_in(game.piece(id), h) for id in free.units))
    return first((Place(game.label(h)), free.rule) for h in able)


def set_up_among_enemies(game: Battle, seat: str) -> Tries:
    return first((Place(game.label(piece.hex)), "S9.2d") for piece in hostile(game, seat))


def beyond_the_entry(game: Battle, seat: str) -> Tries:
    offered = set(game.actions(seat))
    return first((Place(game.label(h)), "S9.61a") for h in empty_hexes(game) if Place(game.label(h)) not in offered)


def keep_back_who_must_enter(game: Battle, seat: str) -> Tries:
    return [(KeepBack(), "S9.61a")] if KeepBack() not in game.actions(seat) else []


def move_again(game: Battle, seat: str) -> Tries:
    return first((Move(piece.id), "S9.1c") for piece in own(game, seat) if piece.id in game.state.moved)


def move_an_enemy(game: Battle, seat: str) -> Tries:
    return first((Move(piece.id), "S9.1a") for piece in hostile(game, seat))


def move_the_shattered(game: Battle, seat: str) -> Tries:
    return first(
        (Move(piece.id), "S9.2a") for piece in own(game, seat) if piece.order == SHATTERED and piece.id not in game.state.moved
    )


def move_the_pinned(game: Battle, seat: str) -> Tries:
    return first((Move(piece.id), "S9.2c") for piece in own(game, seat) if piece.pin and piece.id not in game.state.moved)


def leave_the_disrupted(game: Battle, seat: str) -> Tries:
    compelled = any(game.rules.must_move(game, piece) for piece in own(game, seat))
    return [(EndMovement(), "S13.3a")] if compelled else []


def march_too_far(game: Battle, seat: str) -> Tries:
    piece, grid = game.piece(frame(game).piece), game.rules.board.grid
    able = [h for h in empty_hexes(game) if game.rules.can_be_in(piece, h)]
    farthest = max(able, key=lambda h: grid.distance(piece.hex, h))
    assert grid.distance(piece.hex, farthest) > game.rules.allowance(game, piece)
    return [(Go(game.label(farthest)), "S9.2b" if piece.order == DISRUPTED else "S9.1a")]


def march_into_an_enemy(game: Battle, seat: str) -> Tries:
    grid, here = game.rules.board.grid, game.piece(frame(game).piece).hex
    return first((Go(game.label(p.hex)), "S9.2d") for p in hostile(game, seat) if grid.adjacent[here] >> p.hex & 1)


def stop_before_moving(game: Battle, seat: str) -> Tries:
    return [] if frame(game).taken else [(Stop(), "S9.1a")]


def get_clear_by_staying(game: Battle, seat: str) -> Tries:
    return [(Go(game.label(game.piece(frame(game).piece).hex)), "S9.2c")]


def unpinned_breaks_contact(game: Battle, seat: str) -> Tries:
    return first((Move(piece.id), "S13.1-PIN-d") for piece in own(game, seat) if piece.pin != frame(game).number)


# ---------------------------------------------------------------- rally and fire


def rally_an_enemy(game: Battle, seat: str) -> Tries:
    return first((Rally(piece.id), "S15.1a") for piece in hostile(game, seat))


def rally_the_steady(game: Battle, seat: str) -> Tries:
    steady = (unit for unit in game.units_of(side(game, seat)) if unit.order == PARADE and not unit.marks)
    return first((Rally(unit.id), "S15.1a") for unit in steady)


def rally_again(game: Battle, seat: str) -> Tries:
    tried = (game.piece(id) for id in sorted(frame(game).tried) if game.seat_of(id) == seat)
    return first((Rally(unit.id), "S15.1b") for unit in tried if unit.hex != OFF_MAP and unit.order != PARADE)


def fire_at_a_friend(rule: str) -> Callable[[Battle, str], Tries]:
    return lambda game, seat: first((Target(unit.id), rule) for unit in game.units_of(side(game, seat)))


def fire_beyond_range(game: Battle, seat: str) -> Tries:
    grid, guns = game.rules.board.grid, game.rules.guns(game, side(game, seat), frame(game).fired)

    def out_of_range(unit: Piece) -> bool:
        return all(grid.distance(gun.hex, unit.hex) > game.rules.gun_range(gun) for gun in guns)

    far = (unit for unit in hostile(game, seat) if unit.id not in frame(game).targets and out_of_range(unit))
    return first((Target(unit.id), "S11.2a") for unit in far)


def fire_twice_at_one(game: Battle, seat: str) -> Tries:
    hit = (game.piece(id) for id in sorted(frame(game).targets))
    return first((Target(unit.id), "S11.2d") for unit in hit if unit.hex != OFF_MAP)


def foreign_gun(game: Battle, seat: str) -> Tries:
    return first((AddGun(unit.id), "S11.2c") for unit in hostile(game, seat))


def rifles_at_a_distance(game: Battle, seat: str) -> Tries:
    firer = frame(game).next_firer(game, side(game, seat))
    grid = game.rules.board.grid
    far = (unit for unit in hostile(game, seat) if grid.distance(game.piece(firer).hex, unit.hex) > 1)
    return first((Target(unit.id), "S10.2b") for unit in far)


# ---------------------------------------------------------------- close combat


def attack_with_guns(game: Battle, seat: str) -> Tries:
    guns = (unit for unit in game.units_of(side(game, seat)) if game.counter(unit.id).is_artillery and not unit.marks)
    return first((Attack(unit.id, 1), "S12.12c") for unit in guns)


def attack_twice(game: Battle, seat: str) -> Tries:
    return first((Attack(id, mask), "S12.15a") for id, mask in frame(game).assigned)


def attack_nobody(game: Battle, seat: str) -> Tries:
    plan = frame(game).plan(game)
    free = (id for id in plan.contact if id not in plan.assigned)
    return first((Attack(id, 63 & ~plan.mask_of(id, plan.contact[id])), "S12.12a") for id in free)


def leave_attacks_out(game: Battle, seat: str) -> Tries:
    return [(EndAnnouncement(), "S12.12a")] if EndAnnouncement() not in game.actions(seat) else []


def divert_nobody(game: Battle, seat: str) -> Tries:
    if not game.rules.advanced:
        return [(Divert(game.label(empty_hexes(game)[0])), "S1b")]
    return [(Divert(game.label(empty_hexes(game)[0])), "S12.14a")]


def bystander_leads(game: Battle, seat: str) -> Tries:
    involved = frame(game).involved(game, side(game, seat))
    return first((Lead(unit.id), "S3.2t") for unit in game.units_of(side(game, seat)) if unit.id not in involved)


def gun_leads(game: Battle, seat: str) -> Tries:
    involved = frame(game).involved(game, side(game, seat))
    return first((Lead(id), "S12.23-2b") for id in involved if game.counter(id).is_artillery)


def chit_without_leader(game: Battle, seat: str) -> Tries:
    rules = game.rules
    if not rules.advanced or rules.any_chit or rules.leader_near(game, frame(game), side(game, seat)):
        return []
    return [(Chit("frontal_assault"), "S12.52b"), (Chit("turn_flank"), "S12.52b")]


def chit_without_open_flank(game: Battle, seat: str) -> Tries:
    rules = game.rules
    if not rules.advanced or rules.any_chit or not rules.leader_near(game, frame(game), side(game, seat)):
        return []
    return [] if rules.flank_is_open(game, frame(game), side(game, seat)) else [(Chit("refuse_flank"), "S12.52c")]


def bystander_given_up(game: Battle, seat: str) -> Tries:
    rule = f"S13.1-{frame(game).code}"
    return first((Give(unit.id), rule) for unit in own(game, seat) if unit.id not in frame(game).involved)


def bystander_loses_step(rule: str) -> Callable[[Battle, str], Tries]:
    return lambda game, seat: first((LoseStep(unit.id), rule) for unit in hostile(game, seat))


def unit_instead_of_leader(game: Battle, seat: str) -> Tries:
    return first((Give(unit.id), "S13.1-L") for unit in game.units_of(side(game, seat)))


def unit_in_command(game: Battle, seat: str) -> Tries:
    return first((Appoint(unit.id), "S3.2d") for unit in game.units_of(side(game, seat)))


# ---------------------------------------------------------------- retreat and advance


def retreat_wrong_distance(game: Battle, seat: str) -> Tries:
    grid, here, distance = game.rules.board.grid, game.piece(frame(game).piece).hex, frame(game).distance
    rule = "S13.24a" if distance == 3 else "S13.2-alg1"
    return first((Retreat(game.label(h)), rule) for h in empty_hexes(game) if grid.distance(here, h) == distance + 1)


def retreat_into_an_enemy(game: Battle, seat: str) -> Tries:
    grid, here, distance = game.rules.board.grid, game.piece(frame(game).piece).hex, frame(game).distance
    near = (unit for unit in hostile(game, seat) if grid.distance(here, unit.hex) == distance)
    return first((Retreat(game.label(unit.hex)), "S13.22a") for unit in near)


def unit_follows(game: Battle, seat: str) -> Tries:
    return first((Follow(unit.id), "S13.26") for unit in game.units_of(side(game, seat)))


def enemy_leads_advance(game: Battle, seat: str) -> Tries:
    return first((Lead(unit.id), "S12.3b") for unit in hostile(game, seat))


def bystander_advances(game: Battle, seat: str) -> Tries:
    idle = (unit for unit in game.units_of(side(game, seat)) if unit.id not in frame(game).attackers)
    return first((Advance(unit.id), "S12.23-9b") for unit in idle)


def advance_elsewhere(game: Battle, seat: str) -> Tries:
    return first((Occupy(game.label(h)), "S12.23-9d") for h in empty_hexes(game) if h not in frame(game).targets)


def next_of(rule: str) -> tuple[Example, ...]:
    """Where things are done one after another: something that is not among them."""
    return (always(Take("nobody"), rule),)


def too_many_chits(game: Battle, seat: str) -> Tries:
    return [(Commit(game.state.momentum[side(game, seat)] + 1), "S6.2a")]


# ---------------------------------------------------------------- A Perfect Plan


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


PERFECT_PLAN: dict[str, tuple[Example, ...]] = {
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

# ---------------------------------------------------------------- Eutaw Springs


def move_the_foragers(game: Battle, seat: str) -> Tries:
    return first((Move(piece.id), "E3.3b") for piece in own(game, seat) if FORAGING in piece.marks)


def attack_with_the_rooting_party(game: Battle, seat: str) -> Tries:
    party = game.piece(ROOTING_PARTY)
    able = game.side_of(ROOTING_PARTY) == seat and party.hex != OFF_MAP and party.order == PARADE
    return [(Attack(ROOTING_PARTY, 1), "E3.3a")] if able and game.next_to_enemy(party) else []


# ---------------------------------------------------------------- all of them

SERIES: dict[str, tuple[Example, ...]] = {
    "FreeSetUp.place": (Example(outside_the_set_up), Example(set_up_among_enemies)),
    "Initiative.commit": (Example(too_many_chits),),
    "Initiative.overrule": (always(Commit(3), "S6.2b"),),
    "MovementPhase.place_reinforcements": (Example(beyond_the_entry), Example(keep_back_who_must_enter, sure=False)),
    "MovementPhase.pick_piece": (
        Example(move_again),
        Example(move_an_enemy),
        Example(move_the_shattered, sure=False),
        Example(move_the_pinned, sure=False),
        Example(leave_the_disrupted, sure=False),
        always(BreakContact(99), "S13.1-PIN-d"),
    ),
    "March.choose": (Example(march_too_far), Example(march_into_an_enemy), Example(stop_before_moving)),
    "BreakingContact.pick_unit": (Example(unpinned_breaks_contact),),
    "BreakingContact.pick_hex": (Example(get_clear_by_staying),),
    "CureOverstacking.choose_loss": (Example(bystander_loses_step("S7.3a")),),
    "RallyPhase.choose_unit": (Example(rally_an_enemy), Example(rally_the_steady), Example(rally_again, sure=False)),
    "ArtilleryPhase.choose_target": (
        Example(fire_at_a_friend("S11.2a")),
        Example(fire_beyond_range),
        Example(fire_twice_at_one, sure=False),
    ),
    "ArtilleryFire.gather_guns": (Example(foreign_gun),),
    "RifleFirePhase.phasing_orders": (Example(fire_at_a_friend("S10.2b")), Example(rifles_at_a_distance)),
    "RifleFirePhase.other_orders": (Example(fire_at_a_friend("S10.2b")), Example(rifles_at_a_distance)),
    "FireRetreats.choose": next_of("S10.4b"),
    "LoseLeader.choose": (Example(unit_instead_of_leader),),
    "AppointCommanders.choose": (Example(unit_in_command),),
    "Announcement.announce": (
        Example(attack_with_guns),
        Example(attack_twice),
        Example(attack_nobody),
        Example(leave_attacks_out),
        Example(divert_nobody, sure=False),
    ),
    "Combats.choose": next_of("S12.23"),
    "CloseCombat.offer_withdrawal": (always(Accept(), "S12.4a"),),
    "CloseCombat.choose_attacking_lead": (Example(bystander_leads), Example(gun_leads, sure=False)),
    "CloseCombat.choose_defending_lead": (Example(bystander_leads), Example(gun_leads, sure=False)),
    "CloseCombat.choose_tactics": (
        always(Chit("run-away"), "S12.51"),
        Example(chit_without_leader),
        Example(chit_without_open_flank, sure=False),
    ),
    "CloseCombat.spend_momentum": (always(Commit(1), "S12.23-6a"),),
    "CavalryWithdrawal.choose": next_of("S12.4b"),
    "WithdrawSide.choose": next_of("S12.23-4c"),
    "Suffer.strike": (Example(bystander_given_up),),
    "Suffer.second_loss": (Example(bystander_loses_step("S13.1-2b")),),
    "Companions.choose": next_of("S13.1-order"),
    "MoraleCheck.stand_or_check": (always(Accept(), "E3.9e"),),
    "RetreatUnit.stand_or_go": (always(Accept(), "E3.9e"),),
    "RetreatUnit.give_way": (Example(bystander_loses_step("S13.23b")),),
    "RetreatUnit.choose_hex": (Example(retreat_wrong_distance), Example(retreat_into_an_enemy)),
    "LeadersFollow.choose": (Example(unit_follows),),
    "AdvanceAfterCombat.name_lead": (Example(enemy_leads_advance),),
    "AdvanceAfterCombat.choose_unit": (Example(bystander_advances),),
    "AdvanceAfterCombat.choose_hex": (Example(advance_elsewhere),),
    "LateDisruptions.choose": next_of("S13.3g"),
}

EUTAW: dict[str, tuple[Example, ...]] = {
    "CallUpDecision.decide": (always(Accept(), "E3.20c"),),
    "MovementPhase.pick_piece": (*SERIES["MovementPhase.pick_piece"], Example(move_the_foragers, sure=False)),
    "Announcement.announce": (*SERIES["Announcement.announce"], Example(attack_with_the_rooting_party, sure=False)),
}

GUILFORD: dict[str, tuple[Example, ...]] = {
    "FreeSetUp.place": (Example(outside_the_set_up),),  # no enemy is on the map yet (G1.3)
    "FireIntoTheMelee.offer": (always(Accept(), "G3.1a"), always(Target("hawes"), "G3.1c")),
}

TOY: dict[str, tuple[Example, ...]] = {
    "Duel.bid": (always(Bid(3), "T1"), always(Bid(-1), "T1")),
    "Window.parry": (
        always(Bid(1), "T2"),
        Example(lambda game, seat: [(Parry(), "T2")] if game.state.cards[seat] == "blank" else []),
    ),
}


def cards_not_held(rule: str) -> tuple[Example, ...]:
    """Cards that lie elsewhere, whoever has them."""
    return (Example(lambda game, seat: [(PlayCard(card), rule) for card in CARDS if card not in game.state.hands[seat]]),)


RAID: dict[str, tuple[Example, ...]] = {
    "DrawCard.choose": (
        Example(lambda game, seat: [(Keep(card), "R1") for card in CARDS if card not in game.state.offered[seat]]),
    ),
    "March.go": (always(FallBack(), "R3"),),
    "Window.alarm": (always(PlayCard("mud-1"), "R4"),),
    "Window.attack": cards_not_held("R5"),
    "Window.response": cards_not_held("R6"),
    "SealedWindow.orders": cards_not_held("R2"),
}

DECLARATIONS: dict[type[Rules], dict[str, tuple[Example, ...]]] = {
    SeriesRules: SERIES,
    EutawRules: EUTAW,
    GuilfordRules: GUILFORD,
    PerfectPlanRules: PERFECT_PLAN,
    ToyRules: TOY,
    RaidRules: RAID,
    TableRules: {
        "Skirmish.choose": (always(Stay(), "T1"),),
        "Skirmish.move": (always(GoToPoint("99,3"), "T2"), always(GoToPoint("1.5,3"), "T2"), always(Hold(), "T2")),
        "Skirmish.react": (always(Stay(), "T3"),),
    },
    ReliefRules: {
        "Siege.dig": (always(Dig(START), "Q1"), always(Beacon("north"), "Q1")),
        "Siege.signal": (always(Rest(), "Q2"),),
    },
    NimRules: {"Nim.choose": (always(Remove(1), "N1"),), "Nim.remove": (always(Remove(4), "N1"), always(Remove(0), "N1"))},
}

SECRETS: dict[type[Rules], dict[str, Callable[[Any, str], tuple[Action, Action]]]] = {
    SeriesRules: {"CloseCombat.choose_tactics": lambda game, seat: (game.actions(seat)[0], game.actions(seat)[-1])},
    ToyRules: {"Duel.bid": lambda game, seat: (Bid(0), Bid(2))},
    RaidRules: {"SealedWindow.orders": lambda game, seat: (game.actions(seat)[0], game.actions(seat)[-1])},
}
"""For each sealed decision two answers of a seat that nobody else may tell apart before all have answered."""


class Kept(NamedTuple):
    """Two answers to a decision that stays secret, and how to see that it has been shown."""

    answers: tuple[Action, Action]
    shown: Callable[[Any], bool]


KEPT_SECRETS: dict[type[Rules], dict[str, Kept]] = {
    EutawRules: {
        "CallUpDecision.decide": Kept((CallUp(), Forgo()), lambda game: eutaw(game).called_up in (ANNOUNCED, DECLINED))
    },
}
"""For each decision that a seat makes in secret what nobody else may tell apart before it is shown."""

HIDDEN_DRAWS: dict[type[Rules], tuple[tuple[tuple[int, ...], tuple[int, ...], str], ...]] = {
    ToyRules: (((0, 0), (0, 1), "red"), ((0, 1), (1, 1), "blue")),
}
"""Pairs of dice that a game begins with, and the seat that cannot tell them apart."""


class Disguise(NamedTuple):
    """Two pieces of a seat that nobody else can tell apart until one of them is shown."""

    owner: str
    one: str
    other: str


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


DISGUISES: dict[type[Rules], tuple[Disguise, ...]] = {
    PerfectPlanRules: (
        Disguise("AoP", "AoP-Hooker", "AoP-small-1"),
        Disguise("AoP", "AoP-V", "AoP-small-6"),
        Disguise("AoP", "AoP-I", "AoP-XII"),
        Disguise("ANV", "ANV-Lee", "ANV-small-4"),
        Disguise("ANV", "ANV-Early", "ANV-Jackson"),
    ),
}
"""For games with hidden pieces: pairs of them that are given each other's part in a second game."""


def disguises(rules: Rules) -> tuple[Disguise, ...]:
    return tuple(pair for cls, pairs in DISGUISES.items() if isinstance(rules, cls) for pair in pairs)


def declarations(rules: Rules) -> dict[str, tuple[Example, ...]]:
    """What is declared for the decisions of these rules."""
    return {kind: examples for cls, kinds in DECLARATIONS.items() if isinstance(rules, cls) for kind, examples in kinds.items()}


def declared_kinds(rules: Rules) -> tuple[str, ...]:
    return tuple(declarations(rules))


def kept_secrets(rules: Rules) -> dict[str, Kept]:
    return {kind: kept for cls, kinds in KEPT_SECRETS.items() if isinstance(rules, cls) for kind, kept in kinds.items()}


def secrets(rules: Rules) -> dict[str, Callable[[Any, str], tuple[Action, Action]]]:
    return {kind: pair for cls, kinds in SECRETS.items() if isinstance(rules, cls) for kind, pair in kinds.items()}
