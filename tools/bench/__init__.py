"""Speed compared with other libraries: `python -m tools.bench` runs every race in `races/`."""
