"""What every game is made of: words, marks, cards, secrets, options, phases and moves, views, pages and questions."""
