"""No byte tells a viewer what it may not know; and the test that says so notices when one does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fourleaf
from fourleaf import WATCHER
from fourleaf.engine.match import Match, Step
from fourleaf.server import wire
from fourleaf.server.errors import Illegal, NotNow
from fourleaf.server.tables import moments, projection, table, table_session
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_state import TableState
from tests.server.club import run
from tests.server.two_worlds import Twins, twins, two_worlds

Patch = Callable[[pytest.MonkeyPatch], None]


def different_twins(game: str, viewer: int, plies: int) -> Twins:
    """Twins that do differ, where the game hides anything from this viewer."""
    for seed in range(20):
        found = twins(fourleaf.game(game), fourleaf.game(game).seats[-1], viewer, seed, plies)
        if found.differ:
            return found
    return found


@pytest.mark.parametrize("viewer", [0, 1, WATCHER], ids=["first", "second", "watcher"])
@pytest.mark.parametrize("game", fourleaf.games())
def test_two_worlds_that_a_viewer_cannot_tell_apart_are_told_alike(game: str, viewer: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with two_worlds(tmp_path) as worlds:
            for plies in (40, 120):
                await worlds.compare(different_twins(game, viewer, plies))

    run(story())


@pytest.mark.parametrize("viewer", [0, 1, WATCHER], ids=["first", "second", "watcher"])
@pytest.mark.parametrize("game", fourleaf.games())
def test_whoever_tries_another_way_is_handed_the_same_in_both_worlds(game: str, viewer: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with two_worlds(tmp_path) as worlds:
            for plies in (40, 90):
                found = different_twins(game, viewer, plies)
                handed, truth = await worlds.branch(found)
                assert handed[0] == handed[1]
                if viewer == WATCHER:
                    assert handed[0].startswith("not_yours")
                else:
                    assert "position=" in handed[0]
                    # What differs between the worlds is hidden, so at most one of them can be the one handed out.
                    assert found.differ == (truth[0] != truth[1])

    run(story())


def _imagined_from_the_truth(honest: Any) -> Any:
    def leaky(self: Any, seat: int, rng: Any) -> Any:
        return msgspec.structs.replace(honest(self, seat, rng), position=self.notation)

    return leaky


def test_a_branch_from_the_true_position_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "as_known_to", _imagined_from_the_truth(Match.as_known_to))

    async def story() -> None:
        async with two_worlds(tmp_path) as worlds:
            handed, _ = await worlds.branch(different_twins("treasure", 1, 40))
            assert handed[0] != handed[1]

    run(story())


def test_most_games_hide_something_so_that_the_worlds_do_differ() -> None:
    hiding = [game for game in fourleaf.games() if different_twins(game, 0, 90).differ]
    assert len(hiding) >= 3, hiding


# Leaks, one each


def _instead(where: Any, name: str, leak: Callable[[Any], Any]) -> Patch:
    """A leak in place of one part; it is given the honest part."""
    return lambda monkeypatch: monkeypatch.setattr(where, name, leak(getattr(where, name)))


def _in_happening(change: Callable[[TableState, Step, int], dict[str, Any]]) -> Patch:
    def leak(honest: Any) -> Any:
        return lambda state, step, seat: msgspec.structs.replace(honest(state, step, seat), **change(state, step, seat))

    return _instead(projection, "happening", leak)


def _in_standing(change: Callable[[TableState, int], dict[str, Any]]) -> Patch:
    def leak(honest: Any) -> Any:
        def leaky(state: TableState, seat: int, *rest: Any) -> Any:
            told = honest(state, seat, *rest)
            return told and msgspec.structs.replace(told, **change(state, seat))

        return leaky

    return _instead(table, "standing", leak)


def _match(state: TableState) -> Any:
    assert state.match is not None
    return state.match


def _all_legal(state: TableState, seat: int) -> dict[str, Any]:
    return {"legal": [wire.LegalMove(action=move.action, move=move) for move in _match(state).moves]}


def _turn_named_with_its_choices(honest: Any) -> Any:
    def leaky(self: Table, seat: int) -> None:
        if self.state.actor != seat:
            raise NotNow(f"it is the turn of seat {self.state.actor}, who may {_match(self.state).legal}")

    return leaky


def _refusal_of_the_true_position(honest: Any) -> Any:
    async def leaky(self: Table, seat: int, wish: Any, by: Any, decider: str) -> Any:
        try:
            return await honest(self, seat, wish, by, decider)
        except Illegal as error:
            raise Illegal(f"{error}; the position is {_match(self.state).notation}") from None

    return leaky


def _why_for_others_too(honest: Any) -> Any:
    def leaky(state: TableState, seat: int, asked: wire.Why) -> wire.Because:
        if state.actor != seat:
            return wire.Because(id=asked.id, legal=asked.wish in _match(state).legal, words="")
        told: wire.Because = honest(state, seat, asked)
        return told

    return leaky


LEAKS: dict[str, Patch] = {
    "the action instead of its glimpse": _in_happening(lambda state, step, seat: {"glimpse": step.action}),
    "every move spelled out": _in_happening(
        lambda state, step, seat: {"move": state.game.moves.spell(step.before, step.action)}
    ),
    "lines of the log as another seat hears them": _in_happening(
        lambda state, step, seat: {
            "line": state.game.moves.tell(step.before, step.action, (seat + 1) % len(state.seats))
        }
    ),
    "the salt of hidden draws by how large they are": _in_happening(
        lambda state, step, seat: {"salt": "00" if step.action % 2 else None}
    ),
    "a seal that is the outcome itself": _in_happening(
        lambda state, step, seat: {"seal": None if step.event is None else f"{step.action:064x}"}
    ),
    "the view of another seat": _in_standing(
        lambda state, seat: {"view": _match(state).view((seat + 1) % len(state.seats))}
    ),
    "everybody's legal moves": _in_standing(_all_legal),
    "the prompt of another seat": _in_standing(lambda state, seat: {"prompt": _match(state).notation}),
    "a count of what others may do": _in_standing(
        lambda state, seat: {"ply": 1000 * len(_match(state).legal) + sum(_match(state).actions) % 97}
    ),
    "the position in the title": _instead(
        table,
        "table_info",
        lambda honest: (
            lambda state, *rest: msgspec.structs.replace(
                honest(state, *rest), title=state.match.notation if state.match else ""
            )
        ),
    ),
    "the secret before the end": _instead(
        projection,
        "_luck_info",
        lambda honest: (
            lambda state: msgspec.structs.replace(honest(state), secret=state.secrets[state.commitment].hex())
        ),
    ),
    "the record before the end": _instead(Table, "record", lambda honest: lambda self: self.state.record()),
    "choices in the refusal of a move out of turn": _instead(Table, "_must_decide", _turn_named_with_its_choices),
    "the position in the refusal of an illegal move": _instead(Table, "decide", _refusal_of_the_true_position),
    "why not, for the turn of others": _instead(table_session, "why_not", _why_for_others_too),
    "what would be undone as the asker hears it": _instead(
        projection,
        "lines_back_to",
        lambda honest: lambda state, ply, seat: honest(state, ply, state.deciders[ply]),
    ),
    "the sum of all hidden actions in a list of tables": _instead(
        table,
        "summary",
        lambda honest: (
            lambda state: msgspec.structs.replace(
                honest(state), created_at=float(sum(state.match.actions)) if state.match else 0.0
            )
        ),
    ),
    "a look back through any eyes before the end": _instead(moments, "_may_look", lambda honest: lambda *asked: None),
    "a look back at another seat's view": _instead(
        moments,
        "stood",
        lambda honest: lambda match, actor, seat: honest(match, actor, (seat + 1) % match.seats),
    ),
    "a look back at everybody's choices": _instead(
        moments,
        "stood",
        lambda honest: (
            lambda match, actor, seat: msgspec.structs.replace(
                honest(match, actor, seat),
                legal=[wire.LegalMove(action=move.action, move=move) for move in match.moves],
            )
        ),
    ),
    "an update made once for all seats": _instead(
        Table,
        "_standing",
        lambda honest: lambda self, seat, beside=None: honest(self, max(self.state.actor, 0)),
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_noticed(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with two_worlds(tmp_path) as worlds:
            for viewer in (1, WATCHER):
                for game in ("wichtel", "treasure", "alarun"):
                    for plies in (90, 40):
                        await worlds.compare(different_twins(game, viewer, plies))

    LEAKS[leak](monkeypatch)
    with pytest.raises(AssertionError):
        run(story())
