"""One file a race: a module here with a function `race()` that returns a `Race` is found and run."""
