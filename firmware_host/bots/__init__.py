"""Players made of code: they are given views and clues, never a secret."""
