"""Games with a changed board.toml, played from their source in a process of their own: `python variants.py GAME`.

It reads variants, each a whole board.toml, a number of games and some positions, and answers for each of them with what
was wrong with it or with what was seen. The first argument is the folder with a copy of the package.
"""

from __future__ import annotations

import hashlib
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

A_LOOK: Final = 40
"""After so many moves position and picture are looked at."""


def main(folder: str, name: str) -> None:
    """Answer every variant on the input, one line of JSON each."""
    sys.path.insert(0, folder)
    import fourleaf

    board = Path(folder, "fourleaf", "games", name, "board.toml")
    for line in sys.stdin:
        text, games, positions = json.loads(line)
        board.write_text(text, "utf-8")
        for module in [module for module in sys.modules if module.startswith(f"fourleaf.games.{name}")]:
            del sys.modules[module]
        try:
            seen, problem = portrait(import_module(f"fourleaf.games.{name}").GAME, games, positions), None
        except fourleaf.BadBoard as error:
            seen, problem = None, str(error)
        print(json.dumps([seen, problem]), flush=True)


def portrait(game: Any, games: int, positions: list[str]) -> str:
    """What is seen in positions, and in games with every number of seats: choices, luck, pictures and scores."""
    seen = hashlib.sha256()
    for position in positions:
        seen.update(repr(_looked_at(game, position)).encode())
    for seats in game.seats:
        for seed in range(games):
            seen.update(repr(_played(game, seats, seed)).encode())
    return seen.hexdigest()


def _looked_at(game: Any, position: str) -> Any:
    from fourleaf import BadPosition

    try:
        state = game.position(position)
    except BadPosition as error:
        return str(error)
    return [list(state.scores()), [game.view.view(state, seat) for seat in range(state.seats)]]


def _played(game: Any, seats: int, seed: int) -> list[Any]:
    from librt.random import Random

    from fourleaf import CHANCE, OVER, WATCHER

    rng = Random(seed)
    state = game.rules.begin(seats, {option.name: option.usual for option in game.options})
    seen: list[Any] = []
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            action = int(state.draw(rng))
        else:
            legal = list(state.legal())
            assert legal, "there is always a choice"
            assert legal == sorted(set(legal)), "choices are distinct and ascending"
            action = legal[rng.randrange(len(legal))]
            seen.append([state.actor(), legal])
        assert 0 <= action < game.actions
        if len(seen) % A_LOOK == 0:
            seen.append(game.notation.write(state))
            seen.append(game.picture.picture(game.view.view(state, WATCHER)))
        seen.append(str(game.moves.spell(state, action)))
        state.apply(action)
    return [*seen, list(state.scores()), list(state.ranks())]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
