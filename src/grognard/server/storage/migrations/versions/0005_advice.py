"""What allies advise one another."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "advice",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(100), primary_key=True),
        sa.Column("about", sa.String(100), primary_key=True),
        sa.Column("word", sa.String(20), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("advice")
