"""The speaker with a stand-in for espeak-ng on the PATH that writes down what it is told, and with the real one."""

import logging
import os
import shutil
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_host.texts.language import english
from hardware.clock import VirtualClock
from hardware.kinds.speaker import A_LETTER, AT_LEAST, OLD_AFTER, EspeakSpeaker, SpeakerSettings
from hardware.simulated.speaker import RememberingSpeaker
from tests.hardware.kinds.grid_table import open_files
from tests.hardware.table_loop import TableLoop

# Notes its command line and what it read, and then does what the next line of the file “does” says: talks for ever
# (until the test ends it, or the pipe “on and on” is written to), or fails.
STAND_IN = """#!/bin/sh
echo "$@" >> {folder}/called
cat >> {folder}/said
echo >> {folder}/said
case "$(cat {folder}/does)" in
  fails) exit 1 ;;
  complains) echo "error: No such file or directory" >&2 ;;
  chatters) echo "ALSA lib confmisc.c:855:(parse_card) cannot find card" >&2 ;;
  talks) read line < {folder}/talks ;;
esac
"""


class Corner:
    """A corner with a speaker in it, and a stand-in that can be told how to behave."""

    def __init__(self, folder: Path, loop: TableLoop, settings: SpeakerSettings) -> None:
        self.folder, self.loop = folder, loop
        os.mkfifo(folder / "talks")
        self.does("speaks")
        for name in ("said", "called"):
            (folder / name).touch()
        program = folder / "espeak-ng"
        program.write_text(STAND_IN.format(folder=folder))
        program.chmod(0o755)
        self.speaker = EspeakSpeaker(settings, loop)

    def does(self, what: str) -> None:
        (self.folder / "does").write_text(what)

    def read(self, name: str) -> list[str]:
        return (self.folder / name).read_text().splitlines()

    @property
    def processes(self) -> list[int]:
        """Those that this test started and that are still known to the kernel, ended or not."""
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        return [int(child) for child in children]

    def wait(self, until: Callable[[], bool]) -> None:
        self.loop.wait(until)

    def silence(self) -> None:
        """Waits until nothing is being said."""
        self.loop.wait(lambda: not self.processes)


@pytest.fixture
def settings() -> SpeakerSettings:
    return SpeakerSettings()


@pytest.fixture
def corner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: SpeakerSettings) -> Iterator[Corner]:
    """In the end no process, no zombie and no descriptor is left."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    files, loop = open_files(), TableLoop()
    corner = Corner(tmp_path, loop, settings)
    yield corner
    corner.speaker.close()
    assert corner.processes == []
    loop.close()
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


def talking(corner: Corner) -> int:
    """The stand-in talks and talks; the end of its pipe to make it stop by closing it."""
    corner.does("talks")
    corner.speaker.say("On and on.")
    return os.open(corner.folder / "talks", os.O_WRONLY)  # opens when it has begun


def test_a_sentence_is_spoken(corner: Corner) -> None:
    corner.speaker.say("Bob is next.")
    corner.silence()
    assert corner.read("said") == ["Bob is next."]


def test_a_sentence_never_stands_on_a_command_line(corner: Corner) -> None:
    corner.speaker.say("The word was SMILE.")
    corner.silence()
    assert corner.read("called") == ["-v en --stdin"]


@pytest.mark.parametrize(
    ("settings", "called"),
    [
        (SpeakerSettings("fr", "Headphones"), "-v fr -d plughw:CARD=Headphones --stdin"),
        (SpeakerSettings(device="hw:1,0"), "-v en -d hw:1,0 --stdin"),
    ],
    ids=["a card", "a name of ALSA's"],
)
def test_it_speaks_on_the_sound_card_of_the_config(corner: Corner, called: str) -> None:
    corner.speaker.say("Bob is next.")
    corner.silence()
    assert corner.read("called") == [called]


def test_sentences_wait_for_each_other(corner: Corner) -> None:
    pipe = talking(corner)
    corner.does("speaks")
    for sentence in ("One.", "Two.", "Three."):
        corner.speaker.say(sentence)
    before = corner.read("said"), len(corner.processes)
    os.close(pipe)
    corner.silence()
    assert before == (["On and on."], 1)
    assert corner.read("said") == ["On and on.", "One.", "Two.", "Three."]


def test_of_many_sentences_only_the_newest_are_spoken(corner: Corner) -> None:
    pipe = talking(corner)
    corner.does("speaks")
    for number in range(100):
        corner.speaker.say(f"Sentence {number}.")
    os.close(pipe)
    corner.silence()
    assert corner.read("said") == ["On and on.", *(f"Sentence {number}." for number in range(96, 100))]


def test_old_news_is_not_read_out(corner: Corner, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = talking(corner)
    corner.does("speaks")
    corner.speaker.say("Old news.")
    with monkeypatch.context() as later:
        moment = corner.loop.time() + OLD_AFTER + 1
        later.setattr(corner.loop, "time", lambda: moment)
        corner.speaker.say("News.")
    os.close(pipe)
    corner.silence()
    assert corner.read("said") == ["On and on.", "News."]


def test_hushed_it_stops_in_the_middle_and_forgets_the_rest(corner: Corner) -> None:
    pipe = talking(corner)
    corner.speaker.say("Nobody will hear this.")
    corner.speaker.hush()
    corner.silence()
    os.close(pipe)
    assert corner.read("said") == ["On and on."]


def test_after_a_hush_it_speaks_again(corner: Corner) -> None:
    pipe = talking(corner)
    corner.speaker.hush()
    corner.does("speaks")
    corner.speaker.say("Again.")
    corner.wait(lambda: corner.read("said")[-1] == "Again.")
    os.close(pipe)
    corner.silence()
    assert english(corner.speaker.problem) == ""


def test_many_hushes_leave_nothing_behind(corner: Corner) -> None:
    files = open_files()
    for _ in range(20):
        corner.speaker.say("Bob is next.")
        corner.speaker.hush()
        corner.silence()
    assert open_files() <= files  # fewer: something that an earlier test dropped has gone


def test_a_sentence_longer_than_a_pipe_does_not_block(corner: Corner) -> None:
    corner.speaker.say("ä" * 1_000_000)
    corner.silence()
    assert len(corner.read("said")[0]) == 4000


def test_a_hanging_sound_card_does_not_silence_the_evening(corner: Corner) -> None:
    pipe = talking(corner)
    corner.does("speaks")
    corner.speaker.say("Bob is next.")
    corner.loop.fly(AT_LEAST + A_LETTER * len("On and on.") + 0.1)
    corner.wait(lambda: corner.read("said")[-1] == "Bob is next.")
    os.close(pipe)
    corner.silence()


def test_an_open_table_closes_while_it_speaks(corner: Corner) -> None:
    pipe = talking(corner)
    corner.speaker.close()
    os.close(pipe)
    assert corner.processes == []


def test_after_closing_nothing_is_said(corner: Corner) -> None:
    corner.speaker.close()
    corner.speaker.say("Hello?")
    assert corner.processes == []


@pytest.mark.parametrize("how", ["fails", "complains"])
def test_a_program_that_cannot_speak_is_told_to_the_log_once(
    corner: Corner, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    """Without a sound card the real one only complains, and ends as if all were well."""
    corner.does(how)
    for _ in range(3):
        corner.speaker.say("The word was SMILE.")
        corner.silence()
    assert [record.message for record in caplog.records] == [english(corner.speaker.problem)]
    assert "aplay -l" in english(corner.speaker.problem)
    assert "SMILE" not in caplog.text


def test_a_program_that_only_chatters_is_left_alone(corner: Corner) -> None:
    corner.does("chatters")
    corner.speaker.say("Bob is next.")
    corner.silence()
    assert english(corner.speaker.problem) == ""


def test_a_program_that_cannot_be_started_is_told(corner: Corner, caplog: pytest.LogCaptureFixture) -> None:
    (corner.folder / "espeak-ng").write_text("#!/no/such/shell")
    corner.speaker.say("Hello?")
    assert "cannot be started" in caplog.text


def test_without_the_program_it_is_silent_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    loop = TableLoop()
    speaker = EspeakSpeaker(SpeakerSettings(), loop)
    speaker.say("Hello?")
    speaker.hush()
    speaker.say("Hello?")
    speaker.close()
    loop.close()
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "apt install espeak-ng" in english(speaker.problem)


def test_a_remembering_speaker_remembers() -> None:
    clock, heard = VirtualClock(), list[str]()
    speaker = RememberingSpeaker(clock, heard.append)
    clock.advance(3)
    speaker.say("Bob is next.")
    speaker.hush()
    assert ([(said.at, said.sentence) for said in speaker.said], speaker.hushed) == ([(3.0, "Bob is next.")], 1)
    assert heard == ["Bob is next."]


REAL = shutil.which("espeak-ng")
if REAL is not None:
    # Where there is an espeak-ng: does it take a sentence in the way it is handed one? It speaks into a file here.
    WRAPPER = '#!/bin/sh\nexec {real} "$@" -w {folder}/spoken.wav\n'

    def test_the_real_program_speaks_what_it_reads(corner: Corner) -> None:
        (corner.folder / "espeak-ng").write_text(WRAPPER.format(real=REAL, folder=corner.folder))
        corner.speaker.say("Bob is next.")
        corner.silence()
        with wave.open(str(corner.folder / "spoken.wav")) as spoken:
            assert spoken.getnframes() / spoken.getframerate() > 0.5
        assert english(corner.speaker.problem) == ""
