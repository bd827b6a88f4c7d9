"""What every game must do, as checks that any package can run on its own scenarios.

    from grognard.testing import check, assert_conforms

    print(check("harrow/mill", games=20))     # plays, looks, and says what it found

    def test_my_game_conforms():
        assert_conforms("harrow/mill")

Games are played by a player who chooses anything and by one who wants to fight. On the way, and at the end, they are
checked: no position is stuck; an action is legal exactly when `why_not` gives no reason against it; asking twice gives the
same list and changes nothing; a copy is independent; positions and records restore a game exactly, for each seat, too; undo
stops where somebody has learnt something; frames say what they name; every question, event, refusal and modifier has a text
that fits and a rule that exists; nobody is told what they may not know; whatever a stranger writes in a file is played, or
refused in a sentence; standing orders answer, pictures draw, and lessons reach their end.

`grognard fuzz SCENARIO` does the same from the command line until it finds something. docs/writing-a-game.md uses both.
"""

from grognard.testing.playing import Nonconforming
from grognard.testing.reports import Finding, Report, assert_conforms, check

__all__ = ["Finding", "Nonconforming", "Report", "assert_conforms", "check"]
