"""The console: everything that is true without a wire."""

__version__ = "0.1.0"
