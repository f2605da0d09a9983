"""Nobody can see anything of a secret but what the rules publish; and if they could, these tests would notice."""

import logging
from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from firmware_host import session as playing
from firmware_host.frozen import changed
from firmware_host.games import registry as games
from firmware_host.games.party import rules as party
from firmware_host.games.party.rules import Party
from firmware_host.games.shared import table, views
from firmware_host.games.shared.fields import Fields
from firmware_host.games.shared.marks import mark
from firmware_host.games.shared.secret import Secret
from firmware_host.games.shared.table import Action, Event, Game, RuleError
from firmware_host.games.shared.views import View
from firmware_host.games.three_words import rules as three_words
from firmware_host.games.three_words.rules import ThreeWords
from firmware_host.games.wqrdles import rules as wqrdles
from firmware_host.games.wqrdles.rules import Wqrdles
from firmware_host.session import Session
from firmware_host.texts.text import say, verbatim
from tests.support.evening import english, proves
from tests.support.random_play import RandomTable, Spoken, any_variation, random_games
from tests.support.secrecy import SECRETS, THE_TABLE, Leak, audible, still_hidden, typed, watch

QUICK, ENOUGH, ENOUGH_IN_SOAK = 120, 300, 3000  # comparisons of a game, each with a real alternative
# How many, and how many of them for each audience.
DEPTHS = [pytest.param(QUICK, 1, id="quickly"), pytest.param(ENOUGH, 15, id="deeply", marks=pytest.mark.proof)]


def compared(game: str, enough: int, rng: Random, what: Container[str] = SECRETS, **chosen: object) -> Counter[str]:
    """Watches random games, hoping for so many comparisons; how many were made for each audience."""
    looks: Counter[str] = Counter()
    for _ in range(enough):
        variation = any_variation(rng, game)
        variation = replace(variation, options={**variation.options, **chosen})
        for audience in watch(RandomTable(variation, rng), rng, what):
            looks[audience] += 1
            if looks.total() == enough:
                return looks
    return looks


@proves("S8")
@pytest.mark.parametrize("game", games.games())
@pytest.mark.parametrize(("enough", "for_each"), DEPTHS)
def test_no_audience_can_tell_a_secret_from_another_that_fits(
    game: str, enough: int, for_each: int, soak: bool
) -> None:
    enough = ENOUGH_IN_SOAK if soak else enough
    looks = compared(game, enough, Random(f"secrecy {game}"))
    assert looks.total() >= enough
    assert min(looks[audience] for audience in ("Ann", "Bob", "Cid", THE_TABLE)) >= for_each, looks


def test_no_guesser_can_tell_what_another_guessed(soak: bool) -> None:
    looks = compared("party", 1000 if soak else 100, Random("guesses"), {"guess"})
    assert looks[THE_TABLE] >= 10


def test_nobody_sees_a_row_marked_by_hand_before_all_have_marked(soak: bool) -> None:
    looks = compared("wqrdles", 500 if soak else 50, Random("marks"), {"mark"}, marking="hand")
    assert looks[THE_TABLE] >= 5


# ── planted leaks ────────────────────────────────────────────────────────────────────────────────

Plant = Callable[[pytest.MonkeyPatch], None]


def secrets_of(game: Game) -> list[str]:
    match game:
        case Party(secret=Secret() as secret) | ThreeWords(secret=Secret() as secret):
            return [secret.reveal()]
        case Wqrdles():
            return [secret.reveal() for secret in game.secrets.values()]
    return []


def a_hint_with_the_first_letter(plant: pytest.MonkeyPatch) -> None:
    view = games.view

    def leaky(game: Game, you: str | None) -> View:
        shown = view(game, you)
        assert isinstance(shown, party.PartyView)
        return replace(shown, hint=shown.hint or "".join(secret[0] for secret in secrets_of(game)))

    plant.setattr(games, "view", leaky)


def boards_shown_whole_to_all(plant: pytest.MonkeyPatch) -> None:
    shown = party._shown
    plant.setattr(party, "_shown", lambda board, _whole: shown(board, True))


def marks_announced_to_all(plant: pytest.MonkeyPatch) -> None:
    marked = party._marked
    plant.setattr(party, "_marked", lambda *told: tuple(event._replace(to="all") for event in marked(*told)))


def an_action_withheld(plant: pytest.MonkeyPatch) -> None:
    def leaky(game: Game, you: str) -> tuple[str, ...]:
        can = table.actions(game, you)
        return tuple(reversed(can)) if any(secret[0] in "AEIOS" for secret in secrets_of(game)) else can

    plant.setattr(views, "actions", leaky)


def events_with(plant: pytest.MonkeyPatch, name: str, facts: Callable[[Game, Action], Mapping[str, object]]) -> None:
    def leaky(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
        after, events = table.apply(game, action)
        return after, tuple(
            event._replace(facts={**event.facts, **facts(after, action)}) if event.name == name else event
            for event in events
        )

    plant.setattr(playing, "apply", leaky)


def vowels_announced(plant: pytest.MonkeyPatch) -> None:
    def facts(game: Game, _action: Action) -> Mapping[str, object]:
        return {"vowels": sum(letter in "AEIOU" for secret in secrets_of(game) for letter in secret)}

    events_with(plant, "secret-set", facts)


def wrong_marks_announced_at_once(plant: pytest.MonkeyPatch) -> None:
    def facts(game: Game, action: Action) -> Mapping[str, object]:
        assert isinstance(game, Wqrdles)
        return {"right": action.marks.upper() == mark(game.secrets[action.player].reveal(), game.query)}

    events_with(plant, "row-marked", facts)


def a_refusal_that_knows_the_word(code: str) -> Plant:
    def plant_it(plant: pytest.MonkeyPatch) -> None:
        def leaky(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
            try:
                return table.apply(game, action)
            except RuleError as refusal:
                warm = refusal.code == code and action.word.upper() in secrets_of(game)
                raise RuleError(refusal.code, verbatim(str(refusal) + " Pity!" * warm)) from None

        plant.setattr(playing, "apply", leaky)

    return plant_it


def guesses_announced(plant: pytest.MonkeyPatch) -> None:
    events_with(plant, "counted", lambda _game, action: {"first": action.word[:1]})


def hand_marks_announced(plant: pytest.MonkeyPatch) -> None:
    events_with(plant, "row-marked", lambda _game, action: {"green": action.marks.count("G")})


def order_clues_nobody_asked_for(plant: pytest.MonkeyPatch) -> None:
    shown = wqrdles._shown
    plant.setattr(wqrdles, "_shown", lambda row, _order_clues: shown(row, True))


def a_clock_set_by_the_word(plant: pytest.MonkeyPatch) -> None:
    fresh = three_words._with_fresh_clock

    def leaky(game: ThreeWords) -> ThreeWords:
        after = fresh(game)
        return changed(after, clocks={name: due + len(set(*secrets_of(game))) for name, due in after.clocks.items()})

    plant.setattr(three_words, "_with_fresh_clock", leaky)


PLANTED: Mapping[str, tuple[str, Plant, Mapping[str, object]]] = {
    "a view with the first letter": ("party", a_hint_with_the_first_letter, {}),
    "a view with other people's marks": ("party", boards_shown_whole_to_all, {}),
    "an event addressed to too many": ("party", marks_announced_to_all, {}),
    "an event with one fact too many": ("party", vowels_announced, {}),
    "the order of the actions": ("party", an_action_withheld, {}),
    "the sentence of a stale guess": ("party", a_refusal_that_knows_the_word("stale"), {}),
    "the sentence of a guess at the wrong time": ("party", a_refusal_that_knows_the_word("not-now"), {}),
    "order clues in a game without": ("wqrdles", order_clues_nobody_asked_for, {"order_clues": False}),
    "a hint that somebody marked wrongly": ("wqrdles", wrong_marks_announced_at_once, {"marking": "hand"}),
    "the sentence of a spent attempt": ("wqrdles", a_refusal_that_knows_the_word("spent"), {}),
    "how many letters somebody hid": ("wqrdles", vowels_announced, {}),
    "a clock": ("three-words", a_clock_set_by_the_word, {"timer": 120}),
    "the sentence of a stale confirmation": (
        "three-words",
        a_refusal_that_knows_the_word("stale"),
        {"agreement": "all"},
    ),
}


def test_a_guess_announced_to_all_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses_announced(monkeypatch)
    with pytest.raises(Leak):
        compared("party", 100, Random("guesses"), {"guess"})


def test_a_row_announced_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    hand_marks_announced(monkeypatch)
    with pytest.raises(Leak):
        compared("wqrdles", 50, Random("marks"), {"mark"}, marking="hand")


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, plant, chosen = PLANTED[name]
    plant(monkeypatch)
    with pytest.raises(Leak):
        compared(game, ENOUGH, Random(name), SECRETS, **chosen)


# ── what is printed and logged ───────────────────────────────────────────────────────────────────


class Listener(logging.Handler):
    """Hears whatever anybody logs."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.heard = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.heard += record.getMessage() + repr(record.args) + "\n"


def printed(session: Session, spoken: Spoken) -> str:
    """Everything that a careless programmer might print about one more request to this session."""
    try:
        if spoken.request["do"] == "time":
            happened: object = session.time(spoken.request["now"])
        elif spoken.request["do"] == "new":
            new: dict[str, Any] = spoken.request
            teams = {team: tuple(who) for team, who in new["teams"].items()} if "teams" in new else None
            happened = session.new(new["game"], tuple(new["players"]), new["options"], teams, new["seed"])
        else:
            action = session.read_action(Fields(spoken.request, say("A request")), ("do",))
            happened = (action, session.act(action))
    except RuleError as refusal:
        happened = (str(refusal), repr(refusal), str(refusal))
    return f"{happened} {session} {session.game} {vars(session)}"


def slips(rng: Random, enough: int) -> list[str]:
    """Plays on until enough was printed; whatever of it held a secret that had not been said aloud."""
    listener, checked, found = Listener(), 0, []
    logging.getLogger().addHandler(listener)
    for played in random_games(rng):
        session, aloud = Session(lambda _name: english()), b""
        for _ in range(40):
            if played.over:
                break
            played.step()
        for number, spoken in enumerate(played.spoken, 1):
            text = printed(session, spoken) + listener.heard
            aloud += audible(spoken, THE_TABLE) if spoken.accepted else b""
            aloud += b" ".join(word.encode() for word in _on_cards(session.game))
            for hidden in still_hidden(played.variation, played.spoken[:number]):
                if hidden.action not in SECRETS:
                    continue
                word = typed(played.spoken[hidden.at])
                if word.encode() not in aloud:
                    checked += 1
                    found += [text] if word in text else []  # in capitals: names of fields are words too
        if checked >= enough:
            break
    logging.getLogger().removeHandler(listener)
    return found


def _on_cards(game: Game) -> list[str]:
    pile = game.deck.pile if isinstance(game, Wqrdles) and game.deck else ()
    return [word for card in pile for side in card for word in side]


@proves("S9")
@pytest.mark.parametrize(
    "enough", [pytest.param(200, id="quickly"), pytest.param(600, id="deeply", marks=pytest.mark.proof)]
)
def test_nothing_printed_or_logged_holds_a_secret(enough: int, soak: bool) -> None:
    assert slips(Random("printed"), 20_000 if soak else enough) == []


def test_a_secret_that_prints_itself_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secret, "__repr__", lambda secret: f"Secret({secret.reveal()})")
    assert slips(Random("printed"), 20)


def test_an_action_that_prints_its_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Action, "__repr__", lambda action: f"Action({action.name}, {action.word})")
    assert slips(Random("printed"), 20)


def test_a_log_that_holds_a_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def chatty(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
        logging.getLogger("wordtable").warning("%s says %s", action.player, action.word)
        return table.apply(game, action)

    monkeypatch.setattr(playing, "apply", chatty)
    assert slips(Random("printed"), 20)
