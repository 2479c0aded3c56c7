"""Games that a peer plays too, written once on our own State; they measure the engine and are no part of it."""
