"""Refusals: every command that is refused says why in one sentence, and has changed nothing."""

from __future__ import annotations

import logging

from grognard.core.texts import Reason, text

LOG = logging.getLogger("grognard.server")


class Refused(Exception):
    """A refused command: a code for programs, the reason for people, and the game's last move if that helps.

    The reason is a `Reason`, a text key, or a sentence that is ready to read.
    """

    def __init__(self, error: str, reason: Reason | str, seq: int | None = None) -> None:
        self.error = error
        self.reason = reason
        self.seq = seq
        super().__init__(error)

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules that the refusal is based on."""
        return self.reason.cites if isinstance(self.reason, Reason) else ()

    def words(self, language: str = "en") -> str:
        """The reason in words."""
        if isinstance(self.reason, Reason):
            return text(self.reason.key, self.reason.args, language)
        return text(self.reason, None, language)

    def __str__(self) -> str:
        return self.words()


def refused(error: str, seq: int | None = None, **args: str | int) -> Refused:
    """The refusal with the text `server.<error>`."""
    return Refused(error, Reason(f"server.{error}", (), args), seq)


def damaged(game: str, fault: Exception) -> Refused:
    """The refusal for a game with unreadable data; the server log has the details."""
    LOG.error("The game %s is damaged: %r", game, fault)
    return Refused("damaged", Reason("server.damaged", (), {"fault": text("server.unreadable-game")}))


def only_seats() -> Refused:
    """The refusal for a spectator who asks for something that only a seat may."""
    return Refused("not-yours", Reason("server.only-seats"))


def malformed(what: str, **args: str | int) -> Refused:
    """The refusal for something unreadable: the text `server.malformed.<what>`."""
    return Refused("malformed", Reason(f"server.malformed.{what}", (), args))
