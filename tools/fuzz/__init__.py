"""`make fuzz`: whatever is read from outside is fed bytes that nobody would write, guided by what they reach."""
