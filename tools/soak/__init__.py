"""`make soak`: causes faults on purpose, again and again, and counts what happens."""
