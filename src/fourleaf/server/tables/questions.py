"""Questions of a seat about the match, answered from what that seat knows and from nothing else."""

from __future__ import annotations

from librt.random import Random

from fourleaf.engine.errors import NotAMove
from fourleaf.server import wire
from fourleaf.server.errors import Malformed, NotNow
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.fold import Fold


def why_not(fold: Fold, seat: int, asked: wire.Why) -> wire.Because:
    """Why a wish is not legal now, with its clause."""
    match = fold.match
    if match is None:
        raise NotNow("the match has not started")
    wish = _action(fold, asked.wish)
    knowledge = match.knowledge(seat)
    if fold.actor != seat:
        return wire.Because(id=asked.id, legal=False, words=match.prompt(seat))
    if wish in knowledge.legal:
        return wire.Because(id=asked.id, legal=True, words="that is legal")
    # A world that the seat cannot tell from the true one: so the answer cannot hold more than the seat knows.
    world = knowledge.imagine(Random(fold.ply))
    reason, clause = fold.game.advice.why(world, wish)
    return wire.Because(id=asked.id, legal=False, words=reason, clause=clause)


async def hint(fold: Fold, seat: int, client_id: str, bots: BotPool) -> wire.Advice:
    """What a strong bot would do in this seat."""
    if not fold.created.hints:
        raise NotNow("this table has no hints")
    if fold.match is None or fold.actor != seat:
        raise NotNow("a hint is given when it is your turn")
    found = await bots.advise(fold.match, seat)
    moves = {move.action: move for move in fold.match.moves}
    hints = [
        wire.HintLine(action=one.action, move=moves[one.action], share=one.share, rank=one.rank, words=one.why)
        for one in found
    ]
    best = hints[0]
    return wire.Advice(id=client_id, action=best.action, move=best.move, words=best.words, hints=hints)


def _action(fold: Fold, wish: int | str) -> int:
    if isinstance(wish, str):
        try:
            return fold.game.moves.read(wish).action
        except NotAMove as error:
            raise Malformed(str(error)) from None
    if wish not in range(fold.game.actions):
        raise Malformed(f"the actions of {fold.game.name} are 0 to {fold.game.actions - 1}, not {wish}")
    return wish
