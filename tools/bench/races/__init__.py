"""One file a race: a module here with a function `race()` that returns a `Race`, or `Limits`, is found and run."""
