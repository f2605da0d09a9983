"""The console: games, screens, journal and commands. Nothing here touches hardware."""

__version__ = "0.2.0"
