"""Root's side of a chore: a note with one word, and a sentence for an answer. Folders stand for USB sticks."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from firmware_host.journal.opening import open_ledger
from firmware_host.service import chores
from firmware_host.service.chores import Home, answer_note, sticks
from firmware_host.service.update import Table
from firmware_host.texts.language import english
from firmware_host.texts.text import say, say_count
from hardware.chores import NO_ANSWER, NOTE, PATIENCE, Places, ServiceChores, packed, unpacked
from hardware.clock import VirtualClock
from hardware.network import NOT_RUNNING
from hardware.ports import BACK_UP, OWN_WIFI, SSH_OFF, SSH_ON, UPDATE, Done, NetworkError
from hardware.simulated.network import OWN, SimulatedNetwork

STICK = json.dumps(
    {
        "blockdevices": [
            {
                "path": "/dev/mmcblk0",
                "tran": None,
                "fstype": None,
                "children": [{"path": "/dev/mmcblk0p3", "fstype": "ext4"}],
            },
            {"path": "/dev/sda", "tran": "usb", "fstype": None, "children": [{"path": "/dev/sda1", "fstype": "vfat"}]},
        ]
    }
)
NO_STICK = json.dumps({"blockdevices": [{"path": "/dev/mmcblk0", "tran": None, "fstype": "ext4"}]})


class Computer:
    """What root's commands would have done."""

    def __init__(self, folder: Path, listed: str = STICK) -> None:
        self.notes, self.stick, self.answer = folder / "notes", folder / "stick", folder / "answers" / "answer"
        for each in (self.notes, self.stick, self.answer.parent):
            each.mkdir()
        self.ran: list[tuple[str, ...]] = []
        self.listed = listed
        self.journal = folder / "journal.db"
        self.network = SimulatedNetwork({"Attic": "longenough"})
        self.home = Home(Table(None, self.journal), self._run, self.network, folder / "versions", folder / "updates")

    def _run(self, command: tuple[str, ...]) -> str:
        self.ran.append(command)
        match command[0]:
            case "lsblk":
                return self.listed
            case "mount":  # a folder stands for what would be mounted there
                Path(command[-1]).rmdir()
                Path(command[-1]).symlink_to(self.stick)
            case "umount":
                Path(command[-1]).unlink()
                Path(command[-1]).mkdir()
            case chores_own if chores_own.endswith("/ssh"):
                return "wordtable.local kiwibird\n" if command[1] == "on" else ""
        return ""

    def asked(self, chore: str) -> str:
        (self.notes / NOTE).write_text(f"{chore}\n")
        answer_note(self.notes, self.home, self.answer)
        return english(unpacked(json.loads(self.answer.read_text())["say"]))


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    computer = Computer(tmp_path)
    open_ledger(computer.journal, lambda: 0.0)[0].close()
    return computer


def test_only_partitions_on_usb_are_sticks() -> None:
    assert sticks(STICK) == ("/dev/sda1",)


def test_a_backup_is_on_the_stick(computer: Computer) -> None:
    assert computer.asked(BACK_UP).startswith("Saved on the USB stick: 0 finished games")
    assert [file.suffix for file in computer.stick.iterdir()] == [".backup"]


def test_the_stick_can_be_pulled_out_afterwards(computer: Computer) -> None:
    computer.asked(BACK_UP)
    assert [command[0] for command in computer.ran] == ["lsblk", "mount", "umount"]


@pytest.mark.parametrize(("chore", "how"), [(BACK_UP, "rw,sync"), (UPDATE, "ro")])
def test_no_program_or_device_on_a_stick_can_be_used(computer: Computer, chore: str, how: str) -> None:
    computer.asked(chore)
    (mounted,) = (command for command in computer.ran if command[0] == "mount")
    assert mounted[1:3] == ("-o", f"{how},nosuid,nodev,noexec")


@pytest.mark.parametrize("end", ["", ".wordtable-part", ".wordtable-part-journal"])
def test_a_link_on_the_stick_leads_root_nowhere(computer: Computer, tmp_path: Path, end: str) -> None:
    """Root writes there, and somebody else has made the stick."""
    precious = tmp_path / "precious"
    precious.write_text("do not touch")
    computer.asked(BACK_UP)
    (backup,) = computer.stick.iterdir()
    backup.unlink()
    (computer.stick / f"{backup.name}{end}").symlink_to(precious)
    computer.asked(BACK_UP)
    assert precious.read_text() == "do not touch"


def test_a_stick_that_cannot_be_released_keeps_its_files(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program reads it: whatever root clears away then would be somebody's holiday."""
    mounted = Path()

    def busy(command: tuple[str, ...]) -> str:
        nonlocal mounted
        if command[0] == "mount":
            mounted = Path(command[-1])
            (mounted / "holiday.jpg").touch()
        if command[0] == "umount":
            raise CalledProcessError(32, command)
        return computer.listed

    monkeypatch.setattr(computer, "home", replace(computer.home, run=busy))
    assert "That failed (CalledProcessError)." in computer.asked(BACK_UP)
    assert (mounted / "holiday.jpg").exists()
    shutil.rmtree(mounted)


def test_a_full_or_broken_stick_is_released_too(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(chores, "back_up", full)
    assert computer.asked(BACK_UP).startswith("That failed")
    assert computer.ran[-1][0] == "umount"


def test_without_a_stick_the_next_step_is_said(tmp_path: Path) -> None:
    computer = Computer(tmp_path, NO_STICK)
    assert computer.asked(BACK_UP) == "No USB stick found. Plug one in, then try again."
    assert computer.asked(UPDATE).endswith("Put a newer package on a USB stick, then try again.")


def test_a_stick_without_a_package_changes_nothing(computer: Computer) -> None:
    assert "no package of wordtable" in computer.asked(UPDATE)
    assert ("systemctl", "restart", "--no-block", "wordtable") not in computer.ran


def test_the_table_restarts_after_an_update(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "update", lambda *_arguments: "9.0")
    assert computer.asked(UPDATE) == "Version 9.0 has passed its check. The table restarts."
    assert computer.ran[-1] == ("systemctl", "restart", "--no-block", "wordtable")


def test_a_package_beside_the_table_is_found_without_a_stick(tmp_path: Path) -> None:
    computer = Computer(tmp_path, NO_STICK)
    computer.home.updates.mkdir()
    (computer.home.updates / "wordtable_9.0_all.deb").write_bytes(b"no package")
    assert "is not a package of wordtable, or it is damaged" in computer.asked(UPDATE)


def test_ssh_is_switched_on_with_a_password(computer: Computer) -> None:
    assert computer.asked(SSH_ON).endswith("ssh root@wordtable.local, password kiwibird")
    assert computer.asked(SSH_OFF) == "SSH is off."


def test_the_tables_own_wifi_is_told_while_it_is_open(computer: Computer) -> None:
    assert computer.asked(OWN_WIFI) == f"Wi-Fi {OWN.name}, password {OWN.password}"
    computer.network.joined = "Attic"
    assert computer.asked(OWN_WIFI) == "The table has joined another network, so its own is closed."


def test_a_network_that_does_not_answer_says_why(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent() -> None:
        raise NetworkError(NOT_RUNNING)

    monkeypatch.setattr(computer.network, "hotspot", silent)
    assert computer.asked(OWN_WIFI) == english(NOT_RUNNING)


def test_only_the_console_can_read_the_answer(computer: Computer) -> None:
    computer.asked(SSH_ON)
    about = computer.answer.stat()
    assert (about.st_mode & 0o777, about.st_uid) == (0o400, computer.notes.stat().st_uid)


@pytest.mark.parametrize("note", ["rm -rf /", "", "ssh-on; reboot", "x" * 1000])
def test_a_note_with_anything_else_is_ignored(computer: Computer, note: str) -> None:
    (computer.notes / NOTE).write_text(note)
    answer_note(computer.notes, computer.home, computer.answer)
    assert not computer.answer.exists()
    assert not (computer.notes / NOTE).exists()  # or systemd would ask for ever


def test_a_link_in_place_of_a_note_is_not_followed(computer: Computer, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text(SSH_ON)
    (computer.notes / NOTE).symlink_to(tmp_path / "elsewhere")
    answer_note(computer.notes, computer.home, computer.answer)
    assert not computer.answer.exists()


def test_a_pipe_in_place_of_a_note_stops_nobody(computer: Computer) -> None:
    os.mkfifo(computer.notes / NOTE)
    answer_note(computer.notes, computer.home, computer.answer)
    assert not computer.answer.exists()


def test_a_folder_in_place_of_a_note_is_put_aside_with_all_that_is_in_it(computer: Computer) -> None:
    (computer.notes / NOTE / "inside").mkdir(parents=True)
    (computer.notes / NOTE / "inside" / "diary.txt").write_text("mine")
    answer_note(computer.notes, computer.home, computer.answer)
    assert not computer.answer.exists()
    assert not (computer.notes / NOTE).exists()  # or systemd would ask for ever
    assert [file.read_text() for file in computer.notes.glob("*/inside/diary.txt")] == ["mine"]
    assert computer.asked(SSH_OFF) == "SSH is off."


# ── the console's side ───────────────────────────────────────────────────────────────────────────


def console_side(computer: Computer, clock: VirtualClock, tmp_path: Path) -> tuple[ServiceChores, list[str]]:
    unit, ssh = tmp_path / "unit", tmp_path / "ssh"
    unit.touch()
    told: list[str] = []
    return ServiceChores(clock, Places(computer.notes, computer.answer, (unit,), ssh)), told


def hears(told: list[str]) -> Callable[[Done], None]:
    return lambda done: told.append(english(done.say))


def test_the_console_hears_the_answer(computer: Computer, tmp_path: Path) -> None:
    clock = VirtualClock()
    service, told = console_side(computer, clock, tmp_path)
    service.do(BACK_UP, hears(told))
    answer_note(computer.notes, computer.home, computer.answer)
    clock.run_until(2)
    assert told[0].startswith("Saved on the USB stick")


@pytest.mark.parametrize("there", ["link", "dangling link", "pipe", "old note"])
def test_whatever_is_in_place_of_the_note_is_replaced(computer: Computer, tmp_path: Path, there: str) -> None:
    clock, note, elsewhere = VirtualClock(), computer.notes / NOTE, tmp_path / "elsewhere"
    service, told = console_side(computer, clock, tmp_path)
    match there:
        case "link":
            elsewhere.write_text("mine")
            note.symlink_to(elsewhere)
        case "dangling link":
            note.symlink_to(elsewhere)
        case "pipe":
            os.mkfifo(note)
        case _:
            note.write_text("x" * 1000)
    service.do(BACK_UP, hears(told))
    answer_note(computer.notes, computer.home, computer.answer)
    clock.run_until(2)
    assert told[0].startswith("Saved on the USB stick")
    assert not elsewhere.exists() or elsewhere.read_text() == "mine"


@pytest.mark.parametrize("name", [NOTE, f"{NOTE}.part"])
def test_a_folder_in_place_of_the_note_is_told_at_once(computer: Computer, tmp_path: Path, name: str) -> None:
    clock = VirtualClock()
    service, told = console_side(computer, clock, tmp_path)
    (computer.notes / name / "inside").mkdir(parents=True)
    service.do(BACK_UP, hears(told))
    clock.run_until(1)
    assert told == [english(NO_ANSWER.say)]
    assert (computer.notes / name / "inside").is_dir()


def test_an_old_answer_is_not_taken_for_a_new_one(computer: Computer, tmp_path: Path) -> None:
    clock = VirtualClock()
    service, told = console_side(computer, clock, tmp_path)
    computer.asked(BACK_UP)
    service.do(UPDATE, hears(told))
    clock.run_until(2)
    assert told == []


def test_a_computer_that_never_answers_is_not_waited_for_for_ever(computer: Computer, tmp_path: Path) -> None:
    clock = VirtualClock()
    service, told = console_side(computer, clock, tmp_path)
    service.do(BACK_UP, hears(told))
    clock.run_until(PATIENCE + 1)
    assert told == [english(NO_ANSWER.say)]


def test_the_code_of_the_tables_own_wifi_arrives_with_the_sentence(computer: Computer, tmp_path: Path) -> None:
    clock = VirtualClock()
    told: list[Done] = []
    service, _ = console_side(computer, clock, tmp_path)
    service.do(OWN_WIFI, told.append)
    answer_note(computer.notes, computer.home, computer.answer)
    clock.run_until(2)
    assert told == [Done(OWN.say, OWN.code)]


def test_a_password_is_in_no_repr() -> None:
    assert OWN.password not in repr(Done(OWN.say, OWN.code))


def test_ssh_is_offered_only_where_it_can_be_switched(computer: Computer, tmp_path: Path) -> None:
    service, _ = console_side(computer, VirtualClock(), tmp_path)
    assert not {SSH_ON, SSH_OFF} & {*service.offered}
    (tmp_path / "ssh").touch()
    assert {SSH_ON, SSH_OFF} <= {*service.offered}


def test_nothing_is_offered_where_nobody_would_see_the_note(computer: Computer, tmp_path: Path) -> None:
    places = Places(computer.notes, computer.answer, (tmp_path / "no unit",), tmp_path / "no ssh")
    assert ServiceChores(VirtualClock(), places).offered == ()


def test_a_sentence_arrives_with_its_facts_and_numbers() -> None:
    told = say("Saved: {content}.", content=say_count("{count} game", "{count} games", 2))
    assert unpacked(json.loads(json.dumps(packed(told)))) == told
