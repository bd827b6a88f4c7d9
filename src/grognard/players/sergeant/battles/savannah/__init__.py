"""Savannah: the siege, and the assault."""

from __future__ import annotations

from grognard.core.windows import Window
from grognard.games.revolution.savannah.artillery import Bomb, MortarPhase
from grognard.games.revolution.savannah.campaign import Announcing
from grognard.games.revolution.savannah.cards.fighting import InitiativeTaken, LeadersHurry
from grognard.games.revolution.savannah.cards.hands import CardDraws, DrawCard
from grognard.games.revolution.savannah.cards.people import MilitiaGoesHome, Sniper, SpoiledRations
from grognard.games.revolution.savannah.cards.works import FourDays, HexsideCard, LocalGuides, NewUnit, Raid
from grognard.games.revolution.savannah.siege import Bombardment, SiegePhase, TownBombarded
from grognard.games.revolution.savannah.siege_works import SiegeWorksPhase
from grognard.games.revolution.savannah.weather_phase import HurricaneLosses
from grognard.games.revolution.series.artillery import ArtilleryFire
from grognard.players.sergeant.battles.savannah import calendar, cards, works
from grognard.players.sergeant.battles.savannah.reasons import reasons
from grognard.players.sergeant.battles.savannah.siege import situation
from grognard.players.sergeant.doctrine import SERIES, Doctrine

TACTICS = SERIES.extended(
    {
        Announcing.ask: calendar.announce_assault,
        SiegeWorksPhase.dig: works.dig,
        SiegeWorksPhase.face: works.face,
        SiegePhase.next_side: works.cannonade,
        Bombardment.shake: works.shake,
        Bombardment.mend: works.mend,
        Bombardment.mend_side: works.which_side,
        Bombardment.break_down: works.breach,
        Bombardment.break_side: works.which_side,
        Bombardment.strike_gun: works.strike_gun,
        Bombardment.aim_at_town: works.aim,
        FourDays.aim: works.aim,
        ArtilleryFire.gather_guns: works.volley,
        MortarPhase.choose_aim: works.aim,
        Bomb.choose_victim: works.expose,
        CardDraws.buy: cards.buy,
        DrawCard.choose: cards.keep,
        SpoiledRations.choose: cards.army,
        LocalGuides.choose: cards.army,
        Sniper.choose: cards.piece,
        Raid.choose_unit: cards.piece,
        Raid.choose_gun: cards.piece,
        HexsideCard.choose: cards.hexside,
        LeadersHurry.choose: cards.hurry_or_hearten,
        InitiativeTaken.choose: cards.first_or_second,
        NewUnit.place: cards.place_newcomer,
        Window.offer: cards.window,
    },
    defaults=(Bombardment.fire_at_once, HurricaneLosses.choose, MilitiaGoesHome.flee, Sniper.retreat, TownBombarded.lose),
)
"""Which function makes which decision, with those of Savannah alone."""

DOCTRINE = Doctrine(situation, TACTICS, cards.best_card, reasons, cards.worth_using)
