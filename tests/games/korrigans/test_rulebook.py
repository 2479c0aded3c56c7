"""What the rulebook of Korrigans counts, reckons and shows is so."""

from __future__ import annotations

from fourleaf.engine.state import OVER
from fourleaf.games.korrigans import GAME, board
from tests.kit.rulebooks import POSITION, counts_of, table


def test_the_parts_of_the_gold() -> None:
    parts = table(GAME, "seat", "coins")
    assert parts.position is not None
    seen = [seat.gold for seat in GAME.view.view(GAME.position(parts.position), 0).seats]
    for column, part in (("coins", "coins"), ("gold menhirs", "menhirs"), ("Elves", "elves"), ("Goblins", "goblins")):
        assert list(parts.column(column).values()) == [str(getattr(gold, part)) for gold in seen]
    assert list(parts.column("Cauldron").values()) == [str(gold.cauldron) for gold in seen]


def test_what_is_in_the_box() -> None:
    clovers = table(GAME, "clover")
    box = board.BOX
    names = [name.replace("coin", "coin ") for name in board.KIND_NAMES]
    for column, field in (("with 2 or 3 seats", "base"), ("more with 4 or 5", "extra")):
        counts = [token[field] for token in box["token"]]
        assert clovers.column(column) == dict(zip([*names, "together"], map(str, [*counts, sum(counts)]), strict=True))
    does = clovers.column("what it does")
    assert [does[f"coin {n}"] for n in range(1, 5)] == [f"{token['gold']} gold" for token in box["token"][6:]]
    menhirs = table(GAME, "menhir").column("how many")
    copies = [menhir["copies"] for menhir in box["menhir"]]
    assert [name.lower().replace(" ", "") for name in menhirs] == [*board.MENHIR_NAMES, "together"]
    assert list(menhirs.values()) == [str(count) for count in [*copies, sum(copies)]]
    counted = {
        "fields": len(box["field"]),
        **{f"{kind}s": sum(border["kind"] == kind for border in box["border"]) for kind in ("path", "door", "bridge")},
        "suns": len(box["rainbow"]["sun_at"]),
        "clouds": len(box["rainbow"]["cloud_at"]),
        "rainbow pawns": len(box["rainbow"]["colours"]) * box["rainbow"]["copies"],
        "Korrigans": board.MOST_SEATS * board.PAIR,
        "screens": board.MOST_SEATS,
        "Backups": board.MOST_SEATS,
        "Elves": copies[board.ELF_MENHIR],
        "Goblins": copies[board.GOBLIN_MENHIR],
        "Troll": 1,
        "Cauldron": 1,
    }
    assert counts_of(GAME, "piece") == counted


def test_what_the_captions_tell_can_be_done() -> None:
    ride, gather, dash, over = (GAME.position(found["line"]) for found in POSITION.finditer(GAME.rulebook.text))
    rides = {str(GAME.moves.spell(ride, action)) for action in ride.legal()}
    fields = ("flax_moor", "lark_rise", "gull_pasture", "otter_heath")
    assert {move for move in rides if move.startswith("move")} == {f"move 1 mole {field}" for field in fields}
    assert [str(GAME.moves.spell(gather, action)) for action in gather.legal()] == ["take coin1"]
    first = ("move 1 hare lark_rise", "move 1 bird flax_moor", "stop")
    second = ("move 1 mole flax_moor", "move 0 squirrel chapel_close", "move 0 hare flax_moor", "stop")
    for move in (*first, "show", *second):
        action = GAME.moves.read(move).action
        assert action in list(dash.legal()), move
        dash.apply(action)
    while dash.actor() != OVER:
        dash.apply(int(dash.legal()[0]))
    assert list(dash.scores()) == list(over.scores())
