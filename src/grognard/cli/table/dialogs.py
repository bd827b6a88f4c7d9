"""What opens over the table: the hand-over, help, rules, questions, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, RichLog, Static

from grognard.telling.words import rules_or_refusal, say


class HandOver(Screen[None]):
    """Hides everything until the next person is at the keyboard."""

    BINDINGS = [Binding("enter,space", "take_over", "go on")]

    def __init__(self, army: str) -> None:
        super().__init__()
        self.army = army

    def compose(self) -> ComposeResult:
        yield Static(say("hand-over", army=self.army), id="hand-over")
        yield Footer()

    def action_take_over(self) -> None:
        self.dismiss(None)


class Page(ModalScreen[None]):
    """A page to read."""

    BINDINGS = [Binding("escape,q,enter", "close", "close")]

    def __init__(self, title: str, body: Iterable[RenderableType]) -> None:
        super().__init__()
        self.heading = title
        self.body = Group(*body)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = self.heading
            with VerticalScroll(id="reading"):
                yield Static(self.body, markup=False)
            yield Footer()

    def on_mount(self) -> None:
        self.query_one("#reading").focus()

    def action_close(self) -> None:
        self.dismiss(None)


class LogPage(ModalScreen[None]):
    """The whole log, told anew at the width of the page."""

    BINDINGS = [Binding("escape,q,enter,l", "close", "close")]

    def __init__(self, tell: Callable[[RichLog], None]) -> None:
        super().__init__()
        self.tell = tell

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = say("log")
            yield RichLog(wrap=True, min_width=20, id="whole-log")
            yield Footer()

    def on_mount(self) -> None:
        paper = self.query_one(RichLog)
        paper.focus()
        self.call_after_refresh(self.tell, paper)

    def action_close(self) -> None:
        self.dismiss(None)


class Confirm(ModalScreen[bool]):
    """A question with yes and no."""

    BINDINGS = [Binding("y", "answer(True)", "yes"), Binding("n,escape,enter", "answer(False)", "no")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="small page"):
            yield Static(self.question)
            yield Footer()

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class Ask(ModalScreen[str | None]):
    """One line to be typed."""

    BINDINGS = [Binding("escape", "give_up", "never mind")]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self.question = question
        self.value = value

    def compose(self) -> ComposeResult:
        with Vertical(classes="small page"):
            yield Static(self.question)
            yield Input(self.value)
            yield Footer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        self.dismiss(None)


class Answers(ModalScreen[None]):
    """A line to be typed, answered on the same page, as often as you like."""

    BINDINGS = [Binding("escape", "close", "close")]

    def __init__(self, title: str, hint: str, answer: Callable[[str], Iterable[str]], first: Iterable[str] = ()) -> None:
        super().__init__()
        self.heading = title
        self.hint = hint
        self.answer = answer
        self.first = first

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = self.heading
            yield Input(placeholder=self.hint)
            with VerticalScroll(id="reading"):
                yield Static(paragraphs(self.first), id="answer", markup=False)
            yield Footer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.query_one("#answer", Static).update(paragraphs(self.answer(event.value.strip())))
        self.query_one("#reading").scroll_home(animate=False)

    def action_close(self) -> None:
        self.dismiss(None)


def rules_page(wanted: str = "") -> Answers:
    """Rules by their numbers."""
    return Answers(say("rules"), say("name-a-rule"), rules_or_refusal, rules_or_refusal(wanted) if wanted else ())


def paragraphs(lines: Iterable[str]) -> Text:
    return Text("\n\n").join(Text(line) for line in lines)
