"""What is kept on disk: running games, names, house words, settings of seats, and the history of finished games."""
