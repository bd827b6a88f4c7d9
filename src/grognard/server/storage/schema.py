"""The tables of the database. The moves are the truth; a snapshot is a cache that may be deleted at any time."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()


def of_a_game() -> Column[str]:
    """The column that says which game a row belongs to."""
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("scenario", String(200), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("position", Text),  # JSON: what it was set up from, if not from the beginning
    Column("rules", String(50), nullable=False),
    Column("components", Text),  # JSON: the stamp of the overlay it is played with
    Column("secret", String(64), nullable=False),  # of the dice; it leaves the server when the game is over
    Column("nonces", Text, nullable=False),  # JSON, by who gave them
    Column("seq", Integer, nullable=False),  # the last move
    Column("version", Integer, nullable=False),  # counts every change: moves, chat, seats, offers, orders, advice
    Column("rolled", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("thinks", Boolean, nullable=False),  # whether it waits for a computer player
    Column("forked_from", String(100), nullable=False),
    Column("rematch_of", String(32), unique=True),
    Column("rematch", String(32), nullable=False),
    Column("lesson", String(200), nullable=False, server_default=""),  # the lesson that it is, if it is one
    Column("created", String(32), nullable=False),  # times are ISO, in UTC
    Column("changed", String(32), nullable=False),
    Index("games_that_think", "thinks", "over"),
)

SEATS = Table(
    "seats",
    METADATA,
    of_a_game(),
    Column("seat", String(100), primary_key=True),
    Column("player", String(100), nullable=False),
    Column("token", String(64)),  # SHA-256 of the secret link, if a person may hold the seat
    Column("joined", Boolean, nullable=False),
    Column("here", Boolean, nullable=False),  # whether its person follows the game, as far as is known
    Column("seen", String(32), nullable=False),  # when its person was last here
    Column("seed", BigInteger, nullable=False),  # of the computer player that may come to hold it
    Column("called", String(40), nullable=False, server_default=""),  # the name its person goes by at the table
    Column("holder", String(32), nullable=False, server_default=""),  # whose seat it is: seats of one person have the same
)

INVITATIONS = Table(
    "invitations",
    METADATA,
    of_a_game(),
    Column("secret", String(64), primary_key=True),  # SHA-256 of what the link holds
    Column("seat", String(100), nullable=False),
    Column("by", String(32), nullable=False),  # the holder of the seats of whoever invited
    Column("made", String(32), nullable=False),
    Column("ended", String(20), nullable=False),  # empty while nobody has taken the seat with it, nor withdrawn it
)

MOVES = Table(
    "moves",
    METADATA,
    of_a_game(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(100), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("key", String(100)),  # the command's own, so that it acts once
    Column("entries", Text, nullable=False),  # JSON: the entries of the log, as a record spells them
    Column("at", String(32), nullable=False),
    UniqueConstraint("game", "seat", "key", name="one_move_for_a_key"),
)

CHAT = Table(
    "chat",
    METADATA,
    of_a_game(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(100), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
)

NOTES = Table(
    "notes",
    METADATA,
    of_a_game(),
    Column("seat", String(100), primary_key=True),
    Column("text", Text, nullable=False),
)

ORDERS = Table(
    "orders",
    METADATA,
    of_a_game(),
    Column("seat", String(100), primary_key=True),
    Column("kind", String(200), primary_key=True),
    Column("answer", String(200), nullable=False),
)

ADVICE = Table(
    "advice",
    METADATA,
    of_a_game(),
    Column("seat", String(100), primary_key=True),
    Column("about", String(100), primary_key=True),  # an action, a card: whatever allies speak of
    Column("word", String(20), nullable=False),
)

OFFERS = Table(
    "offers",
    METADATA,
    of_a_game(),
    Column("kind", String(20), primary_key=True),
    Column("seq", Integer, nullable=False),  # an offer lapses when the game moves on
    Column("by", String(100), nullable=False),
    Column("about", String(100), nullable=False),
    Column("waits_for", Text, nullable=False),  # JSON: the seats that have yet to agree
)

NOTICES = Table(
    "notices",
    METADATA,
    of_a_game(),
    Column("seat", String(100), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("address", Text, nullable=False),  # where the seat's person wants to be told; nobody else is shown it
    Column("language", String(20), nullable=False),
    Column("since", String(32), nullable=False),  # when the address was left
    Column("looked", Integer, nullable=False),  # at this move it was not the seat's turn
    Column("tried", String(32), nullable=False),  # when somebody last set about to send it
    Column("tries", Integer, nullable=False),
    Column("later", String(32), nullable=False),  # before this nobody tries again
    Column("told", String(32), nullable=False),  # when it was last sent, or given up
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    of_a_game(),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
