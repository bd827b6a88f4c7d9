"""Which faults are put into code, and which code a citation speaks of."""

import ast

from tests.mutation.faults import cited_code, faults_in

MODULE = '''\
def bonus(game, unit):
    """X1.2: a unit in command has one."""
    if unit.leader and not unit.lost:
        return 1
    return 0


def penalty(unit):
    # X1.3: none for guns
    if unit.gun:
        return 0
    game.note("penalty")  # X1.4
    if any(other.near for other in unit.others if other.side != unit.side):
        return Modifier(-1, "X1.5")
    return len(unit.others) + 2
'''


def changes(lines: range) -> list[str]:
    return [fault.change for fault in faults_in(MODULE, lines)]


def test_every_kind_of_fault_is_put_in_by_itself():
    assert changes(range(3, 5)) == [
        "if unit.leader and (not unit.lost): return 1  ->  if True: return 1",
        "if unit.leader and (not unit.lost): return 1  ->  if False: return 1",
        "unit.leader and (not unit.lost)  ->  unit.leader or not unit.lost",
        "not unit.lost  ->  not not unit.lost",
        "1  ->  2",
    ]
    assert "game.note('penalty')  ->  None" in changes(range(12, 13))
    assert {change.split("  ->  ")[1] for change in changes(range(13, 14))} >= {
        "all((other.near for other in unit.others if other.side != unit.side))",
        "(other.near for other in unit.others)",
        "other.side == unit.side",
    }
    assert changes(range(15, 16)) == ["len(unit.others) + 2  ->  len(unit.others) - 2", "2  ->  3"]


def test_the_rest_of_the_module_stays_as_it_is():
    (fault,) = faults_in(MODULE, range(4, 5))
    assert ast.unparse(fault.module()) == ast.unparse(ast.parse(MODULE)).replace(
        "return 1\n    return 0", "return 2\n    return 0"
    )


def test_a_citation_speaks_of_its_function_or_its_statement():
    assert cited_code(MODULE, 2) == range(1, 6)  # in the docstring: the function
    assert cited_code(MODULE, 9) == range(10, 12)  # on a line of its own: the statement below
    assert cited_code(MODULE, 12) == range(12, 13)  # behind a statement: that one
    assert cited_code(MODULE, 14) == range(13, 15)  # in what an `if` guards: that, too
    assert cited_code(MODULE, 7) == range(0)


TABLE = """\
class Card(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    worth: int = 1


CARDS = {
    "X2.1": Card(4),
    "X2.2": Card(
        6,
    ),
}


# ---------------------------------------------------------------- taking cards (X2.3)


def taken(game, card):
    found = game.memo.get(card)
    if found is None:
        found = game.memo[card] = game.worth(card)
    match card:
        case "none":
            return found  # X2.4
        case "one" if found:
            return found + 1  # X2.5


BANDS = (
    Band(1, 3),  # X2.6
    Band(4, 9),
)
BOTH = "X2.7", "X2.8"


def ways(points):
    return (
        Way(points, 25),  # X2.9
        Way(12, points),
    )
"""


def test_a_citation_in_a_table_speaks_of_its_entry_and_one_in_a_case_of_that():
    assert cited_code(TABLE, 6) == range(6, 7)
    assert cited_code(TABLE, 8) == range(7, 10)
    assert cited_code(TABLE, 28) == range(28, 29)
    assert cited_code(TABLE, 31) == range(31, 32)
    assert cited_code(TABLE, 36) == range(36, 37)
    assert cited_code(TABLE, 22) == range(21, 23)
    assert cited_code(TABLE, 24) == range(23, 25)


def test_a_heading_speaks_of_no_code():
    assert cited_code(TABLE, 13) == range(0)


def test_what_cannot_change_the_play_is_left_out():
    """How strict a class is, and that what is known is worked out again."""
    assert [fault.change for fault in faults_in(TABLE, range(1, 2))] == ["True  ->  False"]  # order
    assert [fault.change.split("  ->  ")[1] for fault in faults_in(TABLE, range(18, 19))] == [
        "if False: found = game.memo[card] = game.worth(card)",
        "found is not None",
    ]
