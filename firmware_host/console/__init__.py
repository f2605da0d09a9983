"""The evening at the table: lobby, seats, typing, timers, votes, lost devices."""
