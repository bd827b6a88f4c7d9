"""The series, Guilford Courthouse and Eutaw Springs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from grognard.games.revolution.series.pieces import DISRUPTED, PARADE, SHATTERED, Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP
from tests.battery.declared.shape import Declared, Example, Examples, Kept, Table, Tries, always, first, next_of

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
    closed = game.rules.confined.get(piece.id, 0)
    able = [h for h in empty_hexes(game) if game.rules.can_be_in(piece, h) and not closed >> h & 1]
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
    free = (id for id in plan.contact if id not in plan.assigned and game.rules.may_act(game, id))
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


def too_many_chits(game: Battle, seat: str) -> Tries:
    return [(Commit(game.state.momentum[side(game, seat)] + 1), "S6.2a")]


# ---------------------------------------------------------------- Eutaw Springs


def move_the_foragers(game: Battle, seat: str) -> Tries:
    return first((Move(piece.id), "E3.3b") for piece in own(game, seat) if FORAGING in piece.marks)


def attack_with_the_rooting_party(game: Battle, seat: str) -> Tries:
    party = game.piece(ROOTING_PARTY)
    able = game.side_of(ROOTING_PARTY) == seat and party.hex != OFF_MAP and party.order == PARADE
    return [(Attack(ROOTING_PARTY, 1), "E3.3a")] if able and game.next_to_enemy(party) else []


# ---------------------------------------------------------------- tables of the series


def close_combat(rules: SeriesRules) -> Table:
    table = rules.components.close_combat

    def cell(column: int, total: int) -> str:
        row = min(max(total, table.row_min), table.row_max)
        return f"close combat {table.columns[max(column, 1) - 1]} row {row}"

    cells = tuple(f"close combat {column} row {row}" for column in table.columns for row in table.rows)
    return Table(cells, "read_table", cell)


def odds(rules: SeriesRules) -> Table:
    read = type(rules).odds_column

    def cell(attack: int, defence: int) -> str:
        return f"odds {rules.column_name(read(rules, attack, defence))}"

    columns = range(len(rules.components.close_combat.columns) + 1)
    return Table(tuple(f"odds {rules.column_name(column)}" for column in columns), "odds_column", cell)


def tactics(rules: SeriesRules) -> Table:
    chits = rules.components.tactics.chits
    cells = tuple(f"tactics {attacker} against {defender}" for attacker in chits for defender in chits)
    return Table(cells, "tactics_result", lambda attacker, defender: f"tactics {attacker} against {defender}")


def to_hit(rules: SeriesRules) -> Table:
    rows = rules.components.fire.to_hit

    def cell(strength: int, distance: int) -> str:
        row = next(row for row in rows if row.min <= strength and (row.max is None or strength <= row.max))
        return f"to hit {row.sp} {'adjacent' if distance == 1 else 'far'}"

    return Table(tuple(f"to hit {row.sp} {far}" for row in rows for far in ("adjacent", "far")), "number_to_hit", cell)


def damage(rules: SeriesRules) -> Table:
    table = rules.components.fire.damage

    def cell(column: str, face: int) -> str:
        row = next(row for row in table.rows if row.min <= face <= row.max)
        return f"damage {column} {row.min}-{row.max}"

    cells = tuple(f"damage {column} {row.min}-{row.max}" for column in table.columns for row in table.rows)
    return Table(cells, "damage", cell)


def army_morale(rules: SeriesRules) -> Table:
    events = rules.components.morale_events.values()
    cells = tuple(f"army morale {event.id}" for event in events if event.own is not None)  # leaders have a table of their own
    return Table(cells, "note_event", lambda game, event, side, piece=None: f"army morale {event}")


def bands(rules: SeriesRules) -> Table:
    read = type(rules).band_at
    return Table(tuple(f"band {band}" for band in rules.bands), "band_at", lambda level: f"band {read(rules, level).id}")


def leader_losses(rules: SeriesRules) -> Table:
    leaders = [id for id in rules.components.leader_losses if rules.counters[id].is_leader]
    return Table(tuple(f"leader loss {id}" for id in leaders), "lose_leader", lambda game, id, fate: f"leader loss {id}")


def unit_leader_losses(rules: SeriesRules) -> Table:
    """Units whose loss counts as that of a leader."""
    units = [id for id in rules.components.leader_losses if rules.counters[id].is_unit]
    cells = tuple(f"leader loss {id}" for id in units)
    return Table(cells, "unit_lost", lambda game, id: f"leader loss {id}" if id in units else None)


# ---------------------------------------------------------------- tables of Eutaw Springs


def looting(rules: EutawRules) -> Table:
    rows = rules.tables.looting.rows
    names = {id: name for name, row in rows.items() for id in row.units}
    return Table(tuple(f"looting {name}" for name in rows), "looting_limit", lambda id: f"looting {names[id]}")


# ---------------------------------------------------------------- all of them

SERIES: Examples = {
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

EUTAW: Examples = {
    "CallUpDecision.decide": (always(Accept(), "E3.20c"),),
    "MovementPhase.pick_piece": (*SERIES["MovementPhase.pick_piece"], Example(move_the_foragers, sure=False)),
    "Announcement.announce": (*SERIES["Announcement.announce"], Example(attack_with_the_rooting_party, sure=False)),
}

GUILFORD: Examples = {
    "FreeSetUp.place": (Example(outside_the_set_up),),  # no enemy is on the map yet (G1.3)
    "FireIntoTheMelee.offer": (always(Accept(), "G3.1a"), always(Target("hawes"), "G3.1c")),
}

DECLARED = (
    Declared(
        SeriesRules,
        SERIES,
        sealed={"CloseCombat.choose_tactics": lambda game, seat: (game.actions(seat)[0], game.actions(seat)[-1])},
        tables=(close_combat, odds, tactics, to_hit, damage, army_morale, bands, leader_losses, unit_leader_losses),
        endings=lambda rules: (
            *(f"victory {level} {side}" for level in ("decisive", "substantial", "marginal") for side in rules.sides),
            "victory draw nobody",
            "victory double-defeat nobody",
        ),
    ),
    Declared(
        EutawRules,
        EUTAW,
        kept={"CallUpDecision.decide": Kept((CallUp(), Forgo()), lambda game: eutaw(game).called_up in (ANNOUNCED, DECLINED))},
        tables=(looting,),
        alike=frozenset({"revolution/eutaw/historical"}),
    ),
    Declared(GuilfordRules, GUILFORD, alike=frozenset({"revolution/guilford/historical"})),
)
