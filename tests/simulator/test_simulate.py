"""`wordtable simulate`: scripts of whole evenings and what every display showed, byte for byte; and every mistake told.

The scripts in tests/golden/evenings are written to be read. `pytest tests/simulator --renew-goldens` writes what
they show anew: read the difference before you commit it.
"""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.cli import main
from firmware_host.simulator.script import ScriptError, read_script, simulate
from hardware.config.reading import load_table, simulated_table
from hardware.config.settings import TableSettings

EVENINGS = Path(__file__).parents[1] / "golden" / "evenings"
SCRIPTS = sorted(EVENINGS.glob("*.jsonl"))
TWO = load_table(EVENINGS / "tables" / "two-seats.toml")
JOIN = '{"at": 0, "seat": 1, "keys": ["ENTER", "ANN", "ENTER"]}'


def table_of(script: Path) -> TableSettings:
    """The table that the script's second line names, where it says how to play it."""
    config = re.search(r"--config (\S+)", script.read_text().splitlines()[1])
    assert config is not None
    return load_table(EVENINGS / config[1])


def shown(script: str, settings: TableSettings = TWO, **options: int) -> list[dict[str, object]]:
    out = io.StringIO()
    simulate(read_script(script.splitlines(), settings), settings, out, **options)  # type: ignore[arg-type]  # only seed
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_evening_is_what_it_was(script: Path, request: pytest.FixtureRequest) -> None:
    out, settings = io.StringIO(), table_of(script)
    simulate(read_script(script.read_text().splitlines(), settings), settings, out)
    golden = script.with_suffix(".out")
    if request.config.getoption("--renew-goldens"):
        golden.write_text(out.getvalue())
    assert out.getvalue().splitlines() == golden.read_text().splitlines()


def test_every_output_has_its_script() -> None:
    assert sorted(out.stem for out in EVENINGS.glob("*.out")) == sorted(script.stem for script in SCRIPTS)


def test_the_same_seed_is_the_same_evening_and_another_is_another() -> None:
    script = (EVENINGS / "wqrdles-cards.jsonl").read_text()
    settings = table_of(EVENINGS / "wqrdles-cards.jsonl")
    assert shown(script, settings, seed=1) == shown(script, settings, seed=1) != shown(script, settings, seed=2)


# ── lines ────────────────────────────────────────────────────────────────────────────────────────


def test_keys_may_be_written_one_by_one_or_as_words() -> None:
    one_by_one = '{"at": 0, "seat": 1, "keys": ["ENTER", "A", "N", "N", "ENTER"]}'
    in_a_row = '{"at": 0, "seat": 1, "keys": "ENTER ANN ENTER"}'
    assert shown(one_by_one) == shown(JOIN) == shown(in_a_row)


def test_comments_and_blank_lines_say_nothing() -> None:
    assert shown(f"# Ann joins\n\n{JOIN}\n   # and that is all\n") == shown(JOIN)


def test_an_entry_is_chosen_by_its_id_from_a_list_or_from_the_menu() -> None:
    join = [JOIN, '{"at": 1, "seat": 2, "keys": "ENTER BOB ENTER"}']
    chosen = shown("\n".join([*join, '{"at": 2, "seat": 2, "choose": ["leave", "yes"]}']))
    assert any("Press a key to join." in str(line["text"]) for line in chosen[-6:] if line["device"] == "seat2.panel")


def test_an_entry_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(ScriptError, match=r"at 2 s: no entry “begin” to choose; entries are how-to-play, "):
        shown(f'{JOIN}\n{{"at": 2, "seat": 1, "choose": "begin"}}')


def test_an_entry_that_no_screen_shows_is_told() -> None:
    """At a table of grids with one screen, Bob's menu waits until Ann, who is hiding a word, gives up the screen."""
    grids = replace(load_table(EVENINGS / "tables" / "grids.toml"), public=None)
    seats = ("ENTER ANN ENTER", "ENTER BOB ENTER")
    join = [f'{{"at": {seat}, "seat": {seat}, "keys": "{keys}"}}' for seat, keys in enumerate(seats, 1)]
    start = ['{"at": 5, "seat": 1, "choose": "start"}', '{"at": 9, "seat": 1, "keys": "ENTER S"}']
    with pytest.raises(ScriptError, match=r"at 9 s: “leave” cannot be chosen: no screen shows it"):
        shown("\n".join([*join, *start, '{"at": 9, "seat": 2, "choose": "leave"}']), grids)


def test_a_display_that_goes_dark_is_seen_to() -> None:
    last = shown(f'{JOIN}\n{{"at": 2, "unplug": "seat1.panel"}}')[-1]
    assert last == {"at": 2.0, "device": "seat1.panel", "text": []}


def test_a_grid_that_goes_dark_is_seen_to() -> None:
    last = shown(f'{JOIN}\n{{"at": 2, "unplug": "seat1.grid"}}')[-1]
    assert last == {"at": 2.0, "device": "seat1.grid", "rows": ["....."] * 6}


def test_the_old_name_of_a_shared_screen_is_still_read() -> None:
    last = shown(f'{JOIN}\n{{"at": 2, "unplug": "host.screen"}}', simulated_table())[-1]
    assert last == {"at": 2.0, "device": "private", "text": []}


def test_after_the_power_is_cut_keys_do_nothing() -> None:
    lines = shown('{"at": 1, "power": "cut"}\n{"at": 2, "seat": 1, "keys": "A"}\n{"at": 3}')
    assert max(line["at"] for line in lines if isinstance(line["at"], float)) == 1.0


def test_a_keypad_that_is_unplugged_does_nothing() -> None:
    lines = shown(f'{{"at": 1, "unplug": "seat1.keypad"}}\n{JOIN.replace("0,", "2,")}')
    assert not any("ANN" in str(line) for line in lines)


def test_a_keypad_in_the_air_can_be_paired() -> None:
    up = " ".join(["UP"] * 6)
    pairs = f'{{"at": 2, "seat": 1, "keys": "{up} ENTER"}}\n{{"at": 3, "seat": 1, "keys": "ENTER"}}'
    lines = shown(f'{{"at": 0, "pad": "Numpad"}}\n{JOIN}\n{pairs}\n{{"at": 10}}')
    assert any("Type this on it, then its Enter:" in str(line) for line in lines)
    panel = [line["text"] for line in lines if line["device"] == "seat1.panel"]
    assert panel[-1] == ["Whose is it?", "> Seat 1 ANN", "  Seat 2", "↕ ENTER  ESC stop"]


MISTAKES = {
    "nonsense": "not JSON",
    "[1]": "not an object",
    '{"seat": 1, "keys": ["A"]}': "“at” is missing",
    '{"at": -1}': "“at” must be a number of seconds",
    '{"at": true}': "“at” must be a number of seconds",
    '{"at": NaN}': "“at” must be a number of seconds",
    '{"at": 1e999}': "“at” must be a number of seconds",
    '{"at": 1, "seat": 7, "keys": ["A"]}': "a seat with a keypad: 1 or 2.",
    '{"at": 1, "keys": ["A"]}': "“seat” must be a seat with a keypad",
    '{"at": 1, "seat": 1, "keys": ["HOME!"]}': "no such key",
    '{"at": 1, "seat": 1, "keys": ["enter"]}': "no such key",
    '{"at": 1, "seat": 1, "keys": 5}': "“keys” must be a list of keys",
    '{"at": 1, "seat": 1, "hold": "SPACE"}': "“for” is missing",
    '{"at": 1, "seat": 1, "hold": ["A"], "for": 1}': "“hold” must be one key",
    '{"at": 1, "unplug": "seat9.keypad"}': "“unplug” must be seat1.keypad, seat1.grid, seat1.panel",
    '{"at": 1, "plug": 3}': "“plug” must be seat1.keypad",
    '{"at": 1, "pad": ""}': "“pad” must be the name of a new Bluetooth keypad",
    '{"at": 1, "power": "off"}': "“power” must be cut or on.",
    '{"at": 1, "button": "pause"}': "“button” must be power.",
    '{"at": 1, "button": "power", "power": "cut"}': "a line can do only one of button and power.",
    '{"at": 1, "seat": 1, "keys": ["A"], "loud": true}': "unknown field; allowed here: at, keys, seat.",
    '{"at": 1, "wait": 5}': "unknown field; allowed here: at, keys, choose, hold",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_with_its_line(line: str) -> None:
    with pytest.raises(ScriptError, match=r"^evening:2: ") as told:
        read_script([JOIN, line], TWO, "evening")
    assert MISTAKES[line] in str(told.value)


def test_lines_out_of_order_are_told() -> None:
    with pytest.raises(ScriptError, match=r"^script:2: earlier than the line before, which is at 5\."):
        read_script(['{"at": 5}', '{"at": 4}'], TWO)


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ScriptError) as told:
        read_script(["nonsense", JOIN, '{"at": 1, "power": "off"}'], TWO)
    assert [line.split(":")[1] for line in str(told.value).splitlines()] == ["1", "3"]


def test_a_mistake_never_repeats_what_was_typed() -> None:
    with pytest.raises(ScriptError) as told:
        read_script(['{"at": 1, "seat": 1, "keys": ["SÉCRET"]}'], TWO)
    assert "CRET" not in str(told.value)


# ── the command ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "evening.jsonl"
    file.write_text(f"{JOIN}\n")
    return file


def test_it_plays_a_script_at_a_table_of_six(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(script)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["device"] for line in lines} == {"private"} | {
        f"seat{number}.{kind}" for number in simulated_table().seats for kind in ("grid", "panel")
    }


def test_it_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(JOIN.encode())))
    assert main(["simulate"]) == 0
    assert "ANN: captain" in capsys.readouterr().out


def test_a_mistake_in_the_last_line_leaves_nothing_half_done(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script.write_text(f"{JOIN}\nnonsense\n")
    assert main(["simulate", str(script), "--png", str(script.parent / "frames")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{script}:2: not JSON")
    assert not (script.parent / "frames").exists()


def test_a_script_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(tmp_path / "none.jsonl")]) == 1
    assert "cannot be read (No such file or directory)" in capsys.readouterr().err


def test_a_script_that_is_no_text_is_told(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script.write_bytes(b"\xff\xfe")
    assert main(["simulate", str(script)]) == 1
    assert "not UTF-8" in capsys.readouterr().err


def test_a_mistake_in_the_table_is_told(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = script.parent / "table.toml"
    config.write_text("simulated = 1\n")
    assert main(["simulate", str(script), "--config", str(config)]) == 1
    assert f"{config}:1: " in capsys.readouterr().err


def test_every_frame_is_a_picture_named_after_its_line(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = script.parent / "deep" / "frames"
    main(["simulate", str(script), "--config", str(EVENINGS / "tables" / "two-seats.toml"), "--png", str(folder)])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(file.name for file in folder.iterdir()) == [
        f"{number:06}-{line['device']}.png" for number, line in enumerate(lines, 1)
    ]
    with Image.open(folder / "000002-seat1.panel.png") as picture:
        assert picture.size == (512, 256)


def test_pictures_never_mix_with_others(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(script), "--png", str(script.parent)]) == 1
    assert "Choose a new or an empty one." in capsys.readouterr().err


def test_a_journal_is_gone_on_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(tmp_path / "journal.db")
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(
        f'{JOIN}\n{{"at": 1, "seat": 2, "keys": "ENTER BOB ENTER"}}\n{{"at": 2, "seat": 1, "keys": "ENTER"}}\n'
    )
    second.write_text('{"at": 0}\n')
    main(["simulate", str(first), "--journal", journal])
    capsys.readouterr()
    main(["simulate", str(second), "--journal", journal])
    assert "Go on? Round 1" in capsys.readouterr().out
