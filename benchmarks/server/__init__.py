"""The server under load, beside boardgame.io's own in the same run: `make bench-server`."""
