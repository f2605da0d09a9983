"""Writes every part as an STL file: `make boxes`, or `python -m tools.boxes FOLDER`."""

import sys
from pathlib import Path

from tools.boxes.solids import printed
from tools.boxes.stl import extent, triangles, write

FOLDER = Path("build") / "boxes"


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for part in printed():
        write(part.solid, folder / f"{part.name}.stl")
        size = " × ".join(f"{length:.0f}" for length in extent(triangles(part.solid)))
        print(f"{folder / part.name}.stl: {size} mm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
