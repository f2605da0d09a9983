"""Draws A6 cards with the rules of the three games and with the keys. Their numbers come from the rules.

`print.html` puts four cards on an A4 sheet, and the stickers and boxes on their own sheets.
"""

from dataclasses import dataclass, fields

from firmware_host.games import registry as games
from firmware_host.games.party.rules import HINT_LENGTH, UNSOLVED_SCORE
from firmware_host.games.three_words.rules import GUESSER_SCORES, GUESSER_UNSOLVED, MASTER_SCORES, MASTER_UNSOLVED
from firmware_host.games.wqrdles.rules import ROWS, TARGET_OF_TWO
from tools.draw_svg import GREY, INK, PAPER, Sheet

A6 = (105.0, 148.5)
EDGE, TEXT, HEAD = 8.0, 3.25, 6.2
MOST_OF_WQRDLES = games.named("wqrdles").most_players or 0
SPELT = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
MARKS = "·marks·"  # in a card's body: draw the three marks here


@dataclass(frozen=True)
class Card:
    """A heading, a line below it, and paragraphs. A tuple of rows becomes a small table."""

    name: str
    title: str
    below: str
    colour: str
    body: tuple[str | tuple[tuple[str, ...], ...], ...]


def _default(game: str, option: str) -> object:
    return next(each.default for each in fields(games.named(game).options) if each.name == option)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def _scores() -> tuple[tuple[str, ...], ...]:
    """Three words: the points for each guess, by the number of lifelines used."""
    rows = [("found with", "Master", "each guesser")]
    for guess, (master, guesser) in enumerate(zip(MASTER_SCORES, GUESSER_SCORES, strict=True), 1):
        rows.append((f"guess {guess}", " / ".join(map(str, master)), " / ".join(map(str, guesser))))
    return (*rows, ("not found", str(MASTER_UNSOLVED), _signed(GUESSER_UNSOLVED)))


def _party() -> Card:
    return Card(
        "card-party",
        "Party",
        "Two or more players. One hides a word, the others race to find it.",
        "#2e7d32",
        (
            "The Host hides a word of five letters, but no plural and no name. Nobody else sees it.",
            f"Everybody else has {SPELT[ROWS]} rows, and guesses without waiting for the others. "
            "A guess that is not a word costs nothing.",
            MARKS,
            "The others learn how many letters you have found, but not which.",
            f"If you find it, you get one point for each guess. If not: {UNSOLVED_SCORE} points. The Host gets none. "
            "Everybody is Host once. Then the fewest points win.",
            f"From the menu, the Host can send a hint of up to {HINT_LENGTH} characters.",
            "The captain's menu has more: a time limit; a fast game, in which the first to find the word gets a point "
            "and the most points win; hard mode, in which you use all that your board shows; everybody in step; "
            "teams; and challenges, in which the Host spots guesses that are not words.",
        ),
    )


def _wqrdles() -> Card:
    window, rounds = _default("wqrdles", "window"), _default("wqrdles", "rounds")
    assert isinstance(window, int)
    assert isinstance(rounds, int)
    values = ", ".join(str(value) for value in range(ROWS, 0, -1))
    return Card(
        "card-wqrdles",
        "Wqrdles",
        f"Two to {SPELT[MOST_OF_WQRDLES]} players. Everybody hides a word and tries to find the others'.",
        "#b07800",
        (
            f"{SPELT[rounds].capitalize()} rounds. Each begins with everybody hiding a word.",
            "On your turn, you can swap your card for the top card. Then call a word from either side of it. It is "
            "marked on every board whose word is still hidden.",
            f"Then everybody has {SPELT[window // 60]} minutes for one attempt at one other player's word, or passes. "
            "Sit out to pass until your next turn.",
            f"If you are right, you score the value of the newest row ({values} from the top), and the word is shown. "
            "If you are wrong, everybody hears it. If somebody was faster, try another word.",
            "When your own word has been found, you play on. Words still hidden after the last row score nothing.",
            "The most points win. If it is a tie, play one more round.",
            "For two: no cards, no time limit. Call any word; it is marked on your own board. Then you have one "
            f"attempt. The game ends when a player has more than {TARGET_OF_TWO} points at the end of a round.",
        ),
    )


def _three_words() -> Card:
    return Card(
        "card-three-words",
        "Three words",
        "Two or more players. One hides a word, the others guess together.",
        "#1565c0",
        (
            "The Word Master hides a word of five letters, and cannot change it.",
            f"The others discuss, and have {SPELT[len(GUESSER_SCORES)]} guesses. One proposes a word. When all the "
            "other guessers have confirmed it, it counts.",
            "Orange: right place. Blue: elsewhere in the word. Grey: not in it.",
            "There are two lifelines, each for one use. Card 1: the right letter for a place, or seven letters that "
            "are not in the word. Card 2: a letter of the word in a wrong place, or seven letters that are not in the "
            "word. The Master answers behind the hood, or on the private screen.",
            "Points, with zero, one or two lifelines:",
            _scores(),
            "Everybody is Master once. The most points win. If it is a tie, play another lap.",
        ),
    )


def _keys() -> Card:
    return Card(
        "card-keys",
        "Keys",
        "What the keys do, on a keyboard and on a number pad.",
        "#6b6b6b",
        (
            (
                ("to", "keyboard", "number pad"),
                ("join", "any key", "any key"),
                ("type", "letters", "2: A, twice: B …"),
                ("same digit again", "–", "+ in between"),
                ("OK, send", "Enter", "Enter"),
                ("delete a letter", "Backspace", ". (dot)"),
                ("menu, back", "Esc", "−"),
                ("choose in a menu", "↑ ↓ or a digit", "+ or a digit"),
                ("turn pages", "← → or Page ↑ ↓", "* and /"),
                ("see your word", "hold Space", "hold 0"),
            ),
            "The first player to join is the captain and chooses the game. Everybody's menu has a pause, the scores, "
            "and how to play.",
            "If a cable comes out, plug it in again: your word is still there.",
            "After a power cut, switch on again: the console asks whether to continue.",
        ),
    )


def cards() -> tuple[Card, ...]:
    return _party(), _wqrdles(), _three_words(), _keys()


def draw_card(card: Card) -> str:
    sheet = Sheet(*A6, card.title, f"A card for players: {card.title}.", unit="mm")
    sheet.box((3, 3), (A6[0] - 6, A6[1] - 6), thick=0.2, line=GREY, round_=3)
    sheet.box((3, 3), (A6[0] - 6, 4), fill=card.colour, line="none", round_=2)
    sheet.text((EDGE, 17), card.title, HEAD, bold=True)
    room = A6[0] - 2 * EDGE
    y = sheet.paragraph((EDGE, 23), card.below, TEXT, room, bold=True) + 2
    for piece in card.body:
        if piece == MARKS:
            y = _marks(sheet, y)
        else:
            y = _table(sheet, y, piece) if isinstance(piece, tuple) else sheet.paragraph((EDGE, y), piece, TEXT, room)
        y += 1.7
    if y > A6[1] - 4:
        raise ValueError(f"the card {card.title} is too long by {y - A6[1] + 4:.0f} mm. Shorten it.")
    return sheet.svg()


def _marks(sheet: Sheet, y: float) -> float:
    """The three marks as a panel draws them, without colours."""
    for letter, fill, line, ink, said in (
        ("R", INK, INK, PAPER, "filled: right letter, right place"),
        ("E", PAPER, INK, INK, "outlined: elsewhere in the word"),
        ("X", PAPER, PAPER, INK, "plain: not in the word"),
    ):
        sheet.box((EDGE + 2, y - 3.6), (5, 5), fill=fill, line=line, thick=0.4)
        sheet.text((EDGE + 4.5, y + 0.3), letter, 4, anchor="middle", bold=True, colour=ink)
        sheet.text((EDGE + 10, y), said, TEXT)
        y += 6
    return y


def _table(sheet: Sheet, y: float, rows: tuple[tuple[str, ...], ...]) -> float:
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            sheet.text((EDGE + (0, 33, 61)[column], y), text, TEXT - 0.1, bold=number == 0)
        y += TEXT * 1.75
        sheet.path([(EDGE, y - TEXT * 1.25), (A6[0] - EDGE, y - TEXT * 1.25)], thick=0.1, colour=GREY)
    return y


def print_page(names: list[str], sheets: list[str], wide: list[str]) -> str:
    """One page for the printer: four cards on a sheet, then whole sheets, portrait and landscape."""
    four = "".join(f'<img src="pictures/{name}.svg" alt="">' for name in names)
    upright = "".join(f'<section><img src="pictures/{name}.svg" alt=""></section>\n' for name in sheets)
    across = "".join(f'<section class="wide"><img src="pictures/{name}.svg" alt=""></section>\n' for name in wide)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>wordtable: to print and cut</title>
<style>
  @page {{ size: A4; margin: 0 }}
  @page wide {{ size: A4 landscape; margin: 0 }}
  body {{ margin: 0 }}
  section {{ width: 210mm; height: 296.9mm; overflow: hidden; break-after: page; font-size: 0 }}
  section.wide {{ page: wide; width: 297mm; height: 209.9mm }}
  section:last-child {{ break-after: auto }}
  @media screen {{ section {{ margin: 8mm auto; box-shadow: 0 0 4mm #999 }} }}
</style>
<section>{four}</section>
{upright}{across}</html>
"""
