"""The commands for people who build a table: `doctor`, `setup` and `try`."""
