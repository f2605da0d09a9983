"""The sentences of the pages: found in their HTML and JavaScript, and put into each page in its own language.

HTML marks a sentence as {{Quick game}}; JavaScript calls `say("Seat {seat}", { seat })`, and reads the translations
of all such sentences from the page.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from firmware_host.texts.language import language
from firmware_host.texts.text import Text
from firmware_host.web.wire import language_tag

STATIC = Path(__file__).with_name("static")
PAGES = STATIC / "pages"
IN_HTML = re.compile(r"\{\{(.+?)\}\}")
IN_SCRIPT = re.compile(r'\bsay\(\s*("(?:[^"\\\n]|\\.)*")')


@cache
def script_sentences() -> tuple[str, ...]:
    """Every template that the scripts use. Babel finds the same, except inside another call of `say` or in `${…}`."""
    scripts = (file.read_text(encoding="utf-8") for file in sorted(STATIC.rglob("*.js")))
    found = {json.loads(literal) for script in scripts for literal in IN_SCRIPT.findall(script)}
    return tuple(sorted(found))


@cache
def translations(name: str) -> dict[str, str]:
    """What the scripts say, in this language; left out is what reads the same in English."""
    translate = language(name).catalogue.gettext
    return {template: translate(template) for template in script_sentences() if translate(template) != template}


@cache
def html(file: str, name: str) -> str:
    """The page in this file, in the language of this name."""
    read = language(name).read
    page = IN_HTML.sub(lambda found: escape(read(Text(found[1]))), (PAGES / file).read_text(encoding="utf-8"))
    texts = json.dumps(translations(name), ensure_ascii=False, separators=(",", ":"))
    return page.replace("[[language]]", escape(language_tag(name))).replace("[[texts]]", escape(texts))
