"""Tools for working on wordtable. None of them is installed with it."""
