"""What every page about past evenings is made of: a frame, sections, tables, links. Pure."""

from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import quote

from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, say
from firmware_host.web.wire import language_tag


class Parts:
    """HTML in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def _read(self, text: Text) -> str:
        return escape(self._language.read(text))

    def _page(self, title: Text, body: str, script: str = "", *, home: bool = True) -> str:
        read = self._read(title)
        scripts = f'<script type="module" src="{script}"></script>' if script else ""
        way_back = f"<nav>{self._link('/evenings', say('Evenings'))}</nav>" if home else ""
        return (
            f'<!doctype html><html lang="{escape(language_tag(self._language.name))}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{read} · wordtable</title>"
            '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">'
            '<link rel="stylesheet" href="/static/styles/look.css">'
            f'<link rel="stylesheet" href="/static/styles/evenings.css">{scripts}</head>'
            f'<body class="look evenings"><header>{way_back}<h1>{read}</h1></header>'
            f"<main>{body}</main></body></html>"
        )

    def _section(self, title: Text, body: str) -> str:
        return f'<section class="card"><h2>{self._read(title)}</h2>{body}</section>'

    def _p(self, text: Text) -> str:
        return f"<p>{self._read(text)}</p>"

    def _link(self, address: str, text: Text) -> str:
        return f'<a href="{escape(address)}">{self._read(text)}</a>'

    def _person_link(self, name: str) -> str:
        return f'<a href="/evenings/person/{quote(name, safe="")}">{escape(name)}</a>'

    def _table(self, heads: Iterable[Text], rows: Iterable[Sequence[str]]) -> str:
        """The cells are HTML already."""
        head = "".join(f'<th scope="col">{self._read(each)}</th>' for each in heads)
        body = "".join(
            f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
            for first, *rest in rows
        )
        return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
