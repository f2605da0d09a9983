"""People who read: the public screen as it turns, and their own displays page by page. Nothing is told to them."""

from collections.abc import Iterator, Mapping, Sequence

from firmware_host.console.screens.public_screen import AT_LEAST, STAYS
from hardware.ports import ESCAPE, PAGE_DOWN, RIGHT
from tests.support.evening_table import EveningTable, Place, Screen

LONGEST_TURN = 150.0  # seconds, before the public screen begins again
OWN_PAGES = 8


def squeezed(text: str) -> str:
    """Without spaces, so that it does not matter how a display sets its letters."""
    return "".join(text.split())


class Reading:
    """All that people at a table can read now, each page as one text without spaces."""

    def __init__(self, table: EveningTable, people: Sequence[Place]) -> None:
        self._table = table
        own = {person.name: list(self._own_pages(person)) for person in people}
        public = list(self._public_pages())
        self._pages = {name: [*pages, *public] for name, pages in own.items()}

    def finds(self, person: Place, *parts: str) -> None:
        """All of these stand together on one page that this person can read."""
        pages = self._pages[person.name]
        found = any(all(squeezed(part) in page for part in parts) for page in pages)
        assert found, f"{person.name} finds no {parts} in {pages}"

    def _public_pages(self) -> Iterator[str]:
        if not self._table.public.text:
            return
        self._table.passes(STAYS + 0.1)  # whoever pressed a key last has seen their own page
        yield from map(squeezed, pages_by_themselves(self._table))

    def _own_pages(self, person: Place) -> Iterator[str]:
        """Where there is no public screen, cards are read from the menu."""
        turning = PAGE_DOWN if person.numeric else RIGHT
        if person.panel.text:
            for _ in range(OWN_PAGES):
                yield _text(person.panel)
                person.presses(turning)
        elif person.has_grid:
            for _ in range(2):  # rows of marks, and behind them the alphabet
                yield "".join(person.grid.rows)
                person.presses(turning)
        if not self._table.public.text and "cards" in self._menu(person):
            person.from_the_menu("cards")
            for _ in range(OWN_PAGES):
                yield _text(person.screen)
                person.presses(turning)
            person.presses(ESCAPE, ESCAPE)

    def _menu(self, person: Place) -> list[str]:
        menu = self._table.evening.snapshot().seats[person.number].sitting.menu
        return [item.id for item in menu.items] if menu is not None else []


def _text(screen: Screen) -> str:
    return squeezed("".join(screen.text))


def pages_by_themselves(table: EveningTable) -> Mapping[str, float]:
    """One turn of the public screen while nobody does anything: its pages, and when each came up."""
    pages: dict[str, float] = {}
    without_clock: list[str] = []
    while table.now < min(pages.values(), default=table.now) + LONGEST_TURN:
        page = "\n".join(table.public.text)
        title, _, rest = page.partition("\n")
        still = f"{title.rstrip('0123456789:')}\n{rest}"
        if still in without_clock[:-1]:  # it begins again
            break
        if still not in without_clock:
            without_clock.append(still)
            pages[page] = table.now
        table.passes(AT_LEAST / 2)
    return pages
