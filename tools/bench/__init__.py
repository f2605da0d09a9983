"""Speed beside other people's libraries: `python -m tools.bench` runs every race in `races/`, a table for each."""
