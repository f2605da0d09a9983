"""Errors that a person reads."""

from firmware_host.texts.language import english
from firmware_host.texts.text import Text


class TextError(Exception):
    """An error with a sentence for a person in it. In logs and tests it reads as English."""

    def __init__(self, say: Text) -> None:
        super().__init__(say.template)
        self.say = say

    def __str__(self) -> str:
        return english(self.say)
