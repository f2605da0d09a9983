"""Where a table's things are looked for: here, with the service, or with the user."""

from pathlib import Path

from hardware.config.places import journal_folder, journal_to_read


def test_where_the_service_runs_its_journal_is_read(tmp_path: Path) -> None:
    (service := tmp_path / "service").symlink_to("private")  # which only root may follow
    assert journal_to_read({"HOME": "/home/ann"}, service) == service


def test_where_there_is_no_service_the_users_own_journal_is_read(tmp_path: Path) -> None:
    assert journal_to_read({"HOME": "/home/ann"}, tmp_path / "none") == Path("/home/ann/.local/state/wordtable")


def test_the_service_itself_has_what_systemd_gives_it(tmp_path: Path) -> None:
    assert journal_to_read({"STATE_DIRECTORY": "/var/lib/here:/var/lib/there"}, tmp_path) == Path("/var/lib/here")


def test_a_console_run_by_hand_never_writes_to_the_services_journal() -> None:
    assert journal_folder({"HOME": "/home/ann"}) == Path("/home/ann/.local/state/wordtable")
