"""What the person of a seat is called."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("called", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "called")
