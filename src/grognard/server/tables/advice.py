"""What allies advise one another to play or to keep: seen by the seats of one side only, and no part of the game.

Whoever the rules ask decides. So nothing of it stands in a record, and nobody else is told anything, not even that something
was said.
"""

from __future__ import annotations

from grognard.server.refusals import malformed, refused
from grognard.server.tables.cache import CachedTable

WORDS = ("play", "keep")
LONGEST_SUBJECT, MOST_ADVICE = 100, 60


class Advising(CachedTable):
    """The part of a table that is about allies."""

    def allies(self, seat: str) -> tuple[str, ...]:
        """The seats that win and lose with this one, itself among them; none where it is alone."""
        rules = self.game.rules
        seats = rules.seats_on(rules.side_of(seat))
        return seats if len(seats) > 1 else ()

    def advice_for(self, seat: str | None) -> dict[str, dict[str, str]]:
        """What a seat and its allies advise, by seat."""
        allies = self.allies(seat) if seat is not None else ()
        return {ally: self.advice[ally] for ally in allies if self.advice.get(ally)}

    async def advise(self, seat: str, about: str, word: str) -> None:
        """Advise one's allies to play something, or to keep it; the empty word ends it."""
        self._check_seat(seat)
        if not self.allies(seat):
            raise refused("no-ally", self.seq)
        if not 1 <= len(about) <= LONGEST_SUBJECT or not about.isprintable() or word not in (*WORDS, ""):
            raise malformed("advice", most=LONGEST_SUBJECT, words="' or '".join(WORDS))
        await self._safely(self._advise(seat, about, word))

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
