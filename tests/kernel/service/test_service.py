"""The shipped unit under a real systemd and a real udev: started by the boot, restarted, stopped, switched off.

The tests are in the order of an evening, and share one: a boot takes longer than all of them.
"""

import pytest

from firmware_host.service.daemon import BAD_CONFIG
from tests.kernel.service.served import ServedTable

pytestmark = pytest.mark.kernel

CONFIG = "/etc/wordtable/table.toml"
PANELS = ("seat1.panel", "seat2.panel")
FIRST_DYNAMIC_USER, LAST_DYNAMIC_USER = 61184, 65519


# ── it starts ────────────────────────────────────────────────────────────────────────────────────


def test_it_is_ready_when_the_machine_has_started(booted: ServedTable) -> None:
    assert booted.property("StatusText") == "The table is open: 2 seats."


def test_it_starts_though_nothing_is_plugged_in(booted: ServedTable) -> None:
    assert booted.property("NRestarts") == "0"


def test_it_is_a_user_who_exists_only_while_it_runs(booted: ServedTable) -> None:
    assert FIRST_DYNAMIC_USER <= int(booted.status()["Uid"].split()[0]) <= LAST_DYNAMIC_USER


def test_it_has_no_rights_of_roots(booted: ServedTable) -> None:
    rights = {name: value for name, value in booted.status().items() if name.startswith("Cap")}
    assert rights == dict.fromkeys(["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"], "0" * 16)


A_PI_5S_OWN = "ws2812-pio-rp1"  # its strips are there from the start, if config.txt has them


def test_every_class_of_devices_that_it_may_open_exists(booted: ServedTable) -> None:
    """Before the first device of it is plugged in: systemd passes over a class that it does not know."""
    allowed = {line.split()[0].removeprefix("char-") for line in booted.property("DeviceAllow").splitlines()}
    known = {line.split()[-1] for line in booted.run("cat", "/proc/devices").splitlines() if line.strip()}
    assert allowed, "systemd knows of no class"
    assert sorted(allowed - known - {A_PI_5S_OWN}) == []


# ── the table is opened ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("nodes", "group"),
    [
        ("/dev/input/event*", "input"),
        ("/dev/i2c-*", "i2c"),
        ("/dev/ttyACM*", "dialout"),
        ("/dev/gpiochip*", "gpio"),
        ("/dev/snd/pcm*", "audio"),
    ],
)
def test_udev_gives_a_device_to_its_group_and_nobody_else(served: ServedTable, nodes: str, group: str) -> None:
    owners = served.run("sh", "-c", f"stat --format='%G %a' {nodes}").splitlines()
    assert set(owners) == {f"{group} 660"}


@pytest.mark.parametrize("device", ["/dev/input/event", "/dev/i2c-", "/dev/ttyACM", "anon_inode:gpio-line"])
def test_it_opens_what_was_plugged_in_after_it_had_started(served: ServedTable, device: str) -> None:
    served.wait_asking(lambda: any(file.startswith(device) for file in served.has_open()), f"an open {device}")


def test_a_key_is_answered_on_the_panel(served: ServedTable) -> None:
    served.types(2, "ENTER")
    served.agrees("seat2.panel")
    served.types(2, "ESC")
    served.agrees("seat2.panel")


def test_it_can_be_heard(game: ServedTable) -> None:
    game.hears_a_voice()


def test_marks_light_up_on_the_grid(game: ServedTable) -> None:
    game.agrees("seat2.grid")


def test_a_button_pauses_the_game(game: ServedTable) -> None:
    game.presses("pause")
    game.agrees(*PANELS)
    game.presses("pause")
    game.agrees(*PANELS)


def test_a_keypad_that_is_pulled_and_put_back_types_on(game: ServedTable) -> None:
    game.types(2, "SO")
    game.unplug("seat2.keypad")
    game.agrees(*PANELS)
    game.plug("seat2.keypad")
    game.agrees(*PANELS)
    game.types(2, "BACKSPACE BACKSPACE")
    game.agrees(*PANELS)


# ── it comes back ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("signal", [pytest.param("KILL", id="is killed"), pytest.param("STOP", id="hangs")])
def test_a_console_comes_back_with_its_game_when_it(game: ServedTable, signal: str) -> None:
    game.comes_back_after(lambda: game.signal(signal))
    game.agrees(*PANELS)
    game.types(1, "ENTER")
    game.agrees(*PANELS)


def test_it_is_the_watchdog_that_ends_a_console_that_hangs(game: ServedTable) -> None:
    assert "Watchdog timeout" in game.log()


# ── it stops ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def stopped(game: ServedTable) -> ServedTable:
    game.run("systemctl", "stop", "wordtable")
    return game


def test_it_ends_well_when_it_is_stopped(stopped: ServedTable) -> None:
    assert (stopped.property("Result"), stopped.property("ExecMainStatus")) == ("success", "0")


@pytest.mark.parametrize("panel", PANELS)
def test_a_stopped_console_leaves_its_panels_dark(stopped: ServedTable, panel: str) -> None:
    assert not any(stopped.shows(panel))


def test_a_mistake_in_the_config_is_not_tried_again(stopped: ServedTable) -> None:
    stopped.run("cp", CONFIG, f"{CONFIG}.good")
    stopped.run("sh", "-c", f"echo '[seat.7' >>{CONFIG}")
    assert stopped.tries("systemctl", "start", "wordtable") != 0
    assert (stopped.property("ActiveState"), stopped.property("ExecMainStatus")) == ("failed", str(BAD_CONFIG))
    stopped.run("mv", f"{CONFIG}.good", CONFIG)


@pytest.fixture(scope="module")
def started_again(stopped: ServedTable) -> ServedTable:
    stopped.starts_again()
    return stopped


def test_a_console_that_was_stopped_comes_back_with_its_game(started_again: ServedTable) -> None:
    started_again.agrees(*PANELS)


def test_nothing_of_all_this_was_refused_to_it(started_again: ServedTable) -> None:
    """A device, a file or a call that its sandbox keeps from it would be complained of."""
    assert started_again.warnings() == []


def test_the_power_button_switches_the_machine_off(started_again: ServedTable) -> None:
    started_again.holds("power")
