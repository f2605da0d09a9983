"""Each module here is one race: its function `race()` returns a `Race`, `Limits` or `Growth`."""
