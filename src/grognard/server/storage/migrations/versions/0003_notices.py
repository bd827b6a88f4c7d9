"""Where a seat is told that it is its turn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(100), primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("looked", sa.Integer, nullable=False),
        sa.Column("tried", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("later", sa.String(32), nullable=False),
        sa.Column("told", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("notices")
