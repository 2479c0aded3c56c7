"""Measures of the engine against its peers."""
