"""`table.toml`: reading, checking and saving it; and what is printed on keypads."""
