"""What people are asked says what to do, and every choice says what it means."""

from collections.abc import Iterator

import pytest

from firmware_host.games import registry
from firmware_host.games.shared.tasks import ListTask, WaitTask
from firmware_host.texts.language import english
from tests.support.evening_table import EveningTable, Place

DOES = {
    "add", "agree", "allow", "answer", "call", "change", "choose", "give", "guess", "hide", "mark", "name", "pass",
    "propose", "swap", "take", "type", "wait",
}  # fmt: skip


def words(said: str) -> set[str]:
    return {word.strip(".,:?!").lower() for word in said.split()}


def is_asked(table: EveningTable, person: Place) -> bool:
    return not isinstance(table.evening.snapshot().seats[person.number].task, WaitTask)


def moments(game: str) -> Iterator[tuple[EveningTable, list[Place]]]:
    """A round as far as somebody is asked something: the words are hidden, one is called or guessed."""
    table = EveningTable()
    people = table.join("Ann", "Bob", "Cid")
    people[0].starts(game)
    table.passes(8)
    yield table, people
    for person, word in zip(people, ("SOLVE", "NEWTS", "ROAST"), strict=True):
        person.hides(word)
        table.passes(8)
        yield table, people
        if game != "wqrdles":
            break
    caller = people[0] if game == "wqrdles" else people[1]
    if game == "wqrdles":
        caller.enter()
    else:
        caller.guesses("SMILE")
    table.passes(8)
    yield table, people


@pytest.mark.parametrize("game", registry.games())
def test_whoever_is_asked_reads_a_verb(game: str) -> None:
    seen = 0
    for table, people in moments(game):
        for person in people:
            task = table.evening.snapshot().seats[person.number].task
            if is_asked(table, person):
                seen += 1
                assert words(person.panel.title) & DOES, person.panel.text
                in_public = task.openly if isinstance(task, ListTask) and task.openly else task.ask
                assert words(english(in_public)) & DOES, in_public
    assert seen > 3


@pytest.mark.parametrize("game", registry.games())
def test_every_option_says_in_a_sentence_what_it_is_and_none_of_its_values_is_a_word_of_the_file(game: str) -> None:
    for option, choice in registry.named(game).choices.items():
        assert " " in english(choice.explained), option
        assert not {"auto", "free", "classic"} & {english(label) for label in choice.values.values()}, option
