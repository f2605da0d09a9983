"""`wordtable setup` on a phone: the same interview, with a page in place of the terminal."""
