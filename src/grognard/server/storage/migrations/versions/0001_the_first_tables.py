"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def of_a_game() -> sa.Column[str]:
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("rules", sa.String(50), nullable=False),
        sa.Column("components", sa.Text),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("nonces", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rolled", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("thinks", sa.Boolean, nullable=False),
        sa.Column("forked_from", sa.String(100), nullable=False),
        sa.Column("rematch_of", sa.String(32), unique=True),
        sa.Column("rematch", sa.String(32), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
    )
    op.create_index("games_that_think", "games", ["thinks", "over"])
    op.create_table(
        "seats",
        of_a_game(),
        sa.Column("seat", sa.String(100), primary_key=True),
        sa.Column("player", sa.String(100), nullable=False),
        sa.Column("token", sa.String(64)),
        sa.Column("joined", sa.Boolean, nullable=False),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("seen", sa.String(32), nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "moves",
        of_a_game(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("key", sa.String(100)),
        sa.Column("entries", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.UniqueConstraint("game", "seat", "key", name="one_move_for_a_key"),
    )
    op.create_table(
        "chat",
        of_a_game(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(100), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "notes",
        of_a_game(),
        sa.Column("seat", sa.String(100), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "orders",
        of_a_game(),
        sa.Column("seat", sa.String(100), primary_key=True),
        sa.Column("kind", sa.String(200), primary_key=True),
        sa.Column("answer", sa.String(200), nullable=False),
    )
    op.create_table(
        "offers",
        of_a_game(),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("by", sa.String(100), nullable=False),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("waits_for", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        of_a_game(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("snapshots", "offers", "orders", "notes", "chat", "moves", "seats", "games"):
        op.drop_table(table)
