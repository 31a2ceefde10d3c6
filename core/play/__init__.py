"""The course of a game without a screen: match, clock, series, the rules of a course, and the session around it."""
