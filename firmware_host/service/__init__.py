"""The console as a system service: the daemon, and what it tells systemd."""
