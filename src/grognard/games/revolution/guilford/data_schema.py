"""The tables that only Guilford Courthouse has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.core.schemas import Few, Table, Text, Word
from grognard.games.revolution.series.data_schema import (
    Basis,
    Conflict,
    Divisor,
    Draw,
    DrmLine,
    Hex,
    HexCount,
    LeaderLoss,
    Marginal,
    MoraleChange,
    RuleId,
    Shift,
    StrengthTotal,
    Substantial,
    Turn,
    Turns,
    VictoryPoints,
    WholePoints,
)


class BattleMoraleEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of army morale, tested at the end of a turn: so many hexes of a zone held, and no enemy in any."""

    id: Word
    side: Word
    own: MoraleChange
    enemy: MoraleChange
    zone: Word
    hexes: HexCount
    turn: Turn
    rule: RuleId
    event: Text


class MeleeFire(Struct, frozen=True, forbid_unknown_fields=True):
    """Guns that fire into a close combat: the attacker's column shifts, on so many turns of the game."""

    side: Word
    unit: Text
    shift: Shift
    turns: Turns
    when: Text
    rules: Few[RuleId]


class Bretigny(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of one unit, and what holds for those who march up to it while the skirmisher is adjacent."""

    unit: Text
    closed_zone: Word
    skirmisher: Word
    marchers: Few[Word]
    strength_divisor: Divisor
    unprepared: DrmLine
    text: Text
    rules: Few[RuleId]


class Release(Struct, frozen=True, forbid_unknown_fields=True):
    """When an army that may not move is released, who moves before, and who keeps out of some zones afterwards."""

    turn: Turn
    turns_after_contact: Turns
    free_units: Few[Word]
    contact: Text
    no_contact_with: Few[Word]
    limited_units: Few[Word]
    closed_zones: Few[Word]
    limits: Text
    rules: Few[RuleId]


class BlockedEntry(Struct, frozen=True, forbid_unknown_fields=True):
    entry: Word
    allowance_divisor: Divisor
    strategic_movement: bool
    text: Text
    rule: RuleId


class PairsVp(Struct, frozen=True, forbid_unknown_fields=True):
    """VP for every so many units that end in one of these states, rounded down."""

    side: Word
    vp: VictoryPoints
    for_every: Divisor
    states: Few[Word]
    rule: RuleId


class NcMilitia(Struct, frozen=True, forbid_unknown_fields=True):
    """Units whose losses change no army morale and score in pairs; the names are those of the army morale events."""

    units: Few[Word]
    no_army_morale_for: Few[Word]
    eliminated: Text
    army_morale_as_usual_for: Few[Word]
    vp: PairsVp
    no_momentum_for: Word
    text: Text
    rules: Few[RuleId]


class VictoryHexes(Struct, frozen=True, forbid_unknown_fields=True):
    """The hexes that score in a scenario, who controls one, and to whom it falls if nobody does."""

    hexes: Table[Hex, VictoryPoints]
    control: Literal["last_through", "held_in_good_order"]
    artillery: bool
    enemy_zoc_denies: bool
    otherwise: Word | None
    british_hold_cancels: Hex | None  # with it in British hands the Americans score no victory hex
    text: Text
    rules: Few[RuleId]


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """Strength that left the map through a zone, or enemy losses together with a leader lost."""

    side: Word
    when: Literal["at once"]
    sp: StrengthTotal
    groups: Few[Word]
    not_counted: Few[Word]
    rules: Few[RuleId]
    text: Text
    leader: Word | None = None
    zone: Word | None = None
    exit_mp: WholePoints = 0


class VictoryLevels(Struct, frozen=True, forbid_unknown_fields=True):
    decisive: Table[Word, Decisive]
    substantial: Substantial
    marginal: Marginal
    draw: Draw


class DecisiveOption(Struct, frozen=True, forbid_unknown_fields=True):
    """An option by which further groups count for a decisive victory."""

    default: bool
    decisive: Word
    adds_groups: Few[Word]
    rule: RuleId
    text: Text


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of Guilford Courthouse beside those of the series."""

    name: Word
    source: Text
    basis: Basis
    leader_losses: Table[Word, LeaderLoss]
    leader_losses_how: Text
    army_morale_events: Few[BattleMoraleEvent]
    melee_fire: MeleeFire
    bretigny: Bretigny
    release: Release
    blocked_entry: BlockedEntry
    nc_militia: NcMilitia
    vp_excluded_units: Few[Word]
    victory_hexes: Table[Word, VictoryHexes]  # by scenario
    victory_levels: VictoryLevels
    options: Table[Word, DecisiveOption]
    conflicts: Few[Conflict]


SCHEMAS: dict[str, object] = {"tables.json": TablesData}
