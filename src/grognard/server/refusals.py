"""Refusals: every command that is not carried out says why in one sentence, and has changed nothing."""

from __future__ import annotations

import logging

from grognard.core.texts import Reason, text

LOG = logging.getLogger("grognard.server")


class Refused(Exception):
    """A command that was not carried out: a word for programs, the reason for people, and where the game stands if that helps.

    The reason is a `Reason`, a text key, or a sentence that is ready to read.
    """

    def __init__(self, error: str, reason: Reason | str, seq: int | None = None) -> None:
        self.error = error
        self.reason = reason
        self.seq = seq
        super().__init__(error)

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules that the refusal rests on."""
        return self.reason.cites if isinstance(self.reason, Reason) else ()

    def words(self, language: str = "en") -> str:
        """The reason in words."""
        if isinstance(self.reason, Reason):
            return text(self.reason.key, self.reason.args, language)
        return text(self.reason, None, language)

    def __str__(self) -> str:
        return self.words()


def refused(error: str, seq: int | None = None, **args: str | int) -> Refused:
    """The refusal whose words are the text `server.<error>`."""
    return Refused(error, Reason(f"server.{error}", (), args), seq)


def damaged(game: str, fault: Exception) -> Refused:
    """The refusal of a game of which something unreadable is kept; whoever runs the server finds in its log what it is."""
    LOG.error("The game %s is damaged: %r", game, fault)
    return Refused("damaged", Reason("server.damaged", (), {"fault": text("server.unreadable-game")}))


def only_seats() -> Refused:
    """The refusal of what a spectator asks that only a seat can."""
    return Refused("not-yours", Reason("server.only-seats"))


def malformed(what: str, **args: str | int) -> Refused:
    """The refusal of something that cannot be read: the text `server.malformed.<what>`."""
    return Refused("malformed", Reason(f"server.malformed.{what}", (), args))
