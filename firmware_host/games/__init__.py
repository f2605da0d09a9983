"""The games. Each is a folder, and nothing outside `games` names one of them."""
