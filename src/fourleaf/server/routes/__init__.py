"""The addresses of the server; each module is a group of them."""
