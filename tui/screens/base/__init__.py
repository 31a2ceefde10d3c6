"""What screens share: windows, dialogs, lists, the keyboard, the frame of a game."""
