"""The boxes of the guide as solids, for a 3D printer: `make boxes` writes them as STL files."""
