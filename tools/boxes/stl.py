"""Writes solids as binary STL files, and measures them: how large they are, whether they are closed, how thin."""

from collections import Counter
from pathlib import Path
from struct import pack

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

Triangles = NDArray[np.float64]  # of three corners of three numbers each


def triangles(solid: Manifold) -> Triangles:
    mesh = solid.to_mesh64()
    corners: Triangles = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    return corners


def write(solid: Manifold, file: Path) -> None:
    with file.open("wb") as out:
        corners = triangles(solid)
        out.write(b"wordtable, in millimetres".ljust(80) + pack("<I", len(corners)))
        for one in corners:
            out.write(pack("<12fH", 0, 0, 0, *one.ravel(), 0))  # slicers work out which side is outside


def read(file: Path) -> Triangles:
    data = file.read_bytes()
    rows = np.frombuffer(data, dtype=np.dtype([("f", "<f4", 12), ("", "<u2")]), offset=84)
    corners: Triangles = rows["f"][:, 3:].reshape(-1, 3, 3).astype(np.float64)
    return corners


def is_closed(corners: Triangles) -> bool:
    """Every edge has one triangle on each side, and they agree on what is inside."""
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for one in corners.round(4):
        points = [tuple(point) for point in one]
        edges.update(zip(points, [*points[1:], points[0]], strict=True))
    return all(edges[other, one] == count for (one, other), count in edges.items())


def extent(corners: Triangles) -> tuple[float, float, float]:
    x, y, z = np.ptp(corners.reshape(-1, 3), axis=0)
    return float(x), float(y), float(z)


def thinnest(solid: Manifold, least_area: float = 4.0) -> float:
    """Millimetres of wall behind the middle of each triangle, slivers left out."""
    corners = triangles(solid)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1) / 2
    found = [_behind(solid, one.mean(axis=0), out / np.linalg.norm(out))
             for one, out, size in zip(corners, across, area, strict=True) if size >= least_area]  # fmt: skip
    return min(found)


def _behind(solid: Manifold, middle: NDArray[np.float64], out: NDArray[np.float64]) -> float:
    start, end = middle - 1e-3 * out, middle - 500 * out
    hits = solid.ray_cast(tuple(start), tuple(end))
    return min(float(np.linalg.norm(np.asarray(hit.position) - middle)) for hit in hits)
