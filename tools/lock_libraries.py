"""Writes tools/libraries.lock: one version of every library that the installer may fetch from PyPI, with its hashes.

Run `make lock` to renew it. It asks pip which versions go together, and PyPI for the files of each.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "tools" / "libraries.lock"
HEAD = """\
# What `sudo make install` may fetch from PyPI, if apt does not have it: these files and no others.
# `make lock` renews this file. Look at what has changed, then run `make test-install`.
"""
PI_AND_PC = ("any", "aarch64", "armv7l", "armv6l", "x86_64", "i686")  # as the names of wheels end
OURS = ("py3", "py2.py3", "abi3", "cp311", "cp312", "cp313", "cp314")


def main() -> int:
    LOCK.write_text(HEAD + "".join(map(_entry, _chosen())), encoding="utf-8")
    return 0


def _chosen() -> list[tuple[str, str]]:
    """The name and the version of each library, in alphabetical order."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    with NamedTemporaryFile() as report:
        ask = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        subprocess.run([*ask, "--report", report.name, *wanted], check=True)
        installs = json.loads(Path(report.name).read_text(encoding="utf-8"))["install"]
    chosen = ((each["metadata"]["name"], each["metadata"]["version"]) for each in installs)
    return sorted(chosen, key=lambda library: library[0].lower())


def _entry(library: tuple[str, str]) -> str:
    name, version = library
    print(name, version)
    with urlopen(f"https://pypi.org/simple/{re.sub('[-_.]+', '-', name).lower()}/") as answer:
        files = re.findall(r'#sha256=([0-9a-f]{64})"[^>]*>([^<]+)</a>', answer.read().decode())
    of_this_version = re.compile(re.sub("[-_.]+", "[-_.]", name) + "-" + re.escape(version) + r"(-|\.tar|\.zip)", re.I)
    hashes = sorted(sha256 for sha256, file in files if of_this_version.match(file) and _may_be_used(file))
    return f"{name}=={version}" + "".join(f" \\\n    --hash=sha256:{each}" for each in hashes) + "\n"


def _may_be_used(file: str) -> bool:
    """Source, or a wheel for a Pi or a PC with Linux and a Python of ours."""
    if not file.endswith(".whl"):
        return file.endswith((".tar.gz", ".zip"))
    python, abi, platform = file.removesuffix(".whl").split("-")[-3:]
    return platform.endswith(PI_AND_PC) and "win" not in platform and (python in OURS or abi in OURS)


if __name__ == "__main__":
    sys.exit(main())
