"""What can be wrong with a whole table: two devices on one wire, or nowhere to show a secret. Pure.

Each kind of device checks its own settings.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from ipaddress import ip_address

from firmware_host.frozen import frozen
from firmware_host.texts import language
from firmware_host.texts.text import Text, all_of, say, verbatim
from hardware.config.keymaps import mistakes
from hardware.config.settings import SeatSettings, TableSettings, WebSettings
from hardware.kinds import Device, Place, devices
from hardware.kinds.button import BUTTONS
from hardware.kinds.kind import Wire
from hardware.kinds.leds import how_much_they_draw

NO_SEATS = say(
    "a table needs seats: write [seat.1], [seat.2] and so on, or let `wordtable setup` write the whole file."
)
HOST = re.compile(r"[\w.:%-]+")  # a name or an address
SHORTEST_CODE, LONGEST_CODE = 6, 32  # of a join code: too long to be guessed at the pace that the pages allow


@frozen
class Complaint:
    """Something wrong, where in the file, and what to do about it."""

    place: Place
    say: Text
    others: tuple[Place, ...] = ()  # what else it is about


def check(table: TableSettings) -> list[Complaint]:
    return [
        *_language(table),
        *(complaint for number, seat in table.seats.items() for complaint in _seat(number, seat, table)),
        *_devices(table),
        *_buttons(table),
        *_keymaps(table),
        *_clashes(table),
        *_secrets_have_a_place(table),
        *_web(table),
    ]


def remarks(table: TableSettings) -> tuple[Text, ...]:
    """What is allowed, but will not look as it is written."""
    grids = [seat.grid for seat in table.seats.values() if seat.grid is not None]
    return tuple(finding.say for finding in how_much_they_draw(grids, None))


def _language(table: TableSettings) -> Iterator[Complaint]:
    known = language.names()
    if table.language not in known:
        yield Complaint(
            ("language",),
            say("language: no language “{name}”; available: {known}.", name=table.language, known=all_of(known)),
        )


def _seat(number: int, seat: SeatSettings, table: TableSettings) -> Iterator[Complaint]:
    place = ("seat", str(number))
    if seat.grid is None and seat.panel is None and table.web is None:
        yield Complaint(
            place, say("seat {seat}: has no display. Give it a grid or a panel, or add [web] for a phone.", seat=number)
        )
    elif seat.hooded and seat.panel is None:
        no_panel = say("seat {seat}: only a panel can be hooded, and this seat has none.", seat=number)
        yield Complaint((*place, "hooded"), no_panel, ((*place, "panel"),))


def _devices(table: TableSettings) -> Iterator[Complaint]:
    for device in devices(table):
        for mistake in device.mistakes(table):
            place = (*device.place, mistake.setting) if mistake.setting else device.place
            yield Complaint(place, about(device.place, mistake.say))


def about(place: Place, sentence: Text) -> Text:
    return say("{place}: {sentence}", place=spoken(place), sentence=sentence)


def spoken(place: Place) -> Text:
    """A place as a person says it: “seat 2, panel”."""
    if place[0] == "seat" and len(place) > 1:
        start, rest = say("seat {seat}", seat=place[1]), place[2:]
    else:
        start, rest = verbatim(place[0]), place[1:]
    for part in rest:
        start = say("{place}, {part}", place=start, part=part)
    return start


def _buttons(table: TableSettings) -> Iterator[Complaint]:
    for name in table.buttons:
        if name not in BUTTONS:
            yield Complaint(
                ("buttons", name), say("no button “{name}”; available: {known}.", name=name, known=all_of(BUTTONS))
            )


def _keymaps(table: TableSettings) -> Iterator[Complaint]:
    for name, entries in table.keymaps.items():
        for entry, mistake in mistakes(entries):
            yield Complaint(("keymaps", name, entry), about(("keymaps", name), mistake))


# ── two devices on one wire ──────────────────────────────────────────────────────────────────────


def _clashes(table: TableSettings) -> Iterator[Complaint]:
    """Reported at the second device, naming the first."""
    if table.simulated:
        return
    users: defaultdict[Text, list[tuple[Place, Wire]]] = defaultdict(list)
    claims = [(device, wire) for device in devices(table) for wire in device.wires()]
    for device, wire in sorted(claims, key=_fixed_ones_and_panels):
        others = users[wire.called]
        if not any(other.use in wire.shared_with for _, other in others):
            others.append(((*device.place, wire.setting) if wire.setting else device.place, wire))
    for wire_name, places in users.items():
        (first, first_wire), *rest = places
        for place, wire in rest:
            taken = say("{wire} is already used by {other}.", wire=wire_name, other=_spoken_wire(first, first_wire))
            yield Complaint(place, about(_device_of(place, wire), taken), (first,))
    yield from _alike(table)


def _fixed_ones_and_panels(claim: tuple[Device, Wire]) -> tuple[bool, bool]:
    """Pins that a bus has on the header cannot be moved, so others must move. A panel's pins are easily moved."""
    _, wire = claim
    return not wire.fixed, bool(wire.use)


def _spoken_wire(place: Place, wire: Wire) -> Text:
    return spoken(place if wire.fixed else _device_of(place, wire))


def _device_of(place: Place, wire: Wire) -> Place:
    return place[:-1] if wire.setting else place


def _alike(table: TableSettings) -> Iterator[Complaint]:
    """Two devices of one kind that cannot be at one table."""
    before: list[Device] = []
    for device in devices(table):
        for other in before:
            if other.kind is device.kind and (why := device.clash(other, spoken(other.place))):
                yield Complaint(device.place, about(device.place, why), (other.place,))
                break
        before.append(device)


# ── secrets and pages ────────────────────────────────────────────────────────────────────────────


def _secrets_have_a_place(table: TableSettings) -> Iterator[Complaint]:
    if not table.seats:
        yield Complaint(("seat",), NO_SEATS)
        return
    if table.private is None and not all(seat.hooded or _by_phone(seat, table) for seat in table.seats.values()):
        yield Complaint(
            (),
            say("there is nowhere to type a secret: add [private], or give every seat a panel with hooded = true."),
        )
    bare = [number for number, seat in table.seats.items() if seat.panel is None and seat.grid is not None]
    if bare and table.private is None and table.public is None:
        yield Complaint(
            ("seat", str(bare[0])),
            say(
                "seat {seat}: has only a grid, so its menus need a screen: add [private] or [public].",
                seat=bare[0],
            ),
        )


def _by_phone(seat: SeatSettings, table: TableSettings) -> bool:
    """A seat with no display of its own is played on a phone, which nobody else looks at."""
    return table.web is not None and seat.grid is None and seat.panel is None


def _web(table: TableSettings) -> Iterator[Complaint]:
    if table.web is None:
        return
    if not 1 <= table.web.port <= 65535:
        yield Complaint(("web", "port"), say("web: port must be from 1 to 65535."))
    pages = [*(str(number) for number in table.seats), "private"]
    for page, code in table.web.codes.items():
        place = ("web", "codes", page)
        if page not in pages:
            yield Complaint(
                place,
                say("web: no page “{page}” for this code; the pages are {pages}.", page=page, pages=all_of(pages)),
            )
        elif not (SHORTEST_CODE <= len(code) <= LONGEST_CODE and code.isascii() and code.isalnum()):
            yield Complaint(
                place,
                say(
                    "web: the code of {page} must have {shortest} to {longest} letters or digits.",
                    page=_page(page),
                    shortest=SHORTEST_CODE,
                    longest=LONGEST_CODE,
                ),
            )
    if len({code.upper() for code in table.web.codes.values()}) < len(table.web.codes):
        yield Complaint(("web", "codes"), say("web: two pages have the same code. Give each page its own."))
    yield from _codes_are_there(table.web, pages)


def _codes_are_there(web: WebSettings, pages: list[str]) -> Iterator[Complaint]:
    missing = [_page(page) for page in pages if page not in web.codes]
    if not HOST.fullmatch(web.host):
        yield Complaint(
            ("web", "host"), say("web: host must be an address of this computer; 0.0.0.0 means all of them.")
        )
    elif missing and not is_loopback(web.host):
        yield Complaint(
            ("web", "host"),
            say(
                "web: on a network every page needs its own code, or anybody could open it. Add codes for {pages} "
                "under [web.codes].",
                pages=all_of(missing),
            ),
        )


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach this address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _page(page: str) -> Text:
    return say("the private screen") if page == "private" else say("seat {seat}", seat=page)
