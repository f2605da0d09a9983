"""The command `wordtable`: reads the command line. Each command imports what it needs when it runs."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from firmware_host import __version__, upkeep, workbench
from firmware_host.bots import LEVELS
from firmware_host.frozen import replace
from firmware_host.league import commands as league
from firmware_host.remembered import commands as remembering
from firmware_host.texts.errors import TextError
from firmware_host.texts.language import of_this_terminal
from firmware_host.texts.text import Text, say

Command = Callable[[argparse.Namespace], int]
USUAL = "en"  # the dictionary
SLOWEST, FASTEST = 0.1, 1000  # factors of real time
FILE = say("FILE")
STANDARD_INPUT = say("standard input")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. An error that we know is explained on standard error, with exit code 1."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser(given[:1]).parse_args(given)
    command: Command = options.command
    try:
        return command(options)
    except TextError as error:
        return _refuse(error.say)
    except BrokenPipeError:  # whoever read the output has gone
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _read(text: Text) -> str:
    return of_this_terminal().read(text)


def _refuse(text: Text) -> int:
    return workbench.refuse(_read(text))


def _parser(wanted: Sequence[str] = ()) -> argparse.ArgumentParser:
    """What can be asked for. The console is what people wait for: it starts without a word about other commands."""
    about = _read(say("Secret-word games at a real table, or at a simulated one."))
    parser = argparse.ArgumentParser(prog="wordtable", description=about)
    parser.add_argument("--version", action="version", version=f"wordtable {__version__}")
    commands = parser.add_subparsers(title=_read(say("commands")), metavar=_read(say("COMMAND")), required=True)

    def command(name: str, about: Text, run: Command) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=_read(about))
        added.set_defaults(command=run)
        return added

    def console() -> argparse.ArgumentParser:
        return command("run", say("run the console (what the service runs)"), _run)

    if [*wanted] == ["run"]:
        _add_run(console())
        return parser
    _add_play(command("play", say("play at a simulated table in a browser"), _play))
    _add_word(command("word", say("look up words in the dictionary"), _word))
    _add_engine(command("engine", say("speak the line protocol on standard input and output"), _engine))
    _add_bot(command("bot", say("let the computer guess a list of secrets, and report how well it did"), _bot))
    remembering.add_commands(commands)
    _add_run(console())
    about_simulate = say("play a script of key presses, and print what every display shows")
    _add_simulate(command("simulate", about_simulate, _simulate))
    upkeep.add_commands(commands)
    workbench.add_commands(commands)
    league.add_commands(commands)
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    _add_file(play, "--config", say("simulate the table of this table.toml (default: six seats)"))
    play.add_argument(
        "--host",
        default="127.0.0.1",
        help=_read(say("listen on this address; {address} lets phones in, with join codes", address="0.0.0.0")),  # noqa: S104
    )
    play.add_argument("--port", type=_port, help=_read(say("listen on this port (default: a free one)")))
    play.add_argument("--no-browser", action="store_true", help=_read(say("do not open a browser")))
    _add_file(play, "--journal", say("save the evening in this file (default: in memory)"))
    play.add_argument(
        "--speed", type=_speed, default=1.0, help=_read(say("speed of the table's clock; 2 is twice as fast"))
    )
    play.add_argument("--seed", type=int, help=_read(say("random seed, to repeat an evening")))
    play.add_argument(
        "--terminal", action="store_true", help=_read(say("play against the computer in this terminal instead"))
    )
    play.add_argument("--name", default="You", help=_read(say("your name (with --terminal)")))
    play.add_argument(
        "--opponents",
        type=int,
        default=2,
        choices=range(1, 6),
        help=_read(say("how many computer players (with --terminal)")),
    )
    play.add_argument(
        "--level", default="fair", choices=LEVELS, help=_read(say("how well they play (with --terminal)"))
    )
    _add_dictionary(play, default=None)


def _add_word(word: argparse.ArgumentParser) -> None:
    word.add_argument("words", nargs="+", metavar=_read(say("WORD")), help=_read(say("the words to look up")))
    _add_json(word, say("print one JSON object per line"))
    _add_dictionary(word)


def _add_engine(engine: argparse.ArgumentParser) -> None:
    also = say("offer this dictionary too, under the name of its file")
    engine.add_argument("--dictionary", action="append", default=[], metavar=_read(FILE), help=_read(also))


def _add_bot(bot: argparse.ArgumentParser) -> None:
    secrets = say("the words to find, one per line")
    bot.add_argument("--secrets", required=True, metavar=_read(FILE), help=_read(secrets))
    bot.add_argument("--level", default="strong", choices=LEVELS, help=_read(say("how well it plays (default strong)")))
    _add_json(bot, say("print the report as JSON"))
    _add_dictionary(bot)


def _add_run(run: argparse.ArgumentParser) -> None:
    _add_file(run, "--config", say("the table.toml to use (default: the one in this folder, or in /etc/wordtable)"))
    _add_journal(run)
    seed = say("random seed for tests: repeats the same cards and computer moves")
    run.add_argument("--seed", type=int, metavar="N", help=_read(seed))


def _add_simulate(simulate: argparse.ArgumentParser) -> None:
    script = say("JSON lines (default: standard input)")
    simulate.add_argument("script", nargs="?", metavar=_read(say("SCRIPT")), help=_read(script))
    _add_file(simulate, "--config", say("the table.toml to use (default: six seats with all devices)"))
    pictures = say("save every frame as a picture in this new or empty folder")
    simulate.add_argument("--png", metavar=_read(say("DIR")), help=_read(pictures))
    _add_file(simulate, "--gif", say("save the whole table as an animated picture"))
    simulate.add_argument("--seed", type=int, default=0, metavar="N", help=_read(say("random seed (default 0)")))
    _add_file(simulate, "--journal", say("continue from this journal and save to it (default: none)"))


def _add_file(parser: argparse.ArgumentParser, option: str, about: Text) -> None:
    parser.add_argument(option, metavar=_read(FILE), help=_read(about))


def _add_json(parser: argparse.ArgumentParser, about: Text) -> None:
    parser.add_argument("--json", action="store_true", help=_read(about))


def _add_dictionary(parser: argparse.ArgumentParser, default: str | None = USUAL) -> None:
    about = say("the name or the file of a dictionary (default {name})", name=USUAL)
    parser.add_argument("--dictionary", default=default, metavar=_read(FILE), help=_read(about))


def _add_journal(parser: argparse.ArgumentParser) -> None:
    _add_file(parser, "--journal", say("the journal (default: the service's, or your own)"))


def _port(text: str) -> int:
    if not (text.isdecimal() and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(_read(say("the port must be a number from 0 to 65535.")))
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        range_of_speed = say(
            "the speed must be a number from {slowest} to {fastest}; 2 is twice as fast.",
            slowest=SLOWEST,
            fastest=FASTEST,
        )
        raise argparse.ArgumentTypeError(_read(range_of_speed))
    return speed


def _journal(options: argparse.Namespace) -> Path:
    from hardware.config.places import journal_folder

    return Path(options.journal) if options.journal else journal_folder() / "journal.db"


def _play(options: argparse.Namespace) -> int:
    if options.terminal:
        return _play_in_terminal(options)
    try:
        from firmware_host.web import play
    except ImportError:
        missing = say(
            "The web pages need a library that is not installed; `make play` in the project's folder installs it.\n"
            "Playing in the terminal instead.\n"
        )
        print(_read(missing))
        return _play_in_terminal(options)
    from firmware_host import dictionaries
    from firmware_host.game_settings import load
    from hardware.config.reading import ConfigError

    try:
        settings = load(Path(options.config) if options.config else None)
        if options.dictionary:
            dictionaries.load(options.dictionary)  # finds mistakes now
            settings = replace(settings, dictionary=options.dictionary)
        journal = Path(options.journal) if options.journal else play.MEMORY
        evening = play.Evening(
            settings, options.host, options.port, not options.no_browser, journal, options.seed, options.speed
        )
        return play.play(evening, lambda text: print(_read(text), flush=True))
    except ConfigError as error:
        return workbench.refuse("\n".join(error.lines(of_this_terminal())))
    except play.PortTakenError as error:
        _refuse(say("{problem}\nPlaying in the terminal instead.\n", problem=error.say))
        return _play_in_terminal(options)


def _play_in_terminal(options: argparse.Namespace) -> int:
    from random import SystemRandom

    from firmware_host import dictionaries, terminal
    from firmware_host.games.shared.declaration import TerminalSeat
    from firmware_host.games.shared.table import RuleError

    words = dictionaries.load(options.dictionary or USUAL)
    seed = SystemRandom().getrandbits(31) if options.seed is None else options.seed
    seat = TerminalSeat(options.name, words, options.opponents, options.level, seed)
    try:
        return terminal.play(seat, terminal.Screen(sys.stdin, sys.stdout, of_this_terminal()))
    except RuleError as refusal:
        return _refuse(say("{problem} Choose another with --name.", problem=refusal.say))


def _word(options: argparse.Namespace) -> int:
    from firmware_host import dictionaries

    words = dictionaries.load(options.dictionary)
    for word in options.words:
        verdict = words.judge(word)
        told = (
            json.dumps({"word": word.upper(), **asdict(verdict)})
            if options.json
            else _read(dictionaries.explain(word, verdict))
        )
        print(told)
    return 0


def _engine(options: argparse.Namespace) -> int:
    from firmware_host import dictionaries
    from firmware_host.engine import Engine, serve

    files = {Path(file).stem: file for file in options.dictionary}
    for file in files.values():
        dictionaries.load(file)  # finds mistakes now, not in the middle of an evening
    names = tuple(dict.fromkeys((*dictionaries.names(), *files)))
    engine = Engine(lambda name: dictionaries.load(files.get(name, name)), names)
    serve(engine, sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _bot(options: argparse.Namespace) -> int:
    from firmware_host.bots import report
    from hardware.clock import stopwatch

    report.run(options.dictionary, options.secrets, options.level, sys.stdout, stopwatch, json=options.json)
    return 0


def _run(options: argparse.Namespace) -> int:
    from firmware_host.garbage import collecting_later

    with collecting_later():
        from firmware_host.service.daemon import run
        from hardware.config.places import table_file

        config = Path(options.config) if options.config else table_file()
        return run(config, _journal(options), options.seed)


def _simulate(options: argparse.Namespace) -> int:
    from firmware_host.game_settings import load
    from firmware_host.journal.ledger import MEMORY
    from firmware_host.simulator.recording import Recording
    from firmware_host.simulator.script import ScriptError, check_gif, make_picture_folder, read_script, simulate
    from hardware.config.reading import ConfigError

    try:
        settings = load(Path(options.config) if options.config else None)
        script = read_script(_lines(options.script), settings, options.script or _read(STANDARD_INPUT))
        pictures = Path(options.png) if options.png else None
        if pictures is not None:
            make_picture_folder(pictures)
        if options.gif:
            check_gif(Path(options.gif))
    except ConfigError as mistakes:
        print("\n".join(mistakes.lines(of_this_terminal())), file=sys.stderr)
        return 1
    except ScriptError as mistakes:
        print(_read(mistakes.say), file=sys.stderr)
        return 1
    journal = Path(options.journal) if options.journal else MEMORY
    recording = Recording(settings) if options.gif else None
    seed: int = options.seed
    try:
        simulate(script, settings, sys.stdout, journal=journal, seed=seed, pictures=pictures, recording=recording)
    except ScriptError as mistake:
        print(_read(mistake.say), file=sys.stderr)
        return 1
    if recording is not None:
        recording.save(Path(options.gif))
    return 0


def _lines(script: str | None) -> list[str]:
    from firmware_host.simulator.script import ScriptError
    from hardware.files import MOST, NotAFile, limited, read_file

    try:
        from_here = script in (None, "-")
        content = limited(sys.stdin.buffer.read(MOST + 1)) if from_here else read_file(Path(script or ""))
        return content.decode("utf-8-sig").splitlines()
    except NotAFile as sorry:
        raise ScriptError(say("{file}: {problem}", file=script or STANDARD_INPUT, problem=sorry.say)) from None
    except UnicodeDecodeError:
        file = script or STANDARD_INPUT
        raise ScriptError(say("{file}: not UTF-8 text. Save the script as UTF-8.", file=file)) from None
    except OSError as error:
        text = say(
            "{file}: cannot be read ({reason}). Give a file of JSON lines, or none for standard input.",
            file=script or STANDARD_INPUT,
            reason=error.strerror or "",
        )
        raise ScriptError(text) from None
