"""The pages about past evenings, written as HTML on the table itself. Pure: from the chronicle to a page."""

from collections.abc import Callable, Sequence
from html import escape

from firmware_host.games import registry as games
from firmware_host.journal.history import Past
from firmware_host.remembered.chronicle import Chronicle, Evening, Person, Record, Searches
from firmware_host.remembered.figures import averages_told, date, in_order
from firmware_host.remembered.played import Played
from firmware_host.remembered.rounds import Board, Round, Row, columns_of
from firmware_host.texts.language import Language
from firmware_host.texts.text import Text, all_of, listed, say, say_count, verbatim
from firmware_host.web.evenings.parts import Parts
from firmware_host.web.evenings.plots import bars, line

EVENINGS_ON_A_PAGE = 12
MARKS = {"G": "in-place", "Y": "elsewhere", "-": "absent"}
SPOKEN = {"G": say("in place"), "Y": say("elsewhere"), "-": say("not in it")}


class Writer(Parts):
    """Writes the pages. What people typed is always escaped."""

    def __init__(self, language: Language, meaning: Callable[[str], str]) -> None:
        super().__init__(language)
        self._meaning = meaning

    # ── the evenings ─────────────────────────────────────────────────────────────────────────────

    def evenings(self, past: Past, page: int) -> str:
        chronicle = past.chronicle()
        newest = chronicle.evenings[::-1]
        shown = past.opened(newest[page * EVENINGS_ON_A_PAGE : (page + 1) * EVENINGS_ON_A_PAGE])
        table = self._link("/evenings/table", say("Hardest words, closest games"))
        parts = [self._summary(chronicle, table)]
        if page == 0 and chronicle.people:
            parts.append(self._everybody(chronicle.standing()))
        parts += [self._evening(evening) for evening in shown]
        parts.append(self._turn(page, len(newest)))
        return self._page(say("Evenings"), "".join(parts), home=page > 0)

    def _summary(self, chronicle: Chronicle, more: str = "") -> str:
        if not chronicle.games:
            return self._p(say("No game has been finished at this table yet. Play one, and it will be listed here."))
        played = say_count("{count} game", "{count} games", chronicle.games)
        evenings = say_count("{count} evening", "{count} evenings", len(chronicle.evenings))
        told = self._read(say("{games} on {evenings}.", games=played, evenings=evenings))
        return f'<p class="lead">{told} {more}</p>'

    def _everybody(self, people: Sequence[Person]) -> str:
        heads = (say("Name"), say("Won"), say("Games"), say("Rating"))
        rows = [(self._person_link(each.name), f"{each.wins}", f"{each.games}", self._rating(each)) for each in people]
        return self._section(say("Everybody"), self._table(heads, rows))

    def _rating(self, person: Person) -> str:
        return self._read(person.rating.in_words) if person.course.games else "–"

    def _evening(self, evening: Evening) -> str:
        games_played = "".join(f"<li>{self._game_line(played)}</li>" for played in evening.games)
        won = listed(say("{name} {wins}", name=name, wins=wins) for name, wins in evening.wins.items())
        score = f'<p class="score">{self._read(say("Won: {names}", names=won))}</p>' if won else ""
        ranked = sorted(evening.ratings.items(), key=lambda each: -each[1].skill)
        told = listed(
            say("{name} {skill} ({how_sure})", name=name, skill=round(rating.skill), how_sure=rating.how_sure)
            for name, rating in ranked
        )
        rating = (
            f'<p class="score">{self._read(say("Rating of this evening: {names}", names=told))}</p>' if told else ""
        )
        day = f"{date(evening.began):%Y-%m-%d}"
        return f'<section class="card"><h2>{day}</h2><ol class="games">{games_played}</ol>{score}{rating}</section>'

    def _game_line(self, played: Played) -> str:
        title = self._link(f"/evenings/game/{played.number}", games.title_of(played.game))
        scores = listed(say("{name} {score}", name=name, score=score) for name, score in played.scores.items())
        return f"{date(played.ended):%H:%M} {title} · {self._read(how_it_ended(played))} · {self._read(scores)}"

    def _turn(self, page: int, evenings: int) -> str:
        links = []
        if page:
            links.append(self._link(f"/evenings?page={page - 1}", say("Newer")))
        if (page + 1) * EVENINGS_ON_A_PAGE < evenings:
            links.append(self._link(f"/evenings?page={page + 1}", say("Older")))
        return f'<nav class="turn">{" ".join(links)}</nav>' if links else ""

    # ── a person ─────────────────────────────────────────────────────────────────────────────────

    def person(self, person: Person, change: str = "") -> str:
        """`change` is what can be changed about them."""
        lead = say_count(
            "{count} game, {won} won. Longest streak: {longest}, now {now}.",
            "{count} games, {won} won. Longest streak: {longest}, now {now}.",
            person.games, won=person.wins, longest=person.longest_streak, now=person.streak,
        )  # fmt: skip
        parts = [f'<p class="lead">{self._read(lead)}</p>']
        if person.course.games:
            parts.append(self._section(say("Rating"), self._p(person.rating.in_words) + self._rating_plot(person)))
        parts += [self._kind(game, record) for game, record in in_order(person.records)]
        parts.append(self._as_guesser(person))
        if person.hidden:
            parts.append(self._section(say("As Host"), self._secrets(person)))
        if person.against:
            parts.append(self._section(say("Head to head"), self._met(person)))
        return self._page(verbatim(person.name), "".join(parts) + change)

    def _rating_plot(self, person: Person) -> str:
        values = person.course.values
        if len(values) < 2:
            return ""
        title = self._language.read(say("Rating after each game"))
        first, last = round(values[0]), round(person.rating.skill)
        told = self._language.read(say("from {first} to {last}", first=first, last=last))
        caption = f"<figcaption>{escape(title)}: {escape(told)}</figcaption>"
        return f"<figure>{line(title, told, values)}{caption}</figure>"

    def _kind(self, game: str, record: Record) -> str:
        history, tries = games.named(game).history, record.searches
        read = self._language.read
        rows = [(read(history.at_try(count)), tries.at(count)) for count in range(1, history.most_tries + 1)]
        rows.append((read(history.missed), tries.missed))
        told = say_count("{count} game, {won} won", "{count} games, {won} won", record.games, won=record.wins)
        average = "".join(self._p(each) for each in averages_told(game, record))
        plot = f"<figure>{bars(read(games.title_of(game)), rows)}</figure>" if tries.times else ""
        return self._section(games.title_of(game), self._p(told) + average + plot)

    def _as_guesser(self, person: Person) -> str:
        if not person.guessing.times and person.fastest_row is None:
            return ""
        lines = [self._p(searches_told(person.guessing))]
        if person.fastest_row is not None:
            row = person.fastest_row
            lines.append(self._p(say("Fastest row: {word}, {seconds:.1f} s", word=row.word, seconds=row.seconds)))
        heads = (say("Best words"), say("Tries"), say("Hidden by"))
        rows = [(escape(each.word), f"{each.tries}", escape(each.owner)) for each in person.best_words]
        return self._section(say("As guesser"), "".join(lines) + (self._table(heads, rows) if rows else ""))

    def _secrets(self, person: Person) -> str:
        heads = (say("Words hidden"), say("Times"), say("Found"), say("Tries"))
        rows = [
            (escape(word), f"{times}", f"{each.found}/{each.times}", _average(each))
            for word, times, each in person.favourite_secrets
        ]
        hosted = say_count("Hid a word in {count} round.", "Hid a word in {count} rounds.", person.hosted)
        return self._p(hosted) + self._table(heads, rows)

    def _met(self, person: Person) -> str:
        heads = (say("Against"), say("Ahead"), say("Behind"), say("Level"))
        rows = [
            (self._person_link(name), f"{met.ahead}", f"{met.behind}", f"{met.level}")
            for name, met in sorted(person.against.items())
        ]
        return self._table(heads, rows)

    # ── the table ────────────────────────────────────────────────────────────────────────────────

    def table(self, past: Past) -> str:
        chronicle = past.chronicle()
        heads = (say("Word"), say("Found"), say("Tries"), say("Meaning"))
        words = [
            (escape(word), f"{each.found}/{each.times}", _average(each), escape(self._meaning(word)))
            for word, each in chronicle.hardest_words()
        ]
        close = "".join(
            f"<li>{date(played.ended):%Y-%m-%d} {self._game_line(played)}</li>" for played in past.closest()
        )
        hardest = self._section(say("Hardest words"), self._table(heads, words)) if words else ""
        closest = self._section(say("Closest games"), f'<ol class="games">{close}</ol>') if close else ""
        return self._page(say("The table"), self._summary(chronicle) + hardest + closest)

    # ── a game ───────────────────────────────────────────────────────────────────────────────────

    def game(self, played: Played, squares: str) -> str:
        head = f"{date(played.ended):%Y-%m-%d %H:%M} · {self._read(how_it_ended(played))}"
        people = ", ".join(self._person_link(name) for name in played.people)
        parts = [f'<p class="lead">{head} {people}</p>']
        if any(board.rows for each in played.rounds for board in each.boards):
            parts.append(self._replay())
        colours = games.colours_of(played.game)
        parts += [self._round(number, each, colours) for number, each in enumerate(played.rounds, 1)]
        picture = self._link(f"/evenings/game/{played.number}/squares.png", say("Picture"))
        text = self._link(f"/evenings/game/{played.number}/squares.txt", say("Text"))
        shared = f'<p>{picture} · {text}</p><pre class="squares">{escape(squares)}</pre>'
        parts.append(self._section(say("To share, without the words"), shared))
        return self._page(games.title_of(played.game), "".join(parts), script="/static/page/replay.js")

    def _replay(self) -> str:
        buttons = (("play", say("Replay")), ("step", say("Next row")), ("all", say("Show all")))
        return '<p class="replay" hidden>' + "".join(
            f'<button class="button" data-replay="{id_}">{self._read(name)}</button>' for id_, name in buttons
        ) + "</p>"  # fmt: skip

    def _round(self, number: int, each: Round, colours: str) -> str:
        words = "".join(
            f"<p><strong>{escape(word)}</strong> ({escape(owner)}) {escape(self._meaning(word))}</p>"
            for owner, word in each.words.items()
        )
        boards = "".join(self._board(board, each) for board in each.boards)
        boards = f'<div class="boards {colours}">{boards}</div>'
        return self._section(say("Round {round}", round=number), words + boards)

    def _board(self, board: Board, each: Round) -> str:
        whose = board.side or self._language.read(say("for {name}'s word", name=board.owner))
        at, rows = 0.0, []
        for row in board.rows:
            at += row.seconds
            rows.append(f'<div class="row" data-at="{at:.1f}">{self._row(row, columns_of(board))}</div>')
        done = "✓" if each.solved(board) else ""
        return f'<div class="board"><h3>{escape(whose)} {done}</h3>{"".join(rows)}</div>'

    def _row(self, row: Row, columns: int) -> str:
        if not row.word:
            crossed = '<span class="tile crossed"></span>' * columns
            return f'<span class="unseen">{self._read(say("time ran out"))}</span>{crossed}'
        tiles = zip(row.word, row.marks, strict=False)
        return "".join(
            f'<span class="tile {MARKS[mark]}">{escape(letter)}'
            f'<span class="unseen"> {self._read(SPOKEN[mark])} </span></span>'
            for letter, mark in tiles
        )


def how_it_ended(played: Played) -> Text:
    return say("{names} won!", names=all_of(played.winners)) if played.winners else say("Nobody won.")


def searches_told(searches: Searches) -> Text:
    return say("Found {found} of {searched} words.", found=searches.found, searched=searches.times)


def _average(searches: Searches) -> str:
    return "–" if searches.average is None else f"{searches.average:.1f}"
