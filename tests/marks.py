"""The marks that tests carry."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Name the ledger ids that a test checks, as literals that tools can read: `@rule("S12.14a", "S12.14b")`."""
    if not ids:
        raise ValueError('rule() names no rule: give it ledger ids, as in @rule("S12.14a")')
    return pytest.mark.rule(*ids)
