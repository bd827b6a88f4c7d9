"""Invitations to seats, and who holds which seats.

Games that began earlier have neither: the links to their seats still open them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("holder", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "invitations",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(100), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(20), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("invitations")
    op.drop_column("seats", "holder")
