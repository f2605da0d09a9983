"""A table with wires that is also shown on web pages: every frame goes to both, and keys come from both."""

from collections.abc import Callable, Mapping, Sequence

from firmware_host.console.lobby.lobby import Lobby
from firmware_host.console.settings import no_address
from firmware_host.frozen import replace
from firmware_host.games.shared.sitting import Address
from firmware_host.texts.language import ENGLISH
from firmware_host.web.broadcast import Broadcast, page_displays
from firmware_host.web.pages import PUBLIC_PAGE, WebPage, displays, pages_of
from firmware_host.web.web_table import Seats, described, language_of
from firmware_host.web.wire import Plug, Power, Slow
from hardware.names import PRIVATE, PUBLIC, DeviceName
from hardware.ports import (
    ButtonPress,
    Buzzer,
    Clock,
    DeviceBack,
    DeviceGone,
    DeviceLost,
    Grid,
    GridFrame,
    Input,
    KeyPress,
    Lamp,
    Listener,
    Panel,
    PanelFrame,
    Seat,
    SeatWanted,
    Speaker,
    Table,
    Tone,
    Touched,
)

PHONE = (128, 64)  # pixels of a seat that has only a phone
PUBLIC_SIZE = (128, 72)


class GridAndPage:
    def __init__(self, name: str, grid: Grid, broadcast: Broadcast) -> None:
        self.size = grid.size
        self._name = name
        self._grid = grid
        self._broadcast = broadcast

    def show(self, frame: GridFrame) -> None:
        self._grid.show(frame)
        self._broadcast.show(self._name, frame)


class PanelAndPage:
    """A panel that is also on a page, or on a page alone where there is no panel."""

    def __init__(self, name: str, panel: Panel | None, broadcast: Broadcast, size: tuple[int, int] = PHONE) -> None:
        self.size = size if panel is None else panel.size
        self.colour = panel is not None and panel.colour
        self._name = name
        self._panel = panel
        self._broadcast = broadcast

    def show(self, frame: PanelFrame) -> None:
        if self._panel is not None:
            self._panel.show(frame)
        self._broadcast.show(self._name, frame)

    def dim(self, contrast: float) -> None:
        if self._panel is not None:
            self._panel.dim(contrast)


class LampAndPage:
    """A seat without a lamp has one on its page."""

    def __init__(self, name: str, lamp: Lamp | None, broadcast: Broadcast) -> None:
        self._name = name
        self._lamp = lamp
        self._broadcast = broadcast

    def light(self, on: bool) -> None:
        if self._lamp is not None:
            self._lamp.light(on)
        self._broadcast.light(self._name, on)


class SpeakerAndPage:
    def __init__(self, speaker: Speaker | None, broadcast: Broadcast) -> None:
        self._speaker = speaker
        self._broadcast = broadcast

    def say(self, sentence: str) -> None:
        if self._speaker is not None:
            self._speaker.say(sentence)
        self._broadcast.announce(sentence)

    def hush(self) -> None:
        if self._speaker is not None:
            self._speaker.hush()


class BuzzerAndPage:
    def __init__(self, buzzer: Buzzer | None, broadcast: Broadcast) -> None:
        self._buzzer = buzzer
        self._broadcast = broadcast

    def play(self, tone: Tone) -> None:
        if self._buzzer is not None:
            self._buzzer.play(tone)
        self._broadcast.sound(tone)

    def hush(self) -> None:
        if self._buzzer is not None:
            self._buzzer.hush()


class RealWebTable:
    """A `Table` for the console and a `WebTable` for the server.

    A seat without a display is played on a phone. A phone also replaces a keypad that is lost: its first key says so.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        codes: Mapping[str, str],
        language: str = ENGLISH,
        phones: Address | None = None,
        share: Callable[[int], str] = no_address,
    ) -> None:
        self.phones = phones  # where they join
        self.share = share  # where a finished game can be fetched
        self.pace = 1.0
        self.broadcast = Broadcast(self._language_of)
        self._table = table
        self._clock = clock
        self._language = language
        self._console: Seats | None = None
        self._listener: Listener | None = None
        self._gone: set[int] = set()
        self._on_phone: set[int] = set()  # seats whose phone has replaced a lost keypad
        self._acts_for: dict[int, int] = {}  # whose phone types for whom
        self._held: set[tuple[int, str]] = set()  # keys of phones
        self.seats: Mapping[int, Seat] = {number: self._seat(seat) for number, seat in table.seats.items()}
        private = table.private
        self.private = None if private is None else PanelAndPage(PRIVATE, private, self.broadcast)
        self.public = PanelAndPage(PUBLIC, table.public, self.broadcast, PUBLIC_SIZE)
        self.buttons: Sequence[str] = table.buttons
        self.buzzer = BuzzerAndPage(table.buzzer, self.broadcast)
        self.speaker = SpeakerAndPage(table.speaker, self.broadcast)
        self.pairing = table.pairing
        self.pages = page_displays(self, self.broadcast)
        self.web_pages: Mapping[str, WebPage] = pages_of(self, codes)
        self.sizes = displays(self)
        self.described = described(self)

    def follow(self, console: Seats) -> None:
        """From now on the page of a seat speaks the language that the seat has chosen."""
        self._console = console

    # ── as the console sees it ───────────────────────────────────────────────────────────────────

    @property
    def public_is_seen(self) -> bool:
        """Nobody can be sure that a television is on which has not opened its page."""
        return self._table.public_is_seen or self.broadcast.watching(self.web_pages[PUBLIC_PAGE]) > 0

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._table.listen(self._hear)

    def borrow_keypad(self, of: int, by: int) -> None:
        """A seat with a keypad lends that, and its phone stays its own. Otherwise the phone is what it lends."""
        phone = of in self._on_phone or by == of
        try:
            self._table.borrow_keypad(of, by)
        except DeviceLost:
            phone = True
        if phone:
            for seat, key in [held for held in self._held if held[0] == of]:  # whoever pressed it also releases it
                self.key(seat, key, False)
            self._acts_for[of] = by

    def touch(self, touched: Input) -> None:
        self._table.touch(touched)

    def close(self) -> None:
        self._listener = None
        self._table.close()

    # ── as the pages use it ──────────────────────────────────────────────────────────────────────

    @property
    def lobby(self) -> Lobby | None:
        return self._console.lobby if self._console is not None else None

    @property
    def now(self) -> float:
        return self._clock.time()

    def key(self, seat: int, key: str, down: bool, at: Touched | None = None) -> None:
        if not down and (seat, key) not in self._held:
            return
        (self._held.add if down else self._held.discard)((seat, key))
        if down:
            self._plays_on_phone(seat)
        digit = key if key.isdigit() else ""
        self._table.touch(KeyPress(self._acts_for.get(seat, seat), key, self._clock.time(), down, digit, at=at))

    def ask(self, seat: int, name: str, answer: Callable[[bool], bool]) -> None:
        """Somebody asks for a seat; the captain answers. Who is let in will play there on their phone."""

        def answered(yes: bool) -> bool:
            heard = answer(yes)
            if yes and heard:
                self._clock.call_at(self._clock.time(), lambda: self._plays_on_phone(seat))
            return heard

        self._table.touch(SeatWanted(seat, answered, name))

    def _plays_on_phone(self, seat: int) -> None:
        if seat in self._gone:
            self._gone.discard(seat)
            self._on_phone.add(seat)
            self._table.touch(DeviceBack(DeviceName("keypad", seat)))

    def button(self, name: str, down: bool) -> None:
        self._table.touch(ButtonPress(name, self._clock.time(), down))

    def break_it(self, fault: Plug | Slow | Power) -> None:
        """Does nothing: real devices are not broken from a page."""

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _language_of(self, page: WebPage) -> str:
        return language_of(page, self._console, self._language)

    def _hear(self, heard: Input) -> None:
        if isinstance(heard, DeviceGone | DeviceBack):
            name = DeviceName.parse(heard.device)
            if name.part == "keypad" and name.seat is not None:
                (self._gone.add if isinstance(heard, DeviceGone) else self._gone.discard)(name.seat)
                if isinstance(heard, DeviceGone):
                    self._on_phone.discard(name.seat)
        if self._listener is not None:
            self._listener(heard)

    def _seat(self, seat: Seat) -> Seat:
        grid = seat.grid and GridAndPage(DeviceName("grid", seat.number), seat.grid, self.broadcast)
        lamp = LampAndPage(DeviceName("lamp", seat.number), seat.lamp, self.broadcast)
        if seat.panel is None and seat.grid is not None:
            return replace(seat, grid=grid, lamp=lamp)
        panel = PanelAndPage(DeviceName("panel", seat.number), seat.panel, self.broadcast)
        return replace(seat, grid=grid, panel=panel, lamp=lamp, hooded=seat.hooded or seat.panel is None)
