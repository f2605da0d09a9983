"""`make play-league`: a broker, a league with its television, three tables of computers, and one of yours."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path

from firmware_host.web.play import has_browser

COMPUTERS = ("table-1", "table-2", "table-3")
YOURS = "yours"
PACE = 1.5  # seconds between two moves of a computer
OF_COMPUTERS = {"password": "", "games": 1_000_000, "late": 0.0, "pace": PACE}
TABLE = """
simulated = true
[seat.1]
hooded = true
panel = {{}}
[seat.2]
hooded = true
panel = {{}}
[seat.3]
hooded = true
panel = {{}}
[league]
broker = "mqtt://127.0.0.1:{port}"
name = "club"
table = "yours"
"""


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def main() -> int:
    for ends in (signal.SIGINT, signal.SIGTERM):  # also if it was started in the background, where Ctrl-C is ignored
        signal.signal(ends, signal.default_int_handler)
    broker = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
    with tempfile.TemporaryDirectory(prefix="wordtable-league-") as made:
        running: list[subprocess.Popen[bytes]] = []
        try:
            television, yours = start(Path(made), broker, running)
            print(f"The league's television:  http://localhost:{television}/")
            print(f"The league on a phone:    http://localhost:{television}/phone")
            print(f"Your own table:           http://localhost:{yours}/")
            print("At your table, press Quick game: the others have the same words. Ctrl-C ends it all.", flush=True)
            if has_browser(os.environ, sys.platform):
                for port in (television, yours):
                    webbrowser.open(f"http://localhost:{port}/")
            threading.Event().wait()
        except KeyboardInterrupt:
            print()
        finally:
            for process in reversed(running):
                process.terminate()
            for process in running:
                process.wait(10)
    return 0


def start(folder: Path, broker: str, running: list[subprocess.Popen[bytes]]) -> tuple[int, int]:
    """Starts everything; the ports of the television and of your own table."""
    port, television, yours = free_port(), free_port(), free_port()
    (folder / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    folder.chmod(0o755)
    (folder / "table.toml").write_text(TABLE.format(port=port))
    database, python = ["--name", "club", "--database", str(folder / "league.db")], [sys.executable, "-m"]
    league = [*python, "firmware_host", "league"]
    subprocess.run([*league, "evening", *database, "--boards", "50"], check=True, stdout=subprocess.DEVNULL)

    def run(*command: str) -> None:
        running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    run(broker, "-c", str(folder / "mosquitto.conf"))
    run(*league, "run", *database, "--broker", f"mqtt://127.0.0.1:{port}", "--port", str(television))
    for name in COMPUTERS:
        told = {"name": name, "broker": f"mqtt://127.0.0.1:{port}", "journal": str(folder / f"{name}.db")}
        run(*python, "tools.league.table_of_computers", json.dumps({**told, **OF_COMPUTERS}))
    config = ["--config", str(folder / "table.toml"), "--journal", str(folder / "yours.db")]
    run(*python, "firmware_host", "play", *config, "--port", str(yours), "--no-browser")
    return television, yours


if __name__ == "__main__":
    sys.exit(main())
