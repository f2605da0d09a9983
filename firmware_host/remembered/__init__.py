"""Past rounds, games and evenings: what was remarkable, statistics, ratings. Pure, but for what reads the journal."""
