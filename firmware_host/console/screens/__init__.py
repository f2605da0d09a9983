"""Which page is on which display: seats, the private screen, the public screen; and when displays dim."""
