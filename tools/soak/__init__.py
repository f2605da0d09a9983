"""`make soak`: what can go wrong at a table is done to it on purpose, again and again, and counted."""
