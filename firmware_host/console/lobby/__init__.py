"""Before a game and between rounds: who sits where, what is chosen, who begins, who comes late."""
