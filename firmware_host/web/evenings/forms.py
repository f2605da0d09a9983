"""Pages on which something is filled in, and the page that a scanned code leads to. Pure."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from firmware_host.journal.people import LONGEST
from firmware_host.texts.text import Text, say
from firmware_host.web.evenings.parts import Parts

CODE = '<input name="code" autocomplete="off" autocapitalize="characters" required>'


class Forms(Parts):
    def code(self, path: str, why: Text) -> str:
        """Asks for a code before anything is told."""
        told = f'<p class="refused" role="alert">{self._read(why)}</p>' if why else ""
        ask = self._read(say("Enter the join code of a seat. It is printed where the table was started."))
        form = (
            f'<form method="post" action="/evenings/code"><input type="hidden" name="to" value="{escape(path)}">'
            f"<label>{self._read(say('Code'))} {CODE}</label> {self._button(say('Open'))}</form>"
        )
        return self._page(say("Evenings"), f"<p>{ask}</p>{told}{form}")

    def who_is_who(self, name: str, others: Sequence[str], *, here: bool) -> str:
        """What the captain can change about somebody. At the table's own computer nobody needs a code."""
        whose = self._read(say("The code of the captain's seat"))
        code = "" if here else f"<label>{whose} {CODE}</label>"
        new = f'<input name="name" maxlength="{LONGEST}" autocomplete="off" required>'
        options = "".join(f"<option>{escape(other)}</option>" for other in others)
        forms = [
            self._form(name, "rename", f"<label>{self._read(say('New name'))} {new}</label>", code, say("Rename")),
        ]
        if others:
            same = f'<label>{self._read(say("Is the same as"))} <select name="name">{options}</select></label>'
            forms.append(self._form(name, "join", same, code, say("Join")))
        about = self._p(say("Takes the name out of every game. This cannot be undone."))
        forms.append(self._form(name, "forget", about, code, say("Forget")))
        summary = self._read(say("Change this name"))
        return f'<details class="card"><summary>{summary}</summary>{"".join(forms)}</details>'

    def _form(self, name: str, what: str, fields: str, code: str, button: Text) -> str:
        action = f"/evenings/person/{quote(name)}/{what}"
        return f'<form method="post" action="{action}">{fields} {code} {self._button(button)}</form>'

    def _button(self, text: Text) -> str:
        return f'<button class="button">{self._read(text)}</button>'

    def changed(self, name: str, told: Text) -> str:
        """What became of a change."""
        back = self._person_link(name) if name else self._link("/evenings", say("Evenings"))
        return self._page(say("Who is who"), f'<p role="status">{self._read(told)}</p><p>{back}</p>')

    def shared(self, picture: str, text: str) -> str:
        """One game, to send around: a picture to keep, and a text to copy."""
        alt = self._read(say("The boards as coloured squares"))
        body = (
            f'<p><a href="{escape(picture)}" download="wordtable.png"><img class="shared" src="{escape(picture)}" '
            f'alt="{alt}"></a></p><p>{self._read(say("Keep the picture, or copy the text. No word is in them."))}</p>'
            f'<pre class="squares">{escape(text)}</pre>'
        )
        return self._page(say("Share this game"), body, home=False)
