"""Before a game: who sits where, which game, which options. Pure: a lobby, and what the captain's keys do to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from firmware_host.console.page import Page
from firmware_host.console.sitting import Comfort, Sitting, comforts, really
from firmware_host.console.tasks import Desk, Item, ListTask, Task, WaitTask, Wish, WordTask
from firmware_host.rules import games
from firmware_host.rules.options import Options
from firmware_host.rules.table import Action

NAME_LENGTH = 8
TIMES: tuple[int | None, ...] = (None, 30, 60, 90, 120, 180, 300)
COMPUTER_NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn")
GAME_NAMES = {"party": "Party", "wqrdles": "Wqrdles", "three-words": "Three words"}

# What a menu offers of each option; what is not here keeps its default or comes from the table's config.
CHOICES: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "party": {
        "mode": ("classic", "fast"),
        "timer": TIMES,
        "pace": ("free", "lockstep"),
        "check": ("auto", "challenge", "off"),
    },
    "wqrdles": {
        "letters": (5, 4),
        "queries": ("cards", "free"),
        "order_clues": (False, True),
        "marking": ("auto", "hand"),
        "window": (120, 60, 180, 300, None),
        "rounds": (5, 1, 2, 3, 4, 7, 10),
    },
    "three-words": {
        "timer": TIMES,
        "agreement": ("all", "speaker"),
        "answers": ("master", "auto"),
        "laps": (1, 2, 3),
        "tie": ("extra-lap", "share"),
    },
}
SPOKEN = {
    "order_clues": "order clues",
    "extra-lap": "extra lap",
    "lockstep": "in step",
    None: "off",
}


@dataclass(frozen=True)
class Lobby:
    """Who has joined, by seat, and what the captain has chosen so far."""

    joined: Mapping[int, str] = field(default_factory=dict)  # in the order in which they came
    game: str = "party"
    chosen: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by game: options that are not the default
    computers: int = 0
    level: str = "fair"
    teams: int = 0  # how many; seats are dealt round them

    @property
    def captain(self) -> int | None:
        return next(iter(self.joined), None)

    def join(self, seat: int, name: str) -> "Lobby":
        taken = {other for number, other in self.joined.items() if number != seat}
        unique = name
        count = 2
        while unique in taken or unique == "table":
            unique = f"{name[: NAME_LENGTH - 1]}{count}"
            count += 1
        return replace(self, joined={**self.joined, seat: unique})

    def leave(self, seat: int) -> "Lobby":
        return replace(self, joined={number: name for number, name in self.joined.items() if number != seat})

    def option(self, name: str) -> Any:
        defaults = {each.name: each.default for each in fields(_options_of(self.game))}
        return self.chosen.get(self.game, {}).get(name, defaults[name])

    def turned(self, option: str, step: int) -> "Lobby":
        """The next value of an option, round and round."""
        values = CHOICES[self.game][option]
        now = self.option(option)
        place = values.index(now) if now in values else 0
        changed = {**self.chosen.get(self.game, {}), option: values[(place + step) % len(values)]}
        return replace(self, chosen={**self.chosen, self.game: changed})

    def players(self) -> tuple[str, ...]:
        """Everybody who plays, in the order of the seats, computer players last."""
        people = tuple(self.joined[seat] for seat in sorted(self.joined))
        names = [name for name in COMPUTER_NAMES if name.upper() not in {p.upper() for p in people}]
        return people + tuple(name.upper() for name in names[: self.computers])

    def team_members(self) -> Mapping[str, tuple[str, ...]] | None:
        if self.game != "party" or self.teams < 2:
            return None
        names = ("RED", "BLUE", "GREEN")[: self.teams]
        players = self.players()
        return {name: players[place :: self.teams] for place, name in enumerate(names)}

    def why_not(self) -> str:
        """Why the game cannot begin, or nothing."""
        players = len(self.players())
        if players < 2:
            return "It takes two: wait, or add a computer player."
        if players > games.MOST_PLAYERS.get(self.game, players):
            return f"This game is for {games.MOST_PLAYERS[self.game]} at most."
        teams = self.team_members()
        if teams and any(not members for members in teams.values()):
            return "There are more teams than players."
        return ""


def _options_of(game: str) -> type[Options]:
    return games.OPTIONS[game]


def turn(lobby: Lobby, wish: Wish, seats: int) -> Lobby:
    """What a wish of the captain's menu does to the lobby."""
    step = -1 if wish.value.startswith("-") else 1
    if wish.name == "game":
        names = games.NAMES
        return replace(lobby, game=names[(names.index(lobby.game) + step) % len(names)])
    if wish.name == "computers":
        free = max(0, seats - len(lobby.joined))
        return replace(lobby, computers=(lobby.computers + step) % (free + 1))
    if wish.name == "level":
        levels = ("easy", "fair", "strong")
        return replace(lobby, level=levels[(levels.index(lobby.level) + step) % 3])
    if wish.name == "teams":
        return replace(lobby, teams={0: 2, 2: 3, 3: 0}[lobby.teams])
    if wish.name == "option":
        return lobby.turned(wish.value.lstrip("+-"), step)
    return lobby


def as_saved(lobby: Lobby, save: Mapping[str, object], computers: Mapping[str, str]) -> Lobby:
    """What was chosen for a game that is played on after a power cut: it is offered again when that is over."""
    game, chosen, teams = save["game"], save["options"], save["teams"]
    assert isinstance(game, str), "the save could be loaded"
    assert isinstance(chosen, Mapping), "the save could be loaded"
    return replace(
        lobby,
        game=game,
        chosen={**lobby.chosen, game: chosen},
        computers=len(computers),
        level=next(iter(computers.values()), lobby.level),
        teams=len(teams) if isinstance(teams, Mapping) else 0,
    )


def sit(lobby: Lobby, seat: int, desk: Desk, comfort: Comfort, last_names: tuple[str, ...]) -> Sitting:
    """What a seat sees and is asked before a game."""
    if seat not in lobby.joined:
        return _name(desk, last_names)
    if seat != lobby.captain:
        return _waiting(lobby, seat, comfort)
    task = _captains_menu(lobby, comfort)
    page = Page(
        title=f"{lobby.joined[seat]}: captain",
        items=tuple(item.label for item in task.items),
        chosen=desk.chosen_in(task),
        hint="↕ choose  ↔ change",
    )
    return Sitting(task, page, None, None)


def invitation() -> Page:
    return Page(big="wordtable", lines=("Press a key to join.",))


def _name(desk: Desk, last_names: tuple[str, ...]) -> Sitting:
    task = WordTask("name", "Your name?", NAME_LENGTH, lambda name: Wish("join", name), shortest=1, ideas=last_names)
    hint = "type, ENTER  ↕ names" if last_names else "type, then ENTER"
    return Sitting(task, Page(title="Your name?", big=desk.typed_for(task), slots=NAME_LENGTH, hint=hint))


def _waiting(lobby: Lobby, seat: int, comfort: Comfort) -> Sitting:
    captain = lobby.joined[lobby.captain or seat]
    page = Page(
        title=f"Hello {lobby.joined[seat]}",
        lines=(GAME_NAMES[lobby.game], f"{captain} starts", *_together(lobby)),
        hint="ESC menu",
    )
    leave: Task = really("leave-lobby", "Leave the table?", Wish("leave"))
    menu = ListTask("lobby menu", "Menu", (Item("Leave", leave), *comforts(comfort)))
    return Sitting(WaitTask(), page, None, menu)


def _together(lobby: Lobby) -> tuple[str, ...]:
    names = lobby.players()
    return (f"{len(names)} at the table",)


def _captains_menu(lobby: Lobby, comfort: Comfort) -> ListTask:
    items = [
        Item("Start", Wish("start")),
        _turning(f"Game: {GAME_NAMES[lobby.game]}", "game"),
        _turning(f"Computers: {lobby.computers}", "computers"),
    ]
    if lobby.computers:
        items.append(_turning(f"They play: {lobby.level}", "level"))
    if lobby.game == "party":
        items.append(_turning(f"Teams: {lobby.teams or 'none'}", "teams"))
    for option in CHOICES[lobby.game]:
        value = lobby.option(option)
        label = f"{SPOKEN.get(option, option).capitalize()}: {_spoken(value)}"
        items.append(Item(label, less=Wish("option", f"-{option}"), more=Wish("option", f"+{option}")))
    if comfort.pairs:
        items.append(Item("Pair a keypad", Wish("pair", "look")))
    items.append(Item("Leave", really("leave-lobby", "Leave the table?", Wish("leave"))))
    return ListTask("captain", "captain", (*items, *comforts(comfort)))


def _spoken(value: Any) -> str:
    if isinstance(value, bool):  # which would find, or be found by, the numbers 0 and 1
        return "on" if value else "off"
    return SPOKEN.get(value, str(value))


def _turning(label: str, wish: str) -> Item:
    return Item(label, less=Wish(wish, "-"), more=Wish(wish, "+"))


def go_on(you: str, round_number: int) -> ListTask:
    """After a power cut, in the middle of a game."""
    end = really("end", "End the game now?", Action(you, "end"))
    answers = Item("Go on", Action(you, "resume")), Item("End the game", end)
    return ListTask("go on", f"Go on? Round {round_number}", answers, needs="resume")


def left(name: str, over: bool) -> Sitting:
    """For somebody who has left the game. When it is over they may go on to the next like everybody else."""
    if over:
        return Sitting(
            WaitTask(enter=Wish("lobby")), Page(title=name, lines=("The game is over.",), hint="ENTER lobby")
        )
    return Sitting(WaitTask(), Page(title=name, lines=("You have left.", "Wait for the end.")))
