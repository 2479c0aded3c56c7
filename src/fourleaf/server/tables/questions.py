"""Questions of a seat about the match, answered from what that seat knows and from nothing else."""

from __future__ import annotations

from librt.random import Random

from fourleaf.engine.errors import NotAMove
from fourleaf.server import wire
from fourleaf.server.errors import Malformed, NotNow
from fourleaf.server.tables.bots import Bots
from fourleaf.server.tables.table_state import TableState


def why_not(state: TableState, seat: int, asked: wire.Why) -> wire.Because:
    """Why a wish is not legal now, with its clause."""
    match = state.match
    if match is None:
        raise NotNow("the match has not started")
    wish = _action(state, asked.wish)
    knowledge = match.knowledge(seat)
    if state.actor != seat:
        return wire.Because(id=asked.id, legal=False, words=state.game.view.prompt(match.view(seat)))
    if wish in knowledge.legal:
        return wire.Because(id=asked.id, legal=True, words="that is legal")
    # A world that the seat cannot tell from the true one: so the answer cannot hold more than the seat knows.
    world = knowledge.imagine(Random(state.ply))
    reason, clause = state.game.reasons.why(world, wish)
    return wire.Because(id=asked.id, legal=False, words=reason, clause=clause)


async def hint(state: TableState, seat: int, client_id: str, bots: Bots) -> wire.HintAnswer:
    """What a strong bot would do in this seat."""
    if not state.created.hints:
        raise NotNow("this table has no hints")
    if state.match is None or state.actor != seat:
        raise NotNow("a hint is given when it is your turn")
    found = await bots.advise(state.match, seat)
    moves = {move.action: move for move in state.match.moves}
    hints = [
        wire.HintLine(action=one.action, move=moves[one.action], share=one.share, rank=one.rank, words=one.why)
        for one in found
    ]
    best, then = hints[0], found[0].then
    return wire.HintAnswer(id=client_id, action=best.action, move=best.move, words=best.words, then=then, hints=hints)


def _action(state: TableState, wish: int | str) -> int:
    if isinstance(wish, str):
        try:
            return state.game.moves.read(wish).action
        except NotAMove as error:
            raise Malformed(str(error)) from None
    if wish not in range(state.game.actions):
        raise Malformed(f"the actions of {state.game.name} are 0 to {state.game.actions - 1}, not {wish}")
    return wish
