"""The screens that look back at a game and practise its mistakes."""
