"""The same table without wires: devices that remember, devices that misbehave, and boards that read real bytes."""
