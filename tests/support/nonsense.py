"""The language of nonsense as the program is now, whatever its catalogue was made from: a third longer, accented."""

from gettext import NullTranslations

from firmware_host.texts.language import ON_A_KEYBOARD, ON_A_NUMBER_PAD, Language
from tools.texts import nonsense


class _Catalogue(NullTranslations):
    def gettext(self, message: str) -> str:
        return nonsense(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return nonsense(msgid1 if n == 1 else msgid2)


NONSENSE = Language("nonsense", _Catalogue(), ON_A_KEYBOARD)
NONSENSE_ON_A_PAD = Language("nonsense", _Catalogue(), ON_A_NUMBER_PAD)
