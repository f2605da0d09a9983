"""Everything with a wire: what a keypad, a grid, a panel is, the drivers, and the simulator."""
