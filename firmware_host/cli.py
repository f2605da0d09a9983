"""The command `wordtable`: reads the command line and hands over. Each command imports what it needs when it runs."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from firmware_host import __version__, workbench

Command = Callable[[argparse.Namespace], int]
USUAL = "en"  # the dictionary
SLOWEST, FASTEST = 0.1, 1000  # times as fast as a real evening


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; what goes wrong in a way we know of is a sentence on standard error, and exit code 1."""
    from firmware_host.dictionaries import DictionaryError

    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        return command(options)
    except DictionaryError as sorry:
        return workbench.refuse(str(sorry))
    except BrokenPipeError:  # somebody closed the pipe: nothing is left to say
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="wordtable", description="Secret-word games at a real table, or at a simulated one."
    )
    parser.add_argument("--version", action="version", version=f"wordtable {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    _add_play(commands.add_parser("play", help="play at a simulated table, here and now: in a browser"))

    word = commands.add_parser("word", help="what the dictionary says of a word")
    word.add_argument("words", nargs="+", metavar="WORD")
    word.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_dictionary(word)
    word.set_defaults(command=_word)

    engine = commands.add_parser("engine", help="speak the line protocol on standard input and output")
    engine.add_argument(
        "--dictionary",
        action="append",
        default=[],
        metavar="FILE",
        help="offer this dictionary too, by its file's name",
    )
    engine.set_defaults(command=_engine)

    bot = commands.add_parser("bot", help="let the computer guess a list of secrets, and report how well it did")
    bot.add_argument("--secrets", required=True, metavar="FILE", help="the words to find, one a line")
    bot.add_argument("--level", default="strong", choices=("easy", "fair", "strong"))
    bot.add_argument("--json", action="store_true", help="the report as JSON")
    _add_dictionary(bot)
    bot.set_defaults(command=_bot)

    history = commands.add_parser("history", help="the games that were finished at this table, newest first")
    history.set_defaults(command=_history)
    scores = commands.add_parser("scores", help="how everybody has done so far, with bars")
    scores.set_defaults(command=_scores)
    for remembered in (history, scores):
        remembered.add_argument("--json", action="store_true", help="one JSON object a line")
        _add_journal(remembered)

    run = commands.add_parser("run", help="be the console of a table, until stopped: what the service does")
    run.add_argument("--config", metavar="FILE", help="the table.toml (default: here, or /etc/wordtable)")
    _add_journal(run)
    run.add_argument("--seed", type=int, metavar="N", help="for tests: cards and computers of one evening, again")
    run.set_defaults(command=_run)

    simulate = commands.add_parser("simulate", help="play a script of key presses, and write what every display shows")
    simulate.add_argument("script", nargs="?", metavar="SCRIPT", help="JSON lines (default: standard input)")
    simulate.add_argument("--config", metavar="FILE", help="the table.toml (default: six seats with everything)")
    simulate.add_argument("--png", metavar="DIR", help="write every frame as a picture into this new or empty folder")
    simulate.add_argument("--gif", metavar="FILE", help="write the table playing as one moving picture")
    simulate.add_argument("--seed", type=int, default=0, metavar="N", help="another evening by chance (default 0)")
    simulate.add_argument("--journal", metavar="FILE", help="go on from this journal, and keep it (default: none)")
    simulate.set_defaults(command=_simulate)

    workbench.add_commands(commands)
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("--config", metavar="FILE", help="simulate the table of this table.toml (default: six seats)")
    play.add_argument("--host", default="127.0.0.1", help="answer at this address; 0.0.0.0 lets phones in, with codes")
    play.add_argument("--port", type=_port, help="answer at this port (default: one that is free)")
    play.add_argument("--no-browser", action="store_true", help="do not open a browser")
    play.add_argument("--journal", metavar="FILE", help="keep the evening in this file (default: in memory)")
    play.add_argument("--speed", type=_speed, default=1.0, help="let the table's clock run so many times as fast")
    play.add_argument("--seed", type=int, help="play the same evening again")
    play.add_argument("--terminal", action="store_true", help="no browser: against the computer, here in the terminal")
    play.add_argument("--name", default="You", help="in the terminal: what the table calls you")
    play.add_argument("--opponents", type=int, default=2, choices=range(1, 6), help="in the terminal: computer players")
    play.add_argument("--level", default="fair", choices=("easy", "fair", "strong"), help="and how well they play")
    _add_dictionary(play, default=None)
    play.set_defaults(command=_play)


def _add_dictionary(parser: argparse.ArgumentParser, default: str | None = USUAL) -> None:
    parser.add_argument(
        "--dictionary", default=default, metavar="FILE", help=f"a dictionary's name or file (default {USUAL})"
    )


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535.")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"a speed is a number from {SLOWEST} to {FASTEST}; 2 is twice as fast.")
    return speed


def _add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", metavar="FILE", help="the journal (default: the service's, or the user's own)")


def _journal(options: argparse.Namespace) -> Path:
    from hardware.places import journal_folder

    return Path(options.journal) if options.journal else journal_folder() / "journal.db"


def _play(options: argparse.Namespace) -> int:
    if options.terminal:
        return _play_in_terminal(options)
    try:
        from firmware_host.web import play
    except ImportError:
        print(
            "Something is missing for a browser: `make play` in the project's folder brings it. Here is the terminal.\n"
        )
        return _play_in_terminal(options)
    from firmware_host import dictionaries
    from firmware_host.game_settings import load
    from hardware.config import ConfigError

    try:
        settings = load(Path(options.config) if options.config else None)
        if options.dictionary:
            dictionaries.load(options.dictionary)  # a mistake in it is told now
            settings = replace(settings, dictionary=options.dictionary)
        journal = Path(options.journal) if options.journal else play.MEMORY
        evening = play.Evening(
            settings, options.host, options.port, not options.no_browser, journal, options.seed, options.speed
        )
        return play.play(evening, lambda line: print(line, flush=True))
    except ConfigError as sorry:
        return workbench.refuse(str(sorry))
    except play.PortTakenError as sorry:
        print(f"wordtable: {sorry}\nHere it is in the terminal.\n", file=sys.stderr)
        return _play_in_terminal(options)


def _play_in_terminal(options: argparse.Namespace) -> int:
    from firmware_host import dictionaries, terminal
    from firmware_host.rules.table import RuleError

    words = dictionaries.load(options.dictionary or USUAL)
    try:
        evening = terminal.Evening(words, options.name, options.opponents, options.level, options.seed)
    except RuleError as refusal:
        return workbench.refuse(f"{refusal.say} Give another with --name.")
    return evening.play(terminal.Screen(sys.stdin, sys.stdout))


def _word(options: argparse.Namespace) -> int:
    from firmware_host import dictionaries
    from firmware_host.rules.words import explain

    words = dictionaries.load(options.dictionary)
    for word in options.words:
        verdict = words.judge(word)
        print(json.dumps({"word": word.upper(), **asdict(verdict)}) if options.json else explain(word, verdict))
    return 0


def _engine(options: argparse.Namespace) -> int:
    from firmware_host import dictionaries
    from firmware_host.protocol import Engine, serve

    files = {Path(file).stem: file for file in options.dictionary}
    for file in files.values():
        dictionaries.load(file)  # a mistake in it is told now, not in the middle of an evening
    names = tuple(dict.fromkeys((*dictionaries.names(), *files)))
    engine = Engine(lambda name: dictionaries.load(files.get(name, name)), names)
    serve(engine, sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _bot(options: argparse.Namespace) -> int:
    from firmware_host.bots import report
    from hardware.clock import stopwatch

    report.run(options.dictionary, options.secrets, options.level, sys.stdout, stopwatch, json=options.json)
    return 0


def _history(options: argparse.Namespace) -> int:
    from firmware_host.console import history

    return _remember(options, history.tell_history)


def _scores(options: argparse.Namespace) -> int:
    from firmware_host.console import history

    return _remember(options, history.tell_scores)


def _remember(options: argparse.Namespace, tell: Callable[..., Iterable[str]]) -> int:
    from firmware_host.console.history import HistoryError, read_history
    from hardware.places import journal_to_read

    journal = Path(options.journal) if options.journal else journal_to_read() / "journal.db"
    try:
        played = read_history(journal)
    except HistoryError as sorry:
        return workbench.refuse(str(sorry))
    if options.journal and not journal.exists():
        return workbench.refuse(f"{journal}: there is no such file. Without --journal it is the table's own.")
    for line in tell(played, as_json=options.json):
        print(line)
    return 0


def _run(options: argparse.Namespace) -> int:
    from firmware_host.daemon import run
    from hardware.places import table_file

    config = Path(options.config) if options.config else table_file()
    return run(config, _journal(options), options.seed)


def _simulate(options: argparse.Namespace) -> int:
    from firmware_host.console.ledger import MEMORY
    from firmware_host.game_settings import load
    from firmware_host.recording import Recording
    from firmware_host.simulate import ScriptError, check_gif, make_picture_folder, read_script, simulate
    from hardware.config import ConfigError

    try:
        settings = load(Path(options.config) if options.config else None)
        script = read_script(_lines(options.script), settings, options.script or "standard input")
        pictures = Path(options.png) if options.png else None
        if pictures is not None:
            make_picture_folder(pictures)
        if options.gif:
            check_gif(Path(options.gif))
    except (ConfigError, ScriptError) as mistakes:
        print(mistakes, file=sys.stderr)
        return 1
    journal = Path(options.journal) if options.journal else MEMORY
    recording = Recording(settings) if options.gif else None
    simulate(script, settings, sys.stdout, journal=journal, seed=options.seed, pictures=pictures, recording=recording)
    if recording is not None:
        recording.save(Path(options.gif))
    return 0


def _lines(script: str | None) -> list[str]:
    from firmware_host.simulate import ScriptError

    try:
        text = sys.stdin.buffer.read() if script in (None, "-") else Path(script or "").read_bytes()
        return text.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise ScriptError(f"{script or 'standard input'}: this is not UTF-8 text. Save the script as UTF-8.") from None
    except OSError as error:
        say = f"{script}: cannot be read ({error.strerror}). Give a file of JSON lines, or none for standard input."
        raise ScriptError(say) from None
