"""One file a device: the only place where a library for hardware is imported, and only when it is used."""
