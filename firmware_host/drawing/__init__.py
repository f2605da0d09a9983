"""From a page to pixels, and from a board to lights. Knows no game and no device."""
