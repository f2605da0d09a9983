"""The evening at the table: lobby, seats, typing, pages for the displays, timers, the journal."""
