"""The course of a game without a screen: match, session, clock, series, what is done and what is told."""
