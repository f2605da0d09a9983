"""One module for each fault: what it does, what should happen, and what it counts."""
