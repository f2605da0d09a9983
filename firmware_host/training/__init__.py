"""Any game as a PettingZoo environment, for those who train players: the extra `gym`, docs/training.md.

Only this folder imports numpy and PettingZoo, and nothing at a table imports this folder.
"""
