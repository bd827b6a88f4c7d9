"""The boxes of a display."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.pictures.display import BoxPicture, DisplaySheet
from grognard.telling.sheets.places import Places, Way, nearest_ahead


class DisplayPlaces(Places[DisplaySheet]):
    """A display."""

    def __init__(self, sheet: DisplaySheet) -> None:
        super().__init__(sheet)
        self.boxes = {box.id: box for box in sheet.boxes}
        self.all = self.boxes
        self.names = {box.id: self.called(box) for box in sheet.boxes}

    def called(self, box: BoxPicture) -> str:
        """A box by its panel and its text: `Activation track 3`."""
        x, y = box.at
        panel = next(
            (
                panel.title
                for panel in self.sheet.panels
                if panel.left <= x <= panel.left + panel.width and panel.top <= y <= panel.top + panel.height
            ),
            "",
        )
        return " ".join(filter(None, (panel, box.text))) or box.id

    def name(self, place: str) -> str:
        return self.names[place]

    def step(self, place: str, way: Way) -> str:
        return nearest_ahead({box.id: box.at for box in self.sheet.boxes}, place, way)

    def centre(self, place: str) -> tuple[float, float]:
        return self.boxes[place].at

    def ground(self, place: str) -> list[str]:
        about = self.boxes[place].about
        return [f"{self.names[place]}: {about}" if about else self.names[place]]

    def legend(self) -> Iterator[tuple[str, str]]:
        return iter(())
