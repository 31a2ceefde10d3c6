"""The hall that is served over SSH."""
