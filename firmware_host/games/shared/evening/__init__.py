"""What every game has besides its own rules: how it is paused, joined and left, what is announced then, and notes."""
