"""Every sentence of the pages can be translated, and each page speaks the language of its seat or of its table."""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from firmware_host.web import page_texts
from firmware_host.web.page_texts import PAGES, STATIC
from firmware_host.web.pages import WHOLE_TABLE
from tests.support.nonsense import NONSENSE
from tests.web.pages import StillTable, get, really, table
from tools.texts import FOUND_BY, POT, nonsense, sentences_of_page

every_page = pytest.mark.parametrize("file", sorted(file.name for file in PAGES.iterdir()))
SAME_EVERYWHERE = {"wordtable", "×"}


def shown_in(html: str) -> set[str]:
    """What a reader of this page can read, titles and labels included."""
    texts = re.findall(r">([^<>]+)<", html) + re.findall(r'(?:aria-label|title|alt)="([^"]*)"', html)
    return {unescape(text).strip() for text in texts} - {""}


def test_the_server_finds_the_sentences_that_translators_find() -> None:
    found = extract_from_dir(str(STATIC), [("**.js", "javascript")], keywords=FOUND_BY)
    assert {message for _file, _line, message, _comments, _context in found} == set(page_texts.script_sentences())


@every_page
def test_no_sentence_stands_in_a_page_without_being_collected(file: str) -> None:
    bare = page_texts.IN_HTML.sub("", (PAGES / file).read_text())
    assert shown_in(bare) <= SAME_EVERYWHERE | {"· wordtable"}


@every_page
def test_translators_are_given_the_sentences_of_every_page(file: str) -> None:
    with (PAGES / file).open("rb") as page:
        sentences = [sentence for _line, _function, sentence, _comments in sentences_of_page(page)]
    assert sentences
    assert [sentence for sentence in sentences if sentence not in given_to_translators()] == []


@cache
def given_to_translators() -> Catalog:
    """Another test checks that this file is up to date."""
    with POT.open("rb") as template:
        return read_po(template)


@every_page
def test_in_english_a_page_has_no_mark_left(file: str) -> None:
    html = page_texts.html(file, "en")
    assert '<html lang="en">' in html
    assert not re.search(r"\{\{|\}\}|\[\[|\]\]", html)


@pytest.fixture
def in_nonsense(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def forget() -> None:
        page_texts.html.cache_clear()
        page_texts.translations.cache_clear()

    monkeypatch.setattr(page_texts, "language", lambda _name: NONSENSE)
    forget()
    yield
    forget()


@every_page
@pytest.mark.usefixtures("in_nonsense")
def test_in_another_language_no_english_is_left(file: str) -> None:
    html = page_texts.html(file, "nonsense")
    english = [text for text in shown_in(html) - SAME_EVERYWHERE if re.search(r"[a-z]{3}", text)]
    assert (english, '<html lang="nonsense">' in html) == ([], True)


@pytest.mark.usefixtures("in_nonsense")
def test_a_page_brings_the_translations_that_its_scripts_need() -> None:
    html = page_texts.html("seat.html", "nonsense")
    content = re.search(r'<meta name="texts" content="([^"]*)">', html)
    assert content is not None
    translations = json.loads(unescape(content[1]))
    assert translations["Seat {seat}"] == nonsense("Seat {seat}")
    assert {*translations, "{name}: {text}"} == set(page_texts.script_sentences())


def languages(still: StillTable) -> dict[str, tuple[str, ...]]:
    """What each page was told to speak, one after the other."""
    told = {page: map(json.loads, sent) for page, sent in still.sent.items()}
    return {page: tuple(each["language"] for each in messages if "language" in each) for page, messages in told.items()}


def entry(still: StillTable) -> str:
    """The entry of the captain's menu under the cursor."""
    lobbies = [message["lobby"] for message in map(json.loads, still.sent[WHOLE_TABLE]) if "lobby" in message]
    return str(lobbies[-1]["asked"]["1"]["entry"])


@pytest.mark.parametrize("language", ["en", "nonsense"])
def test_every_page_is_told_the_language_of_the_table(language: str) -> None:
    still = StillTable(2, language=language)
    assert languages(still) == dict.fromkeys(still.sent, (language,))


def test_a_seat_that_chooses_another_language_changes_its_own_page_and_no_other() -> None:
    still = StillTable(2, language="nonsense")
    still.joins(1, "ANN")
    while entry(still) != "language":
        still.types(1, "UP")
    still.types(1, "RIGHT")
    assert languages(still) == dict.fromkeys(still.sent, ("nonsense",)) | {"seat1": ("nonsense", "en")}


def test_a_page_is_served_in_its_language() -> None:
    async def evening() -> None:
        async with table() as served:
            _status, _headers, html = await get(served, "/seat/1")
            assert html == page_texts.html("seat.html", "en")

    really(evening())
