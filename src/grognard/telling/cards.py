"""Cards, what holds for everybody now, and what allies share, in words, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.cards import Card
from grognard.core.circumstances import Circumstance
from grognard.core.events import Names, tell
from grognard.core.features import Alliances, CardHands
from grognard.core.pictures import TrackPicture
from grognard.core.seats import Seat
from grognard.core.texts import in_table
from grognard.telling.words import action_in_words, capital, cites_in_words, say

Marks = Mapping[str, Mapping[str, str]]
"""What each ally proposes about each thing: `play` or `keep`."""


def cards_in_words(seat: Seat, names: Names) -> Iterator[str]:
    """The seat's own cards one by one, then how many the others hold, the deck, and what lies open."""
    table = seat.ask(CardHands.card_table)
    if table is None:
        yield say("no-cards")
        return
    if table.played is not None:
        yield say("card-played", card=table.played.name, text=table.played.text)
    for hand in table.hands:
        if hand.side != seat.side:
            yield say("cards-held", side=in_table("side", hand.side), number=hand.count)
            yield from (f"  {card.name}" for card in hand.cards)
            continue
        yield say("your-cards", number=hand.count)
        for card in hand.cards:
            yield from card_in_words(seat, card, names)
    yield say("cards-in-deck", number=table.deck)
    if table.in_force:
        yield say("cards-in-force", cards=", ".join(card.name for card in table.in_force))
    if table.out:
        yield say("cards-out", cards=", ".join(card.name for card in table.out))


def card_in_words(seat: Seat, card: Card, names: Names) -> Iterator[str]:
    """A card: its name and its text, what it would do now or why it cannot be played, and how to play it."""
    yield f"{card.name} ({card.id}): {card.text}"
    yield f"    {capital('; '.join(card.notes))}"
    yield from (f"    {say('card-now', what=line)}" for line in card.outlook)
    if card.why_not is not None:
        cites = cites_in_words(card.why_not.cites)
        yield f"    {say('card-not-now', why=tell(card.why_not.key, card.why_not.args, names))} ({cites})"
    for action in card.actions:
        yield f"    {say('card-use', words=action_in_words(seat, action, names), action=str(action))}"


def circumstance_in_words(circumstance: Circumstance, names: Names) -> str:
    """`Heavy rain: Fire -1; ...`."""
    changes = "; ".join(tell(change.key, change.args, names) for change in circumstance.changes)
    return f"{capital(circumstance.title)}: {changes or say('changes-nothing')}"


def boxes_in_words(track: TrackPicture) -> str:
    """A track of boxes: the one with the marker, and how far it is."""
    if not 0 <= track.marker < len(track.boxes):
        return say("track-unused", track=capital(track.title), number=len(track.boxes))
    here, number = track.boxes[track.marker], track.marker + 1
    return say("track-at", track=capital(track.title), box=here, number=number, most=len(track.boxes))


def agreement_in_words(seat: Seat, marks: Marks) -> Iterator[str]:
    """What a seat shares with its allies, what each of them proposes, and who decides otherwise."""
    agreement = seat.ask(Alliances.agreement)
    if agreement is None:
        yield say("no-allies")
        return
    cites = cites_in_words(agreement.cites)
    yield say("allies-share", decider=in_table("army", agreement.decides)) + (f" ({cites})" if cites else "")
    for subject in agreement.subjects:
        said = {ally: own[subject.id] for ally, own in marks.items() if subject.id in own}
        words = ", ".join(f"{in_table('side', ally)}: {proposal_in_words(word)}" for ally, word in said.items())
        yield f"  {subject.title} ({subject.id}): {words or say('nothing-proposed')}"


def advice_in_words(seat: Seat, marks: Marks) -> Iterator[str]:
    """What allies say to a seat, one line for each thing."""
    agreement = seat.ask(Alliances.agreement)
    titles = {subject.id: subject.title for subject in agreement.subjects} if agreement is not None else {}
    for ally, own in marks.items():
        for about, word in own.items():
            thing = f"{titles[about]} ({about})" if about in titles else about
            yield say("ally-says", army=capital(in_table("army", ally)), word=proposal_in_words(word), thing=thing)


def proposal_in_words(word: str) -> str:
    return say("proposal.play") if word == "play" else say("proposal.keep")
