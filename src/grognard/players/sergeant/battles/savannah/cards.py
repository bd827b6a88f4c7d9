"""When a card pays: what each is worth now, in points of army morale, and what is chosen when it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import cast

from grognard.core.actions import Action
from grognard.core.agreements import KEEP, PLAY
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.seats import Seat
from grognard.core.windows import PASS, Window
from grognard.games.revolution.savannah.campaign import Storm
from grognard.games.revolution.savannah.cards.actions import (
    Arm,
    BuyCard,
    Choose,
    ChooseArmy,
    ChooseHexside,
    GoFirst,
    Hearten,
    HoldCards,
    Hurry,
    Keep,
    Play,
    Redraw,
)
from grognard.games.revolution.savannah.cards.fighting import led_units
from grognard.games.revolution.savannah.cards.people import exposed_leaders, poor_militia
from grognard.games.revolution.savannah.cards.playing import CANCELS, RESPONSE
from grognard.games.revolution.savannah.cards.state import cards_of
from grognard.games.revolution.savannah.cards.works import CHATHAM, NewUnit, new_hexes, next_group, raiders
from grognard.games.revolution.savannah.rules import CampaignRules
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, CREEKS, FRENCH, savannah
from grognard.games.revolution.series.actions import Place
from grognard.games.revolution.series.pieces import PARADE
from grognard.players.sergeant import momentum
from grognard.players.sergeant.battles.savannah.calendar import ready
from grognard.players.sergeant.battles.savannah.ground import FAR
from grognard.players.sergeant.battles.savannah.siege import Besiegers, Garrison, Siege
from grognard.players.sergeant.battles.savannah.works import power_about
from grognard.players.sergeant.situation import Situation

Worth = Callable[[Siege], float]

LEAST = 0.5
"""What a card must be worth to be played: less, and another moment may be better."""
WORTH_CANCELLING = 1.5
ADVISED, DISSUADED = 0.05, 2.0
"""What a card must be worth if an ally advises to play it, or to keep it."""
KEPT_CHITS = 1
"""How many chits of momentum are kept for close combats."""
ONE_MARCH = 8.0
"""How far foot comes in a strategic turn."""
RUM = ("V-C48", "V-C49", "V-C50")


def rules_of(situation: Situation) -> CampaignRules:
    return cast("CampaignRules", situation.rules)


# ---------------------------------------------------------------- what a card is worth


def always(worth: float) -> Worth:
    return lambda siege: worth


def attacks(siege: Siege, army: str = "") -> int:
    """How many close combats are announced, of an army if one is named."""
    counters = siege.rules.counters
    combats = rules_of(siege).announced(siege.game)
    return sum(not army or any(counters[id].army == army for id in combat.attackers) for combat in combats)


def per_attack(worth: float, army: str = "") -> Worth:
    return lambda siege: worth * attacks(siege, army)


def per_shot(worth: float) -> Worth:
    """For each enemy gun that has a target, or for each of ours."""

    def found(siege: Siege) -> float:
        guns = rules_of(siege).guns(siege.game, BRITISH, frozenset())
        targets = siege.game.units_of(ALLIED)
        return worth * sum(any(siege.rules.reaches(siege.game, gun, unit) for unit in targets) for gun in guns)

    return found


def in_the_assault(worth: float) -> Worth:
    return lambda siege: worth if siege.storming else 0.0


def senior_leader_out(siege: Siege) -> float:
    """Best when they attack with him, or are about to."""
    return 1.0 if siege.storming and (attacks(siege) or siege.game.state.phasing != siege.enemy) else 0.0


def early(siege: Siege) -> float:
    """By the strength that comes a turn earlier."""
    return 0.2 * max(
        (strength_of(siege, next_group(siege.game, army, siege.game.state.turn)) for army in armies(siege)), default=0.0
    )


def late(siege: Siege) -> float:
    return 0.2 * strength_of(siege, next_group(siege.game, FRENCH, siege.game.state.turn - 1))


def armies(siege: Siege) -> tuple[str, ...]:
    return siege.rules.armies_of[siege.side]


def strength_of(siege: Siege, ids: tuple[str, ...]) -> float:
    counters = siege.rules.counters
    return sum(counters[id].strengths[0] for id in ids if counters[id].is_unit)


def leaders_hurry(siege: Siege) -> float:
    """Twice as far, when there is somewhere to go."""
    return 0.3 * len(siege.leaders) if siege.storming else 0.0


def rum(siege: Siege) -> float:
    """For each French gun on its way to the trenches."""
    if siege.storming:
        return 0.0
    works = [siege.rules.board.hex(label) for label in rules_of(siege).completed(siege.game)]
    guns = [unit for unit in siege.game.units_of(ALLIED) if siege.rules.counters[unit.id].is_artillery]
    distance = siege.grid.distance
    return 0.3 * sum(min((distance(gun.hex, h) for h in works), default=9) > NEAR_THE_TRENCH for gun in guns)


NEAR_THE_TRENCH = 3


def desperate(siege: Siege) -> float:
    return 0.5 * sum(unit.order != PARADE for unit in siege.game.units_of(BRITISH))


def aground(siege: Siege) -> float:
    zone = siege.rules.board.zones["naval_zone"]
    return 0.4 * sum(unit.order != PARADE and zone >> unit.hex & 1 for unit in siege.game.units_of(ALLIED))


def homecoming(siege: Garrison, h: Hex) -> float:
    """How good a hex is for militia that is to march home from it: the way is short, and the enemy far."""
    return -siege.home[h] - 0.5 * siege.threat(h)


def militia_comes_home(siege: Siege) -> float:
    """One unit more in the works, if it gets there: it marches in the turn that it comes."""
    if not isinstance(siege, Garrison):
        return 0.5
    best = max((homecoming(siege, h) for h in members(new_hexes(siege.game, CHATHAM))), default=-FAR)
    return 0.9 if best >= -ONE_MARCH else 0.0


def creeks_among_the_sappers(siege: Siege) -> float:
    """V4.5a, V4.5b: where they appear next to works under construction, these are not finished; they have no other use."""
    return 1.2 if sappers_nearby(siege) else 0.0


def sappers_nearby(siege: Siege) -> HexSet:
    """Where the Creeks could appear next to siege works under construction."""
    dug = hex_set(siege.rules.board.hex(label) for label in savannah(siege.game).construction)
    return siege.grid.around_set(dug) & new_hexes(siege.game, CREEKS)


def raid(siege: Siege) -> float:
    """For a strong battery, and with somebody who can be spared: both sides suffer about alike."""
    strength, counters = siege.game.strength, siege.rules.counters
    pairs = raiders(siege.game, siege.side)
    guns = max((strength(siege.game.piece(gun)) for guns in pairs.values() for gun in guns), default=0)
    lost = min((counters[id].strengths[0] for id in pairs), default=0)
    return max(0.0, 0.6 + 0.2 * (guns - lost))


def snipe(siege: Siege) -> float:
    return 0.6 if exposed_leaders(siege.game, siege.side) else 0.0


WORTH: dict[str, Worth] = {
    "V-C01": always(6.0),
    "V-C02": always(4.0),
    "V-C03": militia_comes_home,
    "V-C04": always(2.0),
    "V-C05": always(1.0),
    "V-C06": creeks_among_the_sappers,
    "V-C08": always(2.0),
    "V-C09": always(0.7),
    "V-C10": per_shot(0.12),
    "V-C11": always(1.0),
    "V-C12": per_attack(0.4, FRENCH),
    "V-C13": always(0.8),
    "V-C14": always(0.5),
    "V-C15": always(1.5),
    "V-C16": always(2.0),
    "V-C19": always(1.0),
    "V-C20": late,
    "V-C21": lambda siege: per_shot(0.12)(siege) if siege.storming else 0.7,
    "V-C22": leaders_hurry,
    "V-C23": always(0.6),
    "V-C24": always(1.0),
    "V-C25": in_the_assault(0.8),
    "V-C26": always(0.6),
    "V-C27": always(0.6),
    "V-C28": always(0.6),
    "V-C29": per_attack(0.6),
    "V-C30": always(1.2),
    "V-C31": always(1.0),
    "V-C32": always(1.0),
    "V-C33": always(2.5),
    "V-C34": always(0.7),
    "V-C35": always(2.0),
    "V-C36": per_attack(0.4),
    "V-C37": lambda siege: 1.0 + 0.5 * len(poor_militia(siege.game)),
    "V-C38": always(1.5),
    "V-C39": desperate,
    "V-C40": always(1.0),
    "V-C41": snipe,
    "V-C42": aground,
    "V-C43": always(0.6),
    "V-C44": senior_leader_out,
    "V-C46": early,
    "V-C47": in_the_assault(0.6),
    **dict.fromkeys(RUM, rum),
    "V-C51": raid,
    "V-C52": always(0.5),
    "V-C53": per_attack(0.3, FRENCH),
    "V-C54": leaders_hurry,
    "V-C55": always(1.0),
}
"""V-C07 has its own window; red cards are carried out when they are drawn."""


def worth(situation: Situation, card: str) -> float:
    """What a card is worth if it is played now."""
    return WORTH.get(card, always(0.0))(cast("Siege", situation))


def wanted(situation: Situation, action: Action, least: float = LEAST) -> float:
    """What is asked of a card: an agreement is kept, and an ally's advice counts, within reason."""
    if settled := situation.settled(action):
        return 0.0 if settled == PLAY else inf
    advised = situation.advised(action)
    return min(least, ADVISED) if advised == PLAY else max(least, DISSUADED) if advised == KEEP else least


# ---------------------------------------------------------------- playing


def best_card(situation: Situation, seat: Seat) -> Action | None:
    """The card that pays most now, if any does."""
    found = [
        (situation.settled(action) == PLAY, value, str(action), action)
        for action in seat.actions
        if isinstance(action, Play) and (value := worth(situation, action.card)) >= wanted(situation, action)
    ]
    return max(found, key=lambda each: each[:3], default=(False, 0.0, "", None))[3]


def window(situation: Situation, seat: Seat) -> Action | None:
    """A card that pays, an exchange of one that has lost its object, or nothing; or an answer to the enemy's card."""
    if cast("Window", situation.game.stack[-1]).name == RESPONSE:
        return respond(situation, seat)
    settled = situation.heard.settled
    redraws = [action for action in seat.actions if isinstance(action, Redraw) and settled.get(action.card) != KEEP]
    arms = [action for action in seat.actions if isinstance(action, Arm) and situation.settled(action) != KEEP]
    game = situation.game
    if arms:
        gun = max(arms, key=lambda action: (game.strength(game.piece(action.piece)), action.piece))
        if game.strength(game.piece(gun.piece)) > 1 or situation.settled(gun) == PLAY:
            return gun
    return best_card(situation, seat) or next(iter(redraws), None) or (PASS if PASS in seat.actions else HoldCards())


def respond(situation: Situation, seat: Seat) -> Action | None:
    """Cancel what would hurt."""
    cancel = Play(CANCELS)
    hurts = worth(situation, cards_of(situation.game).naming)
    return cancel if cancel in seat.actions and hurts >= wanted(situation, cancel, WORTH_CANCELLING) else PASS


def buy(situation: Situation, seat: Seat) -> Action | None:
    """A chit is worth a reroll in the assault, so some are kept."""
    buying = BuyCard()
    advised = situation.settled(buying) or situation.advised(buying)
    spare = situation.game.state.momentum[situation.side] > KEPT_CHITS
    return buying if advised == PLAY or (spare and advised != KEEP) else PASS


def keep(situation: Situation, seat: Seat) -> Action | None:
    """The one that promises most some day."""
    rules, side = rules_of(situation), situation.side
    cards = [action for action in seat.actions if isinstance(action, Keep)]

    def promise(action: Keep) -> tuple[float, str]:
        if action.card == CANCELS:
            return 1.0, action.card
        usable = rules.may_use(side, action.card) and not rules.lost_object(situation.game, action.card)
        return (max(worth(situation, action.card), 0.4) if usable else 0.0), action.card

    return max(cards, key=promise, default=None)


def worth_using(situation: Situation, subject: str) -> bool:
    """Whether what an ally speaks of is good to use: a card by what it is worth now, the assault by its odds."""
    rules, game = rules_of(situation), situation.game
    if subject == str(Storm()):
        return ready(cast("Besiegers", situation))
    if subject not in rules.cards:
        return momentum.worth_using(situation, subject)
    if subject == CANCELS:
        return worth(situation, cards_of(game).naming) >= wanted(situation, Play(subject), WORTH_CANCELLING)
    usable = rules.may_use(situation.side, subject) and not rules.lost_object(game, subject)
    return usable and worth(situation, subject) >= wanted(situation, Play(subject))


# ---------------------------------------------------------------- carrying out


def army(situation: Situation, seat: Seat) -> Action | None:
    """V-C40: the enemy's; V-C46: the one with the larger group to come."""
    choices = [action for action in seat.actions if isinstance(action, ChooseArmy)]
    game = situation.game

    def promise(action: ChooseArmy) -> tuple[bool, float, str]:
        coming = strength_of(cast("Siege", situation), next_group(game, action.army, game.state.turn))
        return action.army not in situation.rules.armies_of[situation.side], coming, action.army

    return max(choices, key=promise, default=None)


def piece(situation: Situation, seat: Seat) -> Action | None:
    """Of the enemy's the most valuable, of our own the least."""
    choices = [action for action in seat.actions if isinstance(action, Choose)]
    counters = situation.rules.counters

    def value(action: Choose) -> tuple[float, str]:
        counter = counters[action.piece]
        size = counter.rank + counter.close_combat if counter.is_leader else counter.strengths[0]
        return (size if counter.side == situation.enemy else -size), action.piece

    return max(choices, key=value, default=None)


def hexside(situation: Situation, seat: Seat) -> Action | None:
    """Works of the enemy fall where we are strong, our own are repaired where they are."""
    choices = [action for action in seat.actions if isinstance(action, ChooseHexside)]
    board = situation.rules.board

    def use(action: ChooseHexside) -> tuple[float, str]:
        outer, inner = board.hex(action.hex), board.hex(action.inner)
        ours, theirs = power_about(situation, outer, situation.side), power_about(situation, outer, situation.enemy)
        return round(max(ours, theirs) - situation.power_at(inner, situation.enemy), 6), str(action)

    return max(choices, key=use, default=None)


def hurry_or_hearten(situation: Situation, seat: Seat) -> Action | None:
    """Rally those who are disordered; the others have somewhere to go."""
    game = situation.game
    for action in seat.actions:
        if isinstance(action, Hearten):
            units = [game.piece(id) for id in led_units(game, action.piece)]
            disordered = sum(unit.order != PARADE for unit in units)
            return action if 2 * disordered > len(units) else Hurry(action.piece)
    return None


def first_or_second(situation: Situation, seat: Seat) -> Action | None:
    return GoFirst()


def place_newcomer(situation: Situation, seat: Seat) -> Action | None:
    """V-C03: the militia where it comes home from; V-C06: the Creeks next to the sappers, or out of everybody's way."""
    places = [action for action in seat.actions if isinstance(action, Place)]
    siege = cast("Garrison", situation)
    creeks = cast("NewUnit", situation.game.stack[-1]).piece == CREEKS
    sappers = sappers_nearby(siege) if creeks else 0

    def promise(action: Place) -> tuple[float, str]:
        h = situation.hex_of(action)
        if creeks:
            return (99.0 if sappers >> h & 1 else 0.0) + situation.distance_to_enemy(h), action.hex
        return round(homecoming(siege, h), 6), action.hex

    return max(places, key=promise, default=None)
