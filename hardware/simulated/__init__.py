"""The same table with no wires: devices that remember, devices that misbehave, and boards that read the bytes."""
