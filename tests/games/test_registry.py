"""A game is declared whole or not at all, and what it does not declare public is nobody else's."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.games import registry
from firmware_host.games.shared.declaration import Declaration, DeclarationError, Offer, check
from firmware_host.games.shared.fields import Readers, form, text
from firmware_host.games.shared.page import Page
from firmware_host.texts.text import say

ROOT = Path(__file__).parents[2]
PARTY = registry.named("party")
NAMED = re.compile(r"\b(party|wqrdles|three[-_]words|Party\w*|Wqrdles\w*|ThreeWords\w*)\b")


def elsewhere() -> list[Path]:
    """Every module of the program outside games/, and what its pages run."""
    found = (file for folder in ("firmware_host", "hardware") for file in (ROOT / folder).rglob("*"))
    return sorted(file for file in found if file.suffix in (".py", ".js", ".html") and "games" not in file.parts)


def test_no_module_outside_games_names_a_game() -> None:
    naming = {str(file.relative_to(ROOT)): NAMED.findall(file.read_text()) for file in elsewhere()}
    assert {file: names for file, names in naming.items() if names} == {}


def test_our_own_games_come_first() -> None:
    assert list(registry.games())[:3] == ["party", "wqrdles", "three-words"]


# ── what is left out is found at once ────────────────────────────────────────────────────────────


def test_an_event_without_an_announcement_is_refused() -> None:
    announces = {name: how for name, how in PARTY.announces.items() if name != "counted"}
    with pytest.raises(DeclarationError, match="announced: counted"):
        check(replace(PARTY, announces=announces))


def test_an_action_without_a_form_is_refused() -> None:
    forms = {name: form for name, form in PARTY.forms.items() if name != "guess"}
    with pytest.raises(DeclarationError, match="no form: guess"):
        check(replace(PARTY, forms=forms))


def test_a_form_with_a_field_that_no_action_has_is_refused() -> None:
    with pytest.raises(DeclarationError, match="no such fields: colour"):
        check(replace(PARTY, forms={**PARTY.forms, "guess": form(text("colour"))}))


def test_a_choice_that_the_option_does_not_take_is_refused() -> None:
    pace = Offer(say("Pace"), say("How fast."), {"slow": say("slow")})
    with pytest.raises(DeclarationError, match="pace cannot be slow"):
        check(replace(PARTY, choices={"pace": pace}))


@pytest.mark.parametrize("pages", [(), PARTY.how_to_play[:3], PARTY.how_to_play * 2, (Page(),) * 4])
def test_a_game_that_does_not_teach_itself_in_four_to_six_pages_is_refused(pages: tuple[Page, ...]) -> None:
    with pytest.raises(DeclarationError, match="how to play takes 4 to 6 pages"):
        check(replace(PARTY, how_to_play=pages))


@pytest.mark.parametrize("left_out", ["history", "computer", "announces", "sit", "progress", "result", "how_to_play"])
def test_a_game_without_one_of_its_parts_cannot_be_declared(left_out: str) -> None:
    parts: dict[str, Any] = {name: getattr(PARTY, name) for name in PARTY.__dataclass_fields__ if name != left_out}
    with pytest.raises(TypeError, match=left_out):
        Declaration(**parts)


def test_a_word_is_the_hosts_business_unless_the_game_says_otherwise() -> None:
    assert PARTY.form("guess").readers is Readers.HOST
    assert PARTY.form("secret").readers is Readers.NOBODY
    assert registry.named("wqrdles").form("query").readers is Readers.TABLE
