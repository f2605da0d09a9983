"""What a seat sees and is asked in the lobby. Pure."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from firmware_host.console.lobby.lobby import BY_CHANCE, LEVEL_NAMES, NAME_LENGTH, TEAM_NAMES, TEAMS_ON_A_PAGE, Lobby
from firmware_host.console.lobby.newcomers import TO_JOIN
from firmware_host.frozen import replace
from firmware_host.games import registry as games
from firmware_host.games.shared.declaration import Offer
from firmware_host.games.shared.page import Audience, Page
from firmware_host.games.shared.sitting import MENU, TO_MENU, TO_TYPE, Address, Comfort, Sitting, comforts, really
from firmware_host.games.shared.table import Action
from firmware_host.games.shared.tasks import Desk, Item, ListTask, ReadTask, WaitTask, WordTask
from firmware_host.games.shared.wishes import (
    GoBack,
    Join,
    LeaveLobby,
    LookForPads,
    PickTeam,
    Start,
    Turn,
    TurnComputers,
    TurnEvenings,
    TurnFirst,
    TurnGame,
    TurnLevel,
    TurnOption,
    TurnOrder,
    TurnTeams,
    TurnWords,
)
from firmware_host.texts.text import Keys, Text, say, say_count, verbatim

NAMES_ON_A_PAGE = 4  # of the smallest panel


def sit(lobby: Lobby, seat: int, desk: Desk, comfort: Comfort, last_names: tuple[str, ...]) -> Sitting:
    """What a seat sees and is asked before a game."""
    if seat not in lobby.joined:
        return _name(seat, desk, tuple(name for name in last_names if name not in lobby.joined.values()))
    if seat != lobby.captain:
        return _waiting(lobby, seat, comfort)
    task = _captains_menu(lobby, comfort)
    page = Page(
        title=say("{name}: captain", name=lobby.joined[seat]),
        items=task.entries,
        chosen=desk.chosen_in(task),
        hint=_about(lobby, desk.chosen.get(task.name, "")),
        audience=Audience.EVERYBODY,
    )
    return Sitting(task, page, None, _menu(lobby, seat, comfort))


ABOUT: Mapping[str, Text] = {
    "computers": say("Computer players at free seats"),
    "level": say("How well the computers play"),
    "teams": say("How many teams; none: each alone"),
    "team": say("Your own team"),
    "first": say("Who begins the game"),
    "order": say("The order of the turns"),
    "evenings": say("Who may read /evenings"),
}


def _about(lobby: Lobby, entry: str) -> tuple[Text, ...]:
    """At an option what it does; elsewhere which keys to press."""
    if entry == "words":
        return (lobby.word_list().about,)
    if entry in ABOUT:
        return (ABOUT[entry],)
    option = games.named(lobby.game).choices.get(entry.removeprefix("option "))
    if option is not None:
        return (option.explained,)
    return say("{choose} choose", choose=Keys.LIST), say("{change} change", change=Keys.CHANGE)


def free(lobby: Lobby) -> Sitting:
    """At a seat that nobody has taken. A phone that is there already needs no code to scan."""
    alone = Page(big="wordtable", lines=(say("Press a key to join."),))
    return Sitting(WaitTask(button=TO_JOIN), invitation(lobby.phones) if lobby.phones else alone, roomy=alone)


def invitation(phones: Address) -> Page:
    """To join, with a key or with a phone."""
    how = say("Press a key to join, or scan:"), verbatim(phones.typed)
    return Page(big="wordtable", lines=how, code=phones.scanned)


TO_SPELL = verbatim(Keys.LETTERS)


def _name(seat: int, desk: Desk, last_names: tuple[str, ...]) -> Sitting:
    ask = say("Your name? (seat {seat})", seat=seat)  # on a screen that others look at too
    page, all_may = Page(lines=(TO_SPELL,)), Audience.EVERYBODY
    beside = replace(page, audience=all_may)
    task = WordTask("name", ask, NAME_LENGTH, Join, 1, last_names, beside=beside, audience=all_may)
    hint: tuple[Text, ...] = (say("type, then {enter}", enter=Keys.ENTER),)
    if last_names:
        hint = (TO_TYPE, say("{ideas} names", ideas=Keys.IDEAS))
    return Sitting(task, replace(page, title=say("Your name?"), big=desk.typed_for(task), slots=NAME_LENGTH, hint=hint))


def to_begin(lobby: Lobby) -> tuple[Text, ...]:
    """What everybody waits for before a game, where all may read it."""
    starts = () if lobby.captain is None else (_starts(lobby),)
    return (say("Press a key to join."), *starts) if lobby.has_room else starts


def _starts(lobby: Lobby) -> Text:
    return say("{captain} starts the game.", captain=lobby.joined[lobby.captain or 0])


def _waiting(lobby: Lobby, seat: int, comfort: Comfort) -> Sitting:
    there = say_count("{count} at the table", "{count} at the table", len(lobby.players()))
    page = Page(
        title=say("Hello {name}", name=lobby.joined[seat]),
        lines=(games.named(lobby.game).title, *(_teams_of(lobby, seat) or (_starts(lobby), there))),
        hint=(TO_MENU,),
    )
    return Sitting(WaitTask(), page, None, _menu(lobby, seat, comfort))


def _menu(lobby: Lobby, seat: int, comfort: Comfort) -> ListTask:
    """Everybody's, the captain's too."""
    own, teaching = _own_team(lobby, seat), games.named(lobby.game).teaching
    items = (*own, *comfort.past, teaching, _who_plays(lobby), _leave(), *comforts(comfort))
    return ListTask("lobby menu", MENU, items, audience=Audience.EVERYBODY)


def team_lines(lobby: Lobby) -> tuple[Text, ...]:
    """Who plays in which team; nothing where there are none."""
    teams = lobby.team_members() or {}
    return tuple(say("{team}: {names}", team=team, names=", ".join(names)) for team, names in teams.items())


def _teams_of(lobby: Lobby, seat: int) -> tuple[Text, ...]:
    """All teams, or one's own if there are too many for a small panel."""
    teams = team_lines(lobby)
    if len(teams) <= TEAMS_ON_A_PAGE:
        return teams
    return (teams[TEAM_NAMES.index(lobby.team_of(seat))],)


def _own_team(lobby: Lobby, seat: int) -> tuple[Item, ...]:
    if lobby.team_members() is None:
        return ()
    teams = team_lines(lobby)
    pages = tuple(
        Page(lines=teams[at : at + TEAMS_ON_A_PAGE], audience=Audience.EVERYBODY)
        for at in range(0, len(teams), TEAMS_ON_A_PAGE)
    )
    see = ReadTask("teams", say("Who plays with whom"), pages)
    return (
        _turning("team", say("My team"), verbatim(lobby.team_of(seat)), PickTeam),
        Item(say("See the teams"), see, id="see-teams"),
    )


def _who_plays(lobby: Lobby) -> Item:
    """Everybody's name, also on a display that has no room for all of them."""
    names, title = lobby.players(), say("Who plays")
    pages = tuple(
        Page(lines=(verbatim(", ".join(names[at : at + NAMES_ON_A_PAGE])),), audience=Audience.EVERYBODY)
        for at in range(0, len(names), NAMES_ON_A_PAGE)
    )
    return Item(title, ReadTask("who plays", title, pages), id="who-plays")


def _captains_menu(lobby: Lobby, comfort: Comfort) -> ListTask:
    game = games.named(lobby.game)
    items = [
        Item(say("Start"), Start(), id="start"),
        _turning("game", say("Game"), game.title, TurnGame),
        _turning("computers", say("Computers"), verbatim(str(lobby.computers)), TurnComputers),
    ]
    if lobby.computers:
        items.append(_turning("level", say("Level"), LEVEL_NAMES[lobby.level], TurnLevel))
    if game.teams:
        teams = verbatim(str(lobby.teams)) if lobby.teams else say("none")
        items.append(_turning("teams", say("Teams"), teams, TurnTeams))
        items += _own_team(lobby, lobby.captain or 0)
    for option, choice in game.choices.items():
        now = _value(choice, lobby.option(option))
        items.append(_turning(f"option {option}", choice.name, now, partial(TurnOption, option=option)))
    first = lobby.begins()
    items += (
        _turning("first", say("First"), say("random") if first == BY_CHANCE else verbatim(first), TurnFirst),
        _turning("order", say("Order"), say("shuffled") if lobby.shuffled else say("as seated"), TurnOrder),
        _turning("words", say("Words"), lobby.word_list().name, TurnWords),
    )
    if lobby.has_pages:
        readers = say("open to all") if lobby.open_evenings else say("with code")
        items.append(_turning("evenings", say("Evenings"), readers, TurnEvenings))
    items += comfort.people
    if comfort.pairs:
        items.append(Item(say("Pair a keypad"), LookForPads(), id="pair"))
    items += comfort.chores
    return ListTask("captain", say("captain"), (*items, _leave(), *comforts(comfort)), audience=Audience.EVERYBODY)


def _value(choice: Offer, value: Any) -> Text:
    return choice.values[value] if value in choice.values else verbatim(str(value))


def _turning(name: str, label: Text, value: Text, turn_by: Callable[[int], Turn | PickTeam]) -> Item:
    return Item(label, less=turn_by(-1), more=turn_by(1), value=value, id=name)


def _leave() -> Item:
    return Item(say("Leave"), really("leave-lobby", say("Leave the table?"), LeaveLobby()), id="leave")


def first_time(game: str) -> ListTask:
    """Offers how to play to somebody who plays this game for the first time. Whoever types on needs no answer."""
    declared = games.named(game)
    show = Item(say("Show me"), declared.teaching.does, id="show")
    play = Item(say("No, let's play"), GoBack(), id="play")
    ask, everybody = say("New to {game}?", game=declared.title), Audience.EVERYBODY
    return ListTask("first time", ask, (play, show), yields=True, audience=everybody)


def go_on(you: str, round_number: int) -> ListTask:
    """The question to the captain after a power cut in the middle of a game."""
    end = really("end", say("End the game now?"), Action(you, "end"))
    answers = Item(say("Go on"), Action(you, "resume"), id="resume"), Item(say("End the game"), end, id="end")
    return ListTask(
        "go on", say("Go on? Round {round}", round=round_number), answers, needs="resume", audience=Audience.EVERYBODY
    )
