"""Makes golden records: `python -m tests.kit.golden GAME` writes games of random and of greedy play.

Run it once for a new game, or after a change of rules together with a new rules version; never to get to green.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from fourleaf import ByHand, SeedLuck
from fourleaf.bots import bot
from fourleaf.games import game
from tests.kit.walks import Table, tables_of

RECORDS = Path(__file__).parent.parent / "records"
FEWEST = 20


def main(name: str) -> None:
    folder = RECORDS / name
    folder.mkdir(parents=True, exist_ok=True)
    tables = list(tables_of(game(name)))
    rounds = -(-FEWEST // (2 * len(tables)))
    number = 0
    for again in range(rounds):
        for table in tables:
            for who in ("random", "greedy"):
                number += 1
                play(table, who, seed=1000 * again + number, path=folder / f"{number:03}-{table}-{who}.json")
    print(f"{number} records in {folder}")


def play(table: Table, who: str, seed: int, path: Path) -> None:
    match = table.game.start(table.seats, options=table.options, luck=SeedLuck(seed))
    seats = [bot(who, seed + seat) for seat in range(table.seats)]
    while not match.is_over:
        match.play(seats[match.actor].choose(match.knowledge(match.actor)))
    # A golden record holds its luck as actions alone, so that no stream of numbers is part of the promise.
    record = table.game.replay(match.record(), luck=ByHand()).record()
    msgspec.structs.replace(record, who=(who,) * table.seats).save(path)


if __name__ == "__main__":
    main(sys.argv[1])
