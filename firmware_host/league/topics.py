"""The topics of a league at its broker, and what may be said there. Pure.

wordtable/LEAGUE/table/TABLE/here     the table is there (kept; the broker itself says when it has gone)
wordtable/LEAGUE/table/TABLE/view     what everybody may see of it (kept)
wordtable/LEAGUE/table/TABLE/event    something to celebrate, for automations
wordtable/LEAGUE/table/TABLE/result   a finished round or game, again and again until it is taken
wordtable/LEAGUE/table/TABLE/asks     the table begins a round and would like its word
wordtable/LEAGUE/table/TABLE/taken    the league has these results, some of them new: the table stops repeating them
wordtable/LEAGUE/table/TABLE/word     the secret of a round, for this table alone
wordtable/LEAGUE/table/TABLE/press    a button in Home Assistant
wordtable/LEAGUE/here                 a league service has come: tell it what it has not taken
wordtable/LEAGUE/evening              which words are committed to, and which are opened (kept)
wordtable/LEAGUE/before               the same of the evening before, with all its words (kept)
"""

from dataclasses import field

from firmware_host.frozen import frozen

ROOT = "wordtable"
FROM_TABLE = ("here", "view", "event", "result", "asks")
TO_TABLE = ("taken", "word", "press")
OF_LEAGUE = ("here", "evening", "before")
LONGEST = 16_384  # bytes of a message; a public view of twelve players has two thousand


@frozen
class Message:
    topic: str
    payload: str = field(repr=False)  # JSON
    kept: bool = False  # the broker gives it to whoever comes later
    once: bool = False  # QoS 0: not worth repeating


@frozen
class Topics:
    league: str

    def of_table(self, table: str, what: str) -> str:
        return f"{ROOT}/{self.league}/table/{table}/{what}"

    def of_league(self, what: str) -> str:
        return f"{ROOT}/{self.league}/{what}"

    def every_table(self, what: str) -> str:
        return self.of_table("+", what)

    def read(self, topic: str) -> tuple[str, str]:
        """The table, empty for the league itself, and what it is about; two empty strings for any other topic."""
        match topic.split("/"):
            case [root, league, "table", table, what] if (root, league) == (ROOT, self.league):
                return table, what
            case [root, league, what] if (root, league) == (ROOT, self.league):
                return "", what
        return "", ""
