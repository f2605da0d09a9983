"""Reading a line that somebody sent: JSON, or a refusal that says what is wrong with it. Pure."""

import json
from typing import NoReturn

from firmware_host.games.shared.fields import bad_request
from firmware_host.texts.text import say

LONGEST_LINE = 4 * 1024 * 1024  # bytes; a save of a very long evening is a tenth of this
LONGEST_NUMBER = 4300  # digits; Python reads and writes no more


def parse(line: bytes) -> object:
    """One line of JSON, or a RuleError that says what is wrong with it."""
    if len(line) > LONGEST_LINE:
        bad_request(say("A line may have at most {most} million characters.", most=LONGEST_LINE // 1024 // 1024))
    try:
        value: object = json.loads(line.decode(), parse_constant=_no_such_number, parse_int=_whole)
        if isinstance(value, dict):
            # It has to be echoed, whatever becomes of the rest, and a reply nests it deeper.
            json.dumps([[[value.get("id")]]], allow_nan=False)
        return value
    except UnicodeDecodeError:
        bad_request(say("The line is not UTF-8."))
    except RecursionError:
        bad_request(say("The line is nested too deeply."))
    except ValueError:
        bad_request(say("The line is not JSON: send one JSON object per line."))


def _whole(digits: str) -> float:
    """A whole number; one of absurd length becomes infinite, which is out of every range."""
    return int(digits) if len(digits) <= LONGEST_NUMBER else float(digits)


def _no_such_number(_text: str) -> NoReturn:
    raise ValueError
