"""Databases as earlier versions of Fourleaf left them: whatever comes later opens them, and their tables go on."""
