"""`make fuzz`: feeds random bytes to everything that reads input, guided by coverage."""
