"""The hardware: what a keypad, a grid and a panel are, their drivers, and simulated ones."""
