"""The rules of the three games as cards of A6, to lie beside a seat, and one of the keys. Numbers are the rules' own.

`print.html` puts four cards on a sheet of A4, and the stickers and boxes on sheets of their own.
"""

from dataclasses import dataclass, fields

from firmware_host.rules import games
from firmware_host.rules.party import HINT_LENGTH, UNSOLVED_SCORE
from firmware_host.rules.three_words import GUESSER_SCORES, GUESSER_UNSOLVED, MASTER_SCORES, MASTER_UNSOLVED
from firmware_host.rules.wqrdles import ROWS, TARGET_OF_TWO
from tools.draw_svg import GREY, INK, PAPER, Sheet

A6 = (105.0, 148.5)
EDGE, TEXT, HEAD = 8.0, 3.25, 6.2
SPELT = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
MARKS = "·marks·"  # in a card's body: here the three marks are drawn


@dataclass(frozen=True)
class Card:
    """A heading, one line beneath it, and paragraphs; a list of rows makes a small table."""

    name: str
    title: str
    below: str
    colour: str
    body: tuple[str | tuple[tuple[str, ...], ...], ...]


def _default(game: str, option: str) -> object:
    return next(each.default for each in fields(games.OPTIONS[game]) if each.name == option)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def _scores() -> tuple[tuple[str, ...], ...]:
    """Three words: the points of each guess, by lifelines used."""
    rows = [("found with", "Master", "each guesser")]
    for guess, (master, guesser) in enumerate(zip(MASTER_SCORES, GUESSER_SCORES, strict=True), 1):
        rows.append((f"guess {guess}", " / ".join(map(str, master)), " / ".join(map(str, guesser))))
    return (*rows, ("not at all", str(MASTER_UNSOLVED), _signed(GUESSER_UNSOLVED)))


def _party() -> Card:
    return Card(
        "card-party",
        "Party",
        "Two or more. One hides a word, the others race.",
        "#2e7d32",
        (
            "The Host hides a word of five letters: no plural, no name. Nobody else sees it.",
            f"Everybody else has {SPELT[ROWS]} rows and guesses at their own pace. "
            "A word that is no word costs nothing.",
            MARKS,
            "The others hear how many letters you have, never which.",
            f"Found: as many points as tries. Not found, or given up: {UNSOLVED_SCORE}. The Host gets none.",
            "Then the next player hosts. When everybody has hosted, the fewest points win.",
            f"The Host may send a hint of up to {HINT_LENGTH} letters: menu, Give a hint.",
            "The captain's menu has more: a clock for every guess; fast, where the first to find it takes the "
            "point and the most points win; in step; teams; and challenges, where the Host calls out words that "
            "are none.",
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
        f"Two to {SPELT[games.MOST_PLAYERS['wqrdles']]}. Everybody hides a word and is after all the others'.",
        "#b07800",
        (
            f"{SPELT[rounds].capitalize()} rounds. Each begins with everybody hiding a word.",
            "On your turn: swap your card for the top one if you like, once. Then call a word from your card. It "
            "goes on every board that is still hidden, and is marked there.",
            f"Now everybody has {SPELT[window // 60]} minutes and one attempt at one other word; or passes.",
            f"Right: you score what the newest row is worth ({values} from the top), and the word is shown. Wrong: "
            "everybody hears it. Somebody was quicker: try another.",
            "Is your own word out? Play on.",
            "What is hidden after the last row is shown, and scores nobody.",
            "The most points win. Level? One more round.",
            "For two: no cards and no clock. Call any word: it goes on your own board, marked against the other's. "
            f"Then one attempt. Whoever has more than {TARGET_OF_TWO} points when a round ends has won.",
        ),
    )


def _three_words() -> Card:
    return Card(
        "card-three-words",
        "Three words",
        "Two or more. One hides a word, the others guess together.",
        "#1565c0",
        (
            "The Word Master hides a word of five letters. It cannot be changed.",
            f"The others talk and have {SPELT[len(GUESSER_SCORES)]} guesses. One proposes a word; when all the "
            "others have confirmed it, it counts.",
            "Orange: right place. Blue: elsewhere in the word. Grey: not in it.",
            "Two lifelines, once each. Card 1: the right letter for a place, or seven letters that are not in the "
            "word. Card 2: a letter of the word at a wrong place, or seven letters that are not in it. The Master "
            "answers behind the hood, or on the private screen.",
            "Points, with no, one or two lifelines used:",
            _scores(),
            "Everybody is Master once. The most points win. Level? Another lap.",
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
                ("type", "letters", "2 is A, again B …"),
                ("same digit twice", "–", "+ in between"),
                ("OK, send", "Enter", "Enter"),
                ("take a letter back", "Backspace", ". (dot)"),
                ("menu, back", "Esc", "−"),
                ("choose in a menu", "↑ ↓ or a digit", "+ or a digit"),
                ("turn pages", "Page ↑ ↓", "* and /"),
                ("look at your word", "hold Space", "hold 0"),
            ),
            "The first to join is the captain and chooses the game. Everybody can pause: menu, Pause.",
            "A cable came out? Plug it in again: your word is still there.",
            "The power went? Switch on again: the table asks whether to go on.",
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
        raise ValueError(f"the card {card.title} is too long by {y - A6[1] + 4:.0f} mm. Say less.")
    return sheet.svg()


def _marks(sheet: Sheet, y: float) -> float:
    """The three marks as a panel draws them, which need no colour."""
    for letter, fill, line, ink, said in (
        ("R", INK, INK, PAPER, "filled: right letter, right place"),
        ("E", PAPER, INK, INK, "outlined: in the word, but elsewhere"),
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
    """One page for the printer: the cards four to a sheet, then whole sheets, upright and wide."""
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
