"""A game may be a lesson."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("lesson", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "lesson")
