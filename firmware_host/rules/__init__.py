"""The games themselves, pure: no I/O, no clock, and no randomness but the game's own seed."""
