"""The tools of this house: none of them is installed with it."""
