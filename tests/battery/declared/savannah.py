"""Savannah: what must be refused at its own decisions, and which answers stay sealed."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import members
from grognard.games.revolution.savannah.artillery import AimMortars, Expose
from grognard.games.revolution.savannah.cards.actions import Choose, ChooseArmy, ChooseHexside, Keep, Play
from grognard.games.revolution.savannah.rules import CampaignRules, SavannahRules
from grognard.games.revolution.savannah.siege import Breach, Repair
from grognard.games.revolution.savannah.siege_works import Dig, Front
from grognard.games.revolution.series.actions import Accept, LoseStep, Place, Retreat, Target
from grognard.games.revolution.series.battle import Battle
from tests.battery.declared.series import frame, hostile, own
from tests.battery.declared.shape import Declared, Example, Examples, Table, Tries, always, first, next_of


def own_rules(game: Battle) -> CampaignRules:
    assert isinstance(game.rules, CampaignRules)
    return game.rules


# ---------------------------------------------------------------- guns


def mortars_out_of_range(game: Battle, seat: str) -> Tries:
    assert isinstance(game.rules, SavannahRules)
    mortar, grid = frame(game).ready(game), game.rules.board.grid
    reached = game.rules.mortar_hexes(mortar)
    return first((AimMortars(game.label(h)), "V4.12b") for h in grid.hexes if not reached >> h & 1)


def expose_a_bystander(game: Battle, seat: str) -> Tries:
    return first((Expose(unit.id), "V4.12e") for unit in own(game, seat) if unit.hex != frame(game).struck)


def target_a_friend(rule: str) -> Callable[[Battle, str], Tries]:
    return lambda game, seat: first((Target(unit.id), rule) for unit in own(game, seat))


# ---------------------------------------------------------------- the siege


def dig_in_the_town(game: Battle, seat: str) -> Tries:
    return [(Dig(game.label(members(own_rules(game).perimeter)[0])), "V4.4b")]


def repair_what_stands(game: Battle, seat: str) -> Tries:
    rules, side = own_rules(game), frame(game).side
    broken = {inner for _, inner in rules.breached(game, side)}
    return first((Repair(inner), "V4.5d") for _, inner in rules.hexsides_of(game, side) if inner not in broken)


def breach_ones_own_works(game: Battle, seat: str) -> Tries:
    rules, side = own_rules(game), frame(game).side
    return first((Breach(inner), "V4.6c") for _, inner in rules.hexsides_of(game, side))


def another_front(rule: str) -> Callable[[Battle, str], Tries]:
    return lambda game, seat: first((Front(n), rule) for n in range(7) if Front(n) not in game.actions(seat))


def aim_beside_the_town(rule: str) -> Callable[[Battle, str], Tries]:
    def tries(game: Battle, seat: str) -> Tries:
        town, hexes = own_rules(game).standing_town(game), game.rules.board.grid.hexes
        return first((AimMortars(game.label(h)), rule) for h in hexes if not town >> h & 1)

    return tries


def bystander_struck(rule: str) -> Callable[[Battle, str], Tries]:
    return lambda game, seat: first((LoseStep(unit.id), rule) for unit in hostile(game, seat))


# ---------------------------------------------------------------- cards


def cards_not_held(game: Battle, seat: str) -> Tries:
    """Whoever has them, the answer is the same."""
    rules = own_rules(game)
    held = {each.card for each in rules.hand(game, rules.side_of(seat))}
    gone = set(game.state.gone)  # type: ignore[attr-defined]
    return [(Play(card), "V4.3i" if card in gone else "V4.3g") for card in rules.cards if card not in held][:3]


def cards_not_seen(game: Battle, seat: str) -> Tries:
    return [(Keep(card), "V-C17") for card in own_rules(game).cards if Keep(card) not in game.actions(seat)][:3]


def by_the_card(action: Callable[[Battle], object]) -> Callable[[Battle, str], Tries]:
    """Something that the card being played does not offer."""
    return lambda game, seat: [(action(game), frame(game).card)]  # type: ignore[list-item]


WINDOW = (Example(cards_not_held),)

BATTLE: Examples = {
    "MortarPhase.choose_aim": (Example(mortars_out_of_range),),
    "Bomb.choose_victim": (Example(expose_a_bystander),),
}

CAMPAIGN: Examples = {
    "HurricaneLosses.choose": (Example(bystander_struck("V4.2k")),),
    "SiegeWorksPhase.face": (always(Front(6), "V4.4f"),),
    "SiegeWorksPhase.dig": (Example(dig_in_the_town), always(Front(1), "V4.4b")),
    "SiegePhase.next_side": (always(Accept(), "V4.6a"),),
    "Bombardment.shake": (always(Accept(), "V-T-siege1"),),
    "Bombardment.mend": (Example(repair_what_stands, sure=False), always(Accept(), "V4.5d")),
    "Bombardment.mend_side": (Example(another_front("V4.5d")),),
    "Bombardment.break_down": (Example(breach_ones_own_works, sure=False), always(Accept(), "V4.6c")),
    "Bombardment.break_side": (Example(another_front("V4.6c")),),
    "Bombardment.strike_gun": (Example(target_a_friend("V-T-siege6")),),
    "Bombardment.aim_at_town": (Example(aim_beside_the_town("V4.6d")),),
    "Bombardment.fire_at_once": (Example(target_a_friend("V-T-siege-beekman")),),
    "TownBombarded.lose": (Example(bystander_struck("V4.6d")),),
    "SiegeChecks.choose": next_of("V4.19g"),
    "Announcing.ask": (always(Accept(), "V1.6c"),),
    "DrawCard.choose": (Example(cards_not_seen),),
    "CardDraws.buy": (always(Accept(), "V1.4c"),),
    "EventsWindow.events": WINDOW,
    "CardWindow.turn": WINDOW,
    "CardWindow.attack": WINDOW,
    "CardWindow.response": WINDOW,
    "FireWindow.fire": WINDOW,
    "HexsideCard.choose": (Example(by_the_card(lambda game: ChooseHexside("2414", "2415"))),),
    "FourDays.aim": (Example(aim_beside_the_town("V-C15")),),
    "Raid.choose_unit": (always(Choose("nobody"), "V-C51"),),
    "Raid.choose_gun": (always(Choose("nobody"), "V-C51"),),
    "NewUnit.place": (Example(by_the_card(lambda game: Place(game.label(members(own_rules(game).perimeter)[0])))),),
    "LocalGuides.choose": (always(ChooseArmy("british"), "V-C46"),),
    "SpoiledRations.choose": (always(ChooseArmy("american"), "V-C40"),),
    "MilitiaGoesHome.flee": (always(Retreat("0000"), "V-C37"),),
    "Sniper.choose": (always(Choose("nobody"), "V-C41"),),
    "Sniper.retreat": (always(Retreat("0000"), "V-C41"),),
    "LeadersHurry.choose": (Example(by_the_card(lambda game: Choose("nobody"))),),
    "InitiativeTaken.choose": (always(Accept(), "V-C47"),),
}


# ---------------------------------------------------------------- tables


def to_hit(rules: SavannahRules) -> Table:
    """In place of the series' table: three ranges of guns."""
    read = type(rules).fire_row

    def cell(strength: int, distance: int) -> str:
        return f"to hit {read(rules, strength).sp} {ranges[min(distance, 4)]}"

    ranges = {1: "adjacent", 2: "at 2-3", 3: "at 2-3", 4: "at 4"}
    cells = [f"to hit {row.sp} {at}" for row in rules.tables.fire.to_hit for at in ("adjacent", "at 2-3")]
    far = [f"to hit {row.sp} at 4" for row in rules.tables.fire.to_hit if row.range_4 is not None]
    return Table((*cells, *far), "number_to_hit", cell)


def mortars(rules: SavannahRules) -> Table:
    read = type(rules).fire_row

    def cell(strength: int, distance: int) -> str:
        return f"mortar {read(rules, strength).sp} {ranges[distance]}"

    ranges = {2: "at 2-3", 3: "at 2-3", 4: "at 4", 5: "at 5"}
    rows = [row for row in rules.tables.fire.to_hit if row.mortar_4 is not None]
    return Table(tuple(f"mortar {row.sp} {at}" for row in rows for at in ("at 2-3", "at 4", "at 5")), "mortar_number", cell)


def damage(rules: SavannahRules) -> Table:
    """In place of the series' table: against guns and against others."""
    cells = tuple(f"damage {column} {row.die}" for column in ("artillery", "other") for row in rules.tables.fire.damage)
    return Table(cells, "damage", lambda column, face: f"damage {column} {face}")


def siege(rules: CampaignRules) -> Table:
    def cell(second: bool, number: int, side: str) -> str:
        return f"siege {'II' if second else 'I'} {side} {number}"

    tables = ((False, rules.tables.siege.first), (True, rules.tables.siege.second))
    cells = tuple(cell(second, number, side) for second, table in tables for number in table for side in rules.sides)
    return Table(cells, "siege_result", cell)


def weather(rules: CampaignRules) -> Table:
    read = type(rules).weather_rolled
    cells = tuple(f"weather {row.weather}" for row in rules.tables.weather.first_roll)
    return Table(cells, "weather_rolled", lambda total: f"weather {read(rules, total)}")


def severe_weather(rules: CampaignRules) -> Table:
    read = type(rules).weather_rolled_again
    cells = tuple(f"weather again {row.weather}" for row in rules.tables.weather.second_roll)
    return Table(cells, "weather_rolled_again", lambda face: f"weather again {read(rules, face)}")


DECLARED = (
    Declared(
        SavannahRules,
        BATTLE,
        tables=(to_hit, mortars, damage),
        long=frozenset({"revolution/savannah/historical", "revolution/savannah/campaign"}),
    ),
    Declared(
        CampaignRules,
        CAMPAIGN,
        sealed={
            "EventsWindow.events": lambda game, seat: (game.actions(seat)[0], game.actions(seat)[-1]),
            "FireWindow.fire": lambda game, seat: (game.actions(seat)[0], game.actions(seat)[-1]),
        },
        tables=(siege, weather, severe_weather),
    ),
)
