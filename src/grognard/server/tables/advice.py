"""Advice between allies to play or to keep something: seen only by the seats of one side, and not part of the game.

The seat that the rules ask decides. So advice is in no record, and nobody else learns of it, not even that there is any.
"""

from __future__ import annotations

from grognard.core.agreements import KEEP, PLAY
from grognard.server.refusals import malformed, refused
from grognard.server.shapes import HUMAN
from grognard.server.tables.cache import CachedTable, Occasion

WORDS = (PLAY, KEEP)
LONGEST_SUBJECT, MOST_ADVICE = 100, 60


class Advising(CachedTable):
    """The advice at a table."""

    def allies(self, seat: str) -> tuple[str, ...]:
        """The seats that win and lose with this one, including itself; none if it is alone."""
        rules = self.game.rules
        seats = rules.seats_on(rules.side_of(seat))
        return seats if len(seats) > 1 else ()

    def advice_for(self, seat: str | None) -> dict[str, dict[str, str]]:
        """What a seat and its allies advise, by seat."""
        allies = self.allies(seat) if seat is not None else ()
        return {ally: self.advice[ally] for ally in allies if self.advice.get(ally)}

    # ------------------------------------------------------------------ computer players

    def people_beside(self, seat: str) -> list[str]:
        """The allies of a seat that are people."""
        return [ally for ally in self.allies(seat) if ally != seat and self.seats[ally].player == HUMAN]

    def occasion_to_speak(self, seat: str) -> Occasion:
        """What a computer player in a seat may have something to say about."""
        return self.seq, {ally: self.advice.get(ally, {}) for ally in self.people_beside(seat)}

    def due_to_speak(self) -> list[str]:
        """The computer players who may have something new to say: a person beside them is asked, or anything has been said."""
        if self.game.over is not None or self.earlier is not None:
            return []
        return [seat for seat, row in self.seats.items() if row.player != HUMAN and self._may_speak(seat)]

    def _may_speak(self, seat: str) -> bool:
        people = self.people_beside(seat)
        talk = any(ally in self.game.actors or self.advice.get(ally) for ally in people) or bool(self.advice.get(seat))
        return bool(people) and talk and self.spoken.get(seat) != self.occasion_to_speak(seat)

    def begin_to_speak(self, seat: str) -> Occasion:
        """A computer player is asked for its words, once on each occasion."""
        self.spoken[seat] = self.occasion_to_speak(seat)
        return self.spoken[seat]

    # ------------------------------------------------------------------ everybody

    async def advise(self, seat: str, about: str, word: str) -> None:
        """Advise a seat's allies to play something, or to keep it; an empty word withdraws the advice."""
        self._check_seat(seat)
        if not self.allies(seat):
            raise refused("no-ally", self.seq)
        if not 1 <= len(about) <= LONGEST_SUBJECT or not about.isprintable() or word not in (*WORDS, ""):
            raise malformed("advice", most=LONGEST_SUBJECT, words="' or '".join(WORDS))
        await self._shielded(self._advise(seat, about, word))

    async def _advise(self, seat: str, about: str, word: str) -> None:
        async with self._lock:
            if self.behind:
                await self._catch_up()
            others = {known: said for known, said in self.advice.get(seat, {}).items() if known != about}
            if word and len(others) >= MOST_ADVICE:
                raise malformed("too-much-advice", most=MOST_ADVICE)
            version = await self._store.advise(self.id, seat, about, word)
            self.advice = {**self.advice, seat: dict(sorted({**others, **({about: word} if word else {})}.items()))}
            self._written(version, "advice")
