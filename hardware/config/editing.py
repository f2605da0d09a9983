"""Changes single settings in the text of a `table.toml`, and keeps everything else: comments, order, blank lines."""

from collections.abc import MutableMapping
from typing import Any

import tomlkit

from hardware.kinds import Place


def changed(text: str, place: Place, value: object) -> str:
    """The text with another value at this place. None removes the setting, and a section that has nothing else."""
    document = tomlkit.parse(text)
    section: MutableMapping[str, Any] = document
    *sections, name = place
    for each in sections:
        if each not in section:
            if value is None:
                return text
            section[each] = tomlkit.table()
        section = section[each]
    if value is not None:
        section[name] = value
    elif section.pop(name, None) is not None and not section and len(sections) == 1:
        document.pop(sections[0])
    return tomlkit.dumps(document)


def value_at(content: object, place: Place) -> object:
    """What a file says at this place; None if it says nothing."""
    for each in place:
        content = content.get(each) if isinstance(content, dict) else None
    return content
