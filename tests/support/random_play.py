"""People who play anything, sensibly enough that games finish and carelessly enough that a lot goes wrong.

They speak the line protocol, and everything said at the table is kept, so that a whole game can be said again.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from random import Random
from typing import Any

from firmware_host.engine import Engine
from firmware_host.games import registry
from firmware_host.games.shared.marks import mark, unused
from firmware_host.games.shared.table import JOIN, Game
from firmware_host.games.shared.words import Dictionary
from tests.support.evening import english

Request = dict[str, Any]
Reply = dict[str, Any]
Shown = dict[str, Any]

EVERYBODY = ("Ann", "Bob", "Cid", "Dora", "Eve")
LATECOMERS = ("Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou", "Max")
EVENING = ("pause", "resume", "redo", "leave", "end")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NO_WORDS = ("XQZKV", "AB", "ABCDEFG", "CR4NE", "", "paris", "ZZZZ")
HINTS = ("It is smaller than a house", "Think of the kitchen!", "Äh … no", "crane, or house?")
# Tried by anybody at any time; not what would throw away or end too many games.
CARELESS = tuple(action for action in registry.forms(None) if action not in ("leave", "end", "redo"))
SIDES = ("right-place", "wrong-place", "seven-wrong")
# How gladly somebody who may do these does them; everything else weighs 10.
THE_HOSTS_OWN = {"challenge", "correct", "hint"}  # the others can play on without them
EAGERNESS = {"give-up": 1, "challenge": 4, "correct": 1, "hint": 1, "swap-card": 4, "lifeline": 5, "pass": 8}


# ── what can be played ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Variation:
    """A game as somebody might set it up."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    teams: Mapping[str, tuple[str, ...]] | None = None
    seed: int = 0

    def side_of(self, player: str) -> str:
        return player if self.teams is None else next(team for team, who in self.teams.items() if player in who)

    def members(self, side: str) -> frozenset[str]:
        return frozenset(self.teams[side] if self.teams else (side,))

    def request(self) -> Request:
        teams = {} if self.teams is None else {"teams": {team: list(who) for team, who in self.teams.items()}}
        return {
            "do": "new",
            "game": self.game,
            "players": list(self.players),
            "options": dict(self.options),
            "seed": self.seed,
            **teams,
        }


# What random tables choose from; `test_properties` holds that no option is forgotten here.
CHOICES: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "party": {
        "mode": ("classic", "classic", "fast"),
        "timer": (None, 60, 90),
        "pace": ("free", "free", "lockstep"),
        "check": ("auto", "challenge", "off"),
        "hard": (False, False, True),
    },
    "wqrdles": {
        "letters": (5, 5, 4),
        "order_clues": (False, True),
        "queries": ("free", "free", "cards"),
        "marking": ("auto", "auto", "hand"),
        "window": (120, 30, None),
        "rounds": (1, 2, 5),
    },
    "three-words": {
        "timer": (None, 120),
        "agreement": ("all", "speaker"),
        "answers": ("master", "auto"),
        "laps": (1, 2),
        "tie": ("extra-lap", "share"),
    },
}
FOR_EVERY_GAME = ("dictionary", "allow", "bar")


def options_of(game: str) -> list[str]:
    """The options that make a game another game, not those that only change its words."""
    return [option.name for option in fields(registry.named(game).options) if option.name not in FOR_EVERY_GAME]


def any_variation(rng: Random, game: str | None = None) -> Variation:
    game = game or rng.choice(tuple(registry.games()))
    options = {option: rng.choice(values) for option, values in CHOICES[game].items()}
    players = EVERYBODY[: rng.choice((2, 3, 3, 4) if game != "wqrdles" else (2, 2, 3, 4))]
    teams = None
    if game == "party" and rng.random() < 0.25:
        players = EVERYBODY
        teams = {"Red": ("Ann", "Dora"), "Blue": ("Bob", "Eve"), "Green": ("Cid",)}
    return Variation(game, players, options, teams, rng.randrange(1000))


# ── what is said at the table ────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Spoken:
    """One request and its reply, each as it stood on the line and as it is read."""

    request: Request
    asked: bytes
    line: bytes
    reply: Reply

    @property
    def accepted(self) -> bool:
        return bool(self.reply["ok"])

    @property
    def events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = self.reply.get("events", [])
        return events


def new_engine(words: Dictionary | None = None) -> Engine:
    return Engine(lambda _name: words or english(), ("en",))


def say(engine: Engine, request: Request) -> Spoken:
    asked = json.dumps(request).encode()
    line = engine.answer(asked)
    return Spoken(request, asked, line, json.loads(line))


def game_of(engine: Engine) -> Game:
    """The game an engine plays, which it shows to nobody: for trying things without doing them."""
    return engine._session.game


class RandomTable:
    """A game that plays itself, one step at a time."""

    def __init__(self, variation: Variation, rng: Random, calm: float = 1.0) -> None:
        self.variation = variation
        self.rng = rng
        self.calm = calm  # how much rarer than usual the evening's own moves are
        self.newcomers = variation.teams is None and len(variation.players) > 2
        self.luck = 0.15  # how often somebody tries the very word
        self.engine = new_engine()
        self.spoken: list[Spoken] = []
        self._shown: dict[str | None, Shown] = {}  # since something was last said
        self.secrets: dict[str, str] = {}  # what each side hides just now: whoever typed it knows
        self.now = 0
        self.letters = int(variation.options.get("letters", 5))
        self.common: tuple[str, ...] = english().common(self.letters, plurals=variation.game != "party")
        self.says(variation.request())

    @property
    def over(self) -> bool:
        return bool(self.view(None)["phase"] == "over")

    def view(self, who: str | None) -> Shown:
        if who not in self._shown:
            self._shown[who] = say(self.engine, {"do": "view", "for": who or "table"}).reply["view"]
        return self._shown[who]

    def says(self, request: Request) -> Spoken:
        spoken = say(self.engine, request)
        assert b"went wrong inside" not in spoken.line, f"a mistake of ours: {request}"
        self.spoken.append(spoken)
        self._shown.clear()
        if spoken.accepted and request.get("action") in ("secret", "correct"):
            self.secrets[self.variation.side_of(request["player"])] = request["word"]
        return spoken

    def does(self, player: str, action: str) -> Spoken:
        return self.says({"do": "act", "player": player, "action": action, **self.fields(player, action)})

    def step(self) -> Spoken:
        """Something happens: somebody plays, somebody is careless, time passes, or the evening takes a turn."""
        chance = self.rng.random()
        table = self.view(None)
        player = self.rng.choice(table["players"])
        if self.newcomers and JOIN in table["actions"] and self.rng.random() < 0.15:
            return self.does(self.rng.choice([each for each in LATECOMERS if each not in table["players"]]), JOIN)
        if chance < 0.08:
            self.now += self.rng.choice((1, 5, 20, 70, 200))
            return self.says({"do": "time", "now": self.now})
        if chance < 0.16:
            return self.does(player, self.rng.choice(CARELESS))
        if chance < 0.16 + 0.03 / self.calm:
            return self.does(player, self.rng.choice(("pause", "pause", "pause", "redo", "leave")))
        if chance < 0.16 + 0.033 / self.calm:
            return self.does(player, "end")
        if table["paused"]:
            return self.does(player, "resume")
        return self.does(*self.somebody_to_play(table["players"]))

    def somebody_to_play(self, players: Sequence[str]) -> tuple[str, str]:
        idle: list[tuple[str, str]] = []
        for player in self.rng.sample(players, len(players)):
            shown = self.view(player)
            can = [action for action in shown["actions"] if action not in EVENING]
            if not can:
                continue
            choice = player, self.rng.choices(can, [EAGERNESS.get(action, 10) for action in can])[0]
            done_already = player in shown.get("attempted", ()) or THE_HOSTS_OWN.issuperset(can)
            if not done_already or self.rng.random() < 0.1:
                return choice
            idle.append(choice)
        return self.rng.choice(idle)

    # ── what they fill in ────────────────────────────────────────────────────────────────────────

    def fields(self, player: str, action: str) -> dict[str, Any]:
        """Fields for an action that make sense, mostly."""
        if action == JOIN:
            return {}
        rng, shown = self.rng, self.view(player)
        sides = list(shown.get("teams") or shown["players"])
        hider = shown.get("host") or shown.get("master") or rng.choice(sides)
        match action:
            case "secret":
                return {"word": rng.choice(self.common) if rng.random() < 0.9 else rng.choice(NO_WORDS)}
            case "correct":
                return {"word": self.near(hider) if rng.random() < 0.6 else rng.choice(self.common)}
            case "guess":
                row = {"row": rng.randint(1, 6)} if rng.random() < 0.1 else {}
                return {"word": self.hard_guess(player, shown) or self.guess(hider), **row}
            case "timer":
                return {"seconds": rng.choice((5, 30, 90))} if rng.random() < 0.7 else {}
            case "challenge":
                return {"target": rng.choice(sides)}
            case "hint":
                return {"text": rng.choice((*HINTS, self.secrets.get(hider, "no")))}
            case "query":
                card = shown.get("cards", {}).get(player, [])
                return {"word": rng.choice(card) if card and rng.random() < 0.9 else self.guess(rng.choice(sides))}
            case "attempt":
                target = rng.choice([side for side in sides if side != player] or sides)
                return {"target": target, "word": self.guess(target)}
            case "mark":
                return {"marks": self.hand_marks(player)}
            case "propose":
                return {"word": self.guess(hider)}
            case "confirm":
                open_word = (shown["proposal"] or {}).get("word") if "proposal" in shown else None
                return {"word": open_word} if open_word and rng.random() < 0.3 else {}
            case "lifeline":
                side = rng.choice(SIDES)
                card = {"right-place": 1, "wrong-place": 2}.get(side, rng.randint(1, 2))
                position = {} if side == "seven-wrong" else {"position": rng.randint(1, 5)}
                return {"card": card if rng.random() < 0.9 else 3 - card, "side": side, **position}
            case "answer":
                return self.answer(shown)
        return {}

    def guess(self, side: str) -> str:
        """A word somebody might try against this side's secret: sometimes it is the very one."""
        chance = self.rng.random()
        if chance < 0.05:
            return self.rng.choice(NO_WORDS)
        if chance < 0.05 + self.luck and side in self.secrets:
            return self.secrets[side]
        return self.near(side) if chance < 0.5 else self.rng.choice(self.common)

    def hard_guess(self, player: str, shown: Shown) -> str:
        """In hard mode, mostly: the next word in the dictionary with all that the player's board has shown."""
        board = shown.get("boards", {}).get(self.variation.side_of(player))
        if not shown.get("hard") or not board or self.rng.random() < 0.1:
            return ""
        rows = [(row["word"], row["marks"]) for row in board["rows"] if "word" in row]
        words: Sequence[str] = english().words(self.letters)
        begin = self.rng.randrange(len(words))
        fits = (word for word in chain(words[begin:], words[:begin]) if not unused(rows, word))
        found = next(fits)  # the secret does, if no other
        if found not in self.secrets.values() or self.rng.random() < self.luck:
            return found
        return next((word for word in fits if word not in self.secrets.values()), found)

    def near(self, side: str) -> str:
        secret = self.secrets.get(side, "")
        drawn = [self.rng.choice(self.common) for _ in range(8)]
        if len(secret) != self.letters:
            return drawn[0]
        return max(drawn, key=lambda word: mark(secret.upper(), word).count("G"))

    def hand_marks(self, player: str) -> str:
        queries = [s.request["word"] for s in self.spoken if s.accepted and s.request.get("action") == "query"]
        if not queries or player not in self.secrets or self.rng.random() < 0.2:
            return "".join(self.rng.choice("GY-") for _ in range(self.letters))
        return mark(self.secrets[player].upper(), queries[-1].upper())

    def answer(self, shown: Shown) -> dict[str, Any]:
        """What the Master says to a lifeline; mostly what fits."""
        secret = self.secrets.get(shown.get("master", ""), "CRANE")
        asked = shown.get("pending") or {"side": "seven-wrong"}
        if self.rng.random() < 0.1:
            return {"letters": "ABCDEFG"}
        if asked["side"] == "wrong-place":
            return {"letter": self.rng.choice([c for c in secret if c != secret[asked["position"] - 1]] or ["A"])}
        known = {letter for used in shown.get("lifelines", []) for letter in used.get("letters", "")}
        wrong = [letter for letter in ALPHABET if letter not in secret and letter not in known]
        return {"letters": "".join(self.rng.sample(wrong, 7))}


def random_games(rng: Random, games: Sequence[str] = tuple(registry.games())) -> Iterator[RandomTable]:
    """Tables without end, each about to begin, the games in turn."""
    while True:
        for game in games:
            yield RandomTable(any_variation(rng, game), rng)
