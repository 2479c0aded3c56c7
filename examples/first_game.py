"""A first game from Python: a match, its moves in words, what a seat sees, and the record at the end.

python examples/first_game.py
"""

import fourleaf


def main() -> None:
    """Play the first legal move of every seat until the match is over."""
    match = fourleaf.game("treasure").start(seats=3, seed=7)
    print(match.game.goal(3))
    while not match.is_over:
        seat, move = match.actor, match.moves[0]
        if match.ply < 20:
            print(f"seat {seat} knows its own {len(match.view(seat).hand)} cards and chooses: {move}")
        match.play(move)
    record = match.record()
    print(f"after {match.ply} actions: {record.result}")
    assert fourleaf.replay(record).is_over


if __name__ == "__main__":
    main()
