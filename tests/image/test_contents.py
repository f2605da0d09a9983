"""What is on the card, without booting it: files in their places, nobody's secret, nothing that everybody knows."""

import re
import subprocess
from pathlib import Path

import pytest

from firmware_host import __version__
from tests.image.contents import data_files, data_partition, image, root_file, root_files
from tests.image.raspberry import boot_file, partitions, tool

pytestmark = pytest.mark.image

MEGABYTE = 1024 * 1024
TREES = ("bcm2837-rpi-3-b", "bcm2837-rpi-3-b-plus", "bcm2837-rpi-zero-2-w", "bcm2711-rpi-4-b", "bcm2712-rpi-5-b")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    return data_files(data_partition(tmp_path_factory.mktemp("data")))


def property_of(tree: Path, node: str, name: str) -> str:
    said = subprocess.run([tool("fdtget"), tree, node, name], check=True, capture_output=True, text=True)
    return said.stdout.strip()


# ── the first partition ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("tree", TREES)
def test_every_pi_finds_its_device_tree(tree: str) -> None:
    assert boot_file(image(), f"{tree}.dtb")[:4] == b"\xd0\x0d\xfe\xed"


@pytest.mark.parametrize("tree", TREES)
def test_panels_are_on_bus_1_with_or_without_a_multiplexer(tree: str, tmp_path: Path) -> None:
    """Nobody can write this into the card's config.txt: Debian's trees take none of its overlays."""
    file = tmp_path / "tree.dtb"
    file.write_bytes(boot_file(image(), f"{tree}.dtb"))
    bus = property_of(file, "/aliases", "i2c1")
    assert property_of(file, bus, "status") == "okay"
    assert property_of(file, bus, "clock-frequency") == "400000"
    assert property_of(file, f"{bus}/i2c-mux@70", "compatible") == "nxp,pca9548"


@pytest.mark.parametrize("tree", [tree for tree in TREES if "bcm2712" not in tree])
@pytest.mark.parametrize("chip_select", [0, 1])
def test_spi_is_switched_on(tree: str, chip_select: int, tmp_path: Path) -> None:
    file = tmp_path / "tree.dtb"
    file.write_bytes(boot_file(image(), f"{tree}.dtb"))
    bus = "/soc/spi@7e204000"
    assert property_of(file, bus, "status") == "okay"
    assert property_of(file, f"{bus}/spidev@{chip_select}", "compatible") == "rohm,dh2228fv"


@pytest.mark.parametrize(
    "name", ["bootcode.bin", "start.elf", "fixup.dat", "start4.elf", "fixup4.dat", "LICENCE.firmware"]
)
def test_the_firmware_is_there(name: str) -> None:
    assert boot_file(image(), name)


def test_config_txt_names_files_that_are_there() -> None:
    config = boot_file(image(), "config.txt").decode()
    for name in re.findall(r"^kernel=(\S+)|^initramfs (\S+)", config, re.M):
        assert boot_file(image(), "".join(name))


def test_the_kernel_is_told_to_use_the_second_partition_read_only() -> None:
    words = boot_file(image(), "cmdline.txt").decode().split()
    assert {"root=/dev/mmcblk0p2", "rootfstype=squashfs", "ro"} <= {*words}


# ── the root ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "path",
    [
        "/usr/bin/wordtable", f"/usr/lib/wordtable/{__version__}/firmware_host/cli.py", "/usr/lib/wordtable/versions",
        "/usr/lib/systemd/system/wordtable.service", "/usr/lib/systemd/system/wordtable-chore.path",
        "/usr/lib/wordtable/grow-data", "/usr/lib/wordtable/hotspot", "/usr/lib/wordtable/ssh", "/usr/bin/cog",
    ],
)  # fmt: skip
def test_our_own_files_are_in_their_places(path: str) -> None:
    assert root_files()[path].owner == 0


def test_nothing_of_ours_can_be_changed_by_others() -> None:
    loose = [
        path
        for path, entry in root_files().items()
        if entry.mode[8] == "w" and entry.mode[0] not in "lc" and entry.mode[9] not in "tT"
    ]
    assert loose == []


def test_nobody_has_a_password() -> None:
    hashes = [line.split(":")[1] for line in root_file("/etc/shadow").decode().splitlines()]
    assert {each[:1] for each in hashes} <= {"*", "!"}


def test_passwords_can_be_read_by_root_only() -> None:
    assert root_files()["/etc/shadow"].mode[7:] == "---"


def test_ssh_does_not_start_by_itself() -> None:
    wanted = [
        path for path in root_files() if re.search(r"\.(wants|requires)/ssh(d)?(@[^/]*)?\.(service|socket)$", path)
    ]
    assert wanted == []


def test_no_card_has_the_keys_or_the_identity_of_another(data: set[str]) -> None:
    assert not [path for path in root_files() if re.search(r"ssh_host_.*key", path)]
    assert not [path for path in data if re.search(r"ssh_host_.*key|random-seed|nmconnection|secret_key", path)]
    assert root_file("/etc/machine-id") == b""


def test_nothing_of_the_builders_computer_is_on_it() -> None:
    for path in ("/etc/resolv.conf", "/etc/hostname"):
        assert path in root_files()
    assert root_files()["/etc/resolv.conf"].link == "/run/NetworkManager/resolv.conf"
    assert root_file("/etc/hostname") == b"wordtable\n"
    assert not [path for path in root_files() if path.endswith(".pi") or "x86_64-linux-gnu" in path]


def test_programs_are_the_pis_own() -> None:
    for path in ("/usr/bin/dash", "/usr/bin/python3.13", "/usr/lib/systemd/systemd", "/usr/bin/perl"):
        assert root_file(path)[18:20] == b"\xb7\x00"  # AArch64


def test_everything_of_python_is_compiled_and_never_compared_with_its_source() -> None:
    compiled = f"/usr/lib/wordtable/{__version__}/firmware_host/__pycache__/cli.cpython-313.pyc"
    assert root_file(compiled)[4:8] == b"\x01\x00\x00\x00"


@pytest.mark.parametrize(
    "module",
    [
        "brcmfmac", "vc4", "spi-bcm2835", "i2c-bcm2835", "i2c-mux-pca954x", "snd-bcm2835", "btbcm", "sdhci-brcmstb",
        "usb-storage", "sd_mod", "scsi_mod", "rp1_pci", "pinctrl-rp1", "i2c-designware-platform", "macb", "dwc3",
    ],
)  # fmt: skip
def test_the_modules_of_a_pi_are_there(module: str) -> None:
    wanted = re.compile(rf"/{module}[^/]*\.ko$")
    assert any(wanted.search(path) for path in root_files())


def test_the_root_has_no_table_yet(data: set[str]) -> None:
    assert "/etc/wordtable/table.toml" not in root_files()
    assert not [path for path in data if path.startswith("/wordtable/") or "/lib/wordtable" in path]


# ── sizes ────────────────────────────────────────────────────────────────────────────────────────


def test_it_fits_on_a_small_card() -> None:
    assert image().stat().st_size < 900 * MEGABYTE


def test_the_partitions_lie_one_behind_the_other() -> None:
    boot, root, data = partitions(image())
    assert (boot.start + boot.size, root.start + root.size) == (root.start, data.start)
    assert data.size == 64 * MEGABYTE


def test_the_list_of_packages_lies_beside_it() -> None:
    listed = dict(line.split() for line in image().with_suffix(".packages").read_text().splitlines())
    assert listed["wordtable"] == __version__


def test_a_copy_that_was_cut_short_is_noticed(tmp_path: Path) -> None:
    """The tests above would be worth nothing if they read something else than the image."""
    short = tmp_path / "short.img"
    with image().open("rb") as card:
        short.write_bytes(card.read(MEGABYTE))
    assert len(partitions(short)) == 3
    with pytest.raises(Exception, match="returned non-zero"):
        boot_file(short, "config.txt")
