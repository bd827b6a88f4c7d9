"""What allies at one table share and talk over. Their talk is no part of the game: the seat that the rules ask decides."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

PLAY, KEEP = "play", "keep"
"""What allies may say about something that they share."""

Words = Mapping[str, str]
"""What a seat says, `PLAY` or `KEEP`, by the id of the subject."""


class Subject(msgspec.Struct, frozen=True):
    """Something that allies may propose to use or to keep, in the current language."""

    id: str
    title: str


class Agreement(msgspec.Struct, frozen=True):
    """Who decides if allies do not agree, by which rules, and what there is to agree on."""

    decides: str
    cites: tuple[str, ...]
    subjects: tuple[Subject, ...]


class Heard(msgspec.Struct, frozen=True):
    """The talk of an alliance as one of its seats hears it."""

    own: Words = {}
    allies: Words = {}
    """What its allies say."""
    settled: Words = {}
    """What binds the seat: what the ally says who decides, and what it agrees on with all who speak of it."""


SILENCE = Heard()


def heard_by(seat: str, agreement: Agreement | None, said: Mapping[str, Words]) -> Heard:
    """What a seat hears if its side has said this, by seat; only what there is to agree on counts."""
    if agreement is None:
        return SILENCE
    subjects = [subject.id for subject in agreement.subjects]
    known = {who: {about: words[about] for about in subjects if about in words} for who, words in said.items()}
    own = known.pop(seat, {})
    allies = {about: word for words in known.values() for about, word in words.items()}
    agreed = {
        about: word for about, word in own.items() if {words[about] for words in known.values() if about in words} == {word}
    }
    return Heard(own, allies, agreed | known.get(agreement.decides, {}))
