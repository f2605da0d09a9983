"""A clean Debian to install into: made by debootstrap once, kept in the cache, copied for every run, entered by chroot.

A folder and a namespace, so nothing of this computer is changed, and nothing is left mounted however a run ends.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

CLONE = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordtable"
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")
ARCHITECTURE = os.environ.get("ARCH", "")  # another one than this computer's needs qemu-user-static
PACKAGES = "systemd,udev,python3,make,ca-certificates"  # as much of Raspberry Pi OS Lite as an install leans on
MAKER = 1000  # whoever cloned the project on the Pi
CLONED = "/home/maker/wordtable"

# What is mounted goes when the command ends, for it is the namespace's own. The certificates are this computer's, for
# its network may have a proxy with one of its own.
ENTER = """
set -eu
tree=$1; shift
mount -t proc proc "$tree/proc"
mount -t tmpfs tmpfs "$tree/run"
certificates=/etc/ssl/certs/ca-certificates.crt
if [ -e "$certificates" ]; then mount --bind "$certificates" "$tree$certificates"; fi
exec chroot "$tree" "$@"
"""
PASSED_ON = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL")
DOWNLOADS = ("var/cache/apt/archives", "var/lib/apt/lists")
BOOKKEEPING = ("proc", "run", "tmp", "var/cache", "var/log", "var/lib/apt", "var/lib/dpkg")  # apt's own, mostly


class Tree:
    """One Debian in a folder, with a clone of this project in its maker's home."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.folder = folder
        self._kept = kept

    def run(
        self, *command: str, cwd: str = "/", network: bool = True, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """What a command says inside, as root. It is for the caller to like its exit code."""
        own = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        apart = ("--mount", "--pid", "--fork", "--kill-child", *(() if network else ("--net",)))
        enter = ("sh", "-c", ENTER, "sh", str(self.folder))
        return subprocess.run(
            ["unshare", *apart, *enter, "env", f"--chdir={cwd}", *command],
            env={"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb", **own, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def did(self, *command: str, **more: str) -> str:
        """The same, where anything but success ends the test."""
        done = self.run(*command, **more)  # type: ignore[arg-type]  # these are variables of the environment
        assert done.returncode == 0, done.stdout
        return done.stdout

    def path(self, inside: str) -> Path:
        return self.folder / inside.lstrip("/")

    def keep_downloads(self) -> None:
        """For the next run. Copied, not shared: apt locks these folders, and two runs may go on at once."""
        for place in DOWNLOADS:
            kept = self._kept / place
            kept.mkdir(parents=True, exist_ok=True)
            for file in self.path(place).iterdir():
                if file.is_file() and file.name != "lock" and not _same(file, kept / file.name):
                    unfinished = kept / f".{file.name}.{os.getpid()}"
                    shutil.copy2(file, unfinished)
                    unfinished.rename(kept / file.name)

    def files(self) -> set[str]:
        """Every file, folder and link, but for what apt writes down about itself."""
        found = set()
        for folder, folders, files in os.walk(self.folder):
            here = Path(folder).relative_to(self.folder)
            folders[:] = [each for each in folders if str(here / each) not in BOOKKEEPING]
            found |= {str(here / each) for each in (*folders, *files)}
        return found


def a_clean_one(release: str, folder: Path) -> Tree:
    """A tree of its own for this run, with the project in it as it lies here."""
    name = f"install-{release}" + (f"-{ARCHITECTURE}" if ARCHITECTURE else "")
    base = CACHE / name
    kept = CACHE / f"{name}-downloads"
    if not base.exists():
        _bootstrap(release, base)
    subprocess.run(["cp", "-a", "--reflink=auto", str(base), str(folder)], check=True)
    for place in DOWNLOADS:
        if (kept / place).exists():
            shutil.copytree(kept / place, folder / place, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
    shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
    _clone_into(folder / CLONED.lstrip("/"))
    return Tree(folder, kept)


def _same(file: Path, kept: Path) -> bool:
    if not kept.exists():
        return False
    new, old = file.stat(), kept.stat()
    return (new.st_size, new.st_mtime) == (old.st_size, old.st_mtime)


def _bootstrap(release: str, base: Path) -> None:
    sys.stderr.write(f"\nMaking a clean {release} in {base}: some minutes, once.\n")
    unfinished = base.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    foreign = [f"--arch={ARCHITECTURE}"] if ARCHITECTURE else []
    subprocess.run(
        ["debootstrap", "--variant=minbase", *foreign, f"--include={PACKAGES}", release, str(unfinished), MIRROR],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    # A tree that is thrown away need not reach the disk: dpkg waits for it file by file.
    (unfinished / "etc" / "dpkg" / "dpkg.cfg.d" / "in-a-hurry").write_text("force-unsafe-io\n")
    unfinished.rename(base)


def _clone_into(folder: Path) -> None:
    folder.mkdir(parents=True)
    named = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CLONE,
        check=True,
        capture_output=True,
    )
    names = [name for name in named.stdout.split(b"\0") if name and (CLONE / os.fsdecode(name)).exists()]
    packed = subprocess.run(
        ["tar", "--create", "--null", "--files-from=-"],
        cwd=CLONE,
        input=b"\0".join(names),
        check=True,
        capture_output=True,
    )
    subprocess.run(["tar", "--extract", "--no-same-owner"], cwd=folder, input=packed.stdout, check=True)
    subprocess.run(["chown", "-R", f"{MAKER}:{MAKER}", str(folder.parent)], check=True)


def why_not() -> str:
    """What this computer lacks for it, as a sentence with a next step; nothing if it can be done."""
    if platform.system() != "Linux":
        return "The install is tried in Debian trees, which needs Linux. Run it on a Pi or on Debian."
    if os.geteuid() != 0:
        return "The install is tried in Debian trees, which needs root: sudo make test-install"
    lacking = [program for program in ("debootstrap", "unshare", "git") if shutil.which(program) is None]
    if lacking:
        return f"The install is tried in Debian trees. Type: sudo apt install {' '.join(lacking)}"
    return ""
