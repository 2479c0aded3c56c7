"""The search: what it finds, what it keeps, when it stops, and how it says what it found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, pvariance
from types import SimpleNamespace
from typing import Any, cast

import pytest
from librt.random import Random

import fourleaf
from fourleaf import native
from fourleaf.bots import bot
from fourleaf.bots.hint import NoHint
from fourleaf.bots.levels import LEVELS, Level, LevelBot
from fourleaf.bots.search_bot import BadBudget, Budget, SearchBot, _beside, budget
from fourleaf.bots.tree import FIRST_WORLDS, Edge, Node, Tree, worth_of_standing, worth_of_winning
from fourleaf.engine import state as engine_state
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.plan import USUAL_EFFORTS, Effort, Horizon, SearchPlan
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.games import GAMES
from tests import pebbles
from tests.kit.walks import Table, Walk, every_table, tables_of

FLIPSLIDE = GAMES["flipslide"]
VIOLET_IN_HAND = "2 0,-1 0...V/ROYG/.IB1 0.2@4,-1 - - 0"
"""Violet is picked up, and in three places it finishes the rainbow of seat 0."""


def knowing(game: Any, state: State) -> Knowledge:
    return Knowledge(game, state, state.actor(), [])


def tree_at(game: Any, state: State, *, one_winner: bool | None = None, **otherwise: object) -> Tree:
    """A tree of whoever decides, by the advice of the game but for what is said otherwise."""
    advice = SimpleNamespace(**{**vars(game.advice), **otherwise})
    wins = game.one_winner if one_winner is None else one_winner
    tree = Tree(state.actor(), replace(game, advice=advice, one_winner=wins), Random(1))
    tree.imagine = knowing(game, state).imagine
    return tree


def test_a_search_finds_the_slide_that_wins() -> None:
    state = FLIPSLIDE.position(VIOLET_IN_HAND)
    state.apply(bot("search:200", 1).choose(knowing(FLIPSLIDE, state)))
    assert list(state.ranks()) == [0, 1]


def test_the_same_seed_makes_the_same_choice_and_the_tree_says_how_often_it_tried() -> None:
    match = GAMES["wichtel"].start(4, seed=11)
    knowledge = match.knowledge(match.actor)
    once, again = (SearchBot(5, Budget(300)).think(knowledge) for _ in range(2))
    assert once == again
    assert sum(candidate.share for candidate in once) == pytest.approx(1)
    assert [candidate.share for candidate in once] == sorted((candidate.share for candidate in once), reverse=True)
    assert all(0 <= candidate.worth <= 1 for candidate in once)


def test_a_tree_moves_on_to_what_was_seen_and_keeps_what_it_knows() -> None:
    match = GAMES["treasure"].start(2, seed=4)
    tree = tree_at(match.game, match.game.position(match.notation))
    tree.grow(500)
    edge = max(tree.root.edges(), key=lambda edge: edge.visits)
    size = tree.nodes
    assert tree.follow([edge.sight])
    assert tree.root is edge.beyond
    assert 1 < tree.nodes < size
    assert not tree.follow([12345]), "nobody ever saw that"


def test_a_search_that_heard_everything_keeps_its_tree_between_its_moves() -> None:
    match = FLIPSLIDE.start(2, seed=4)
    searching = SearchBot(1, Budget(400))
    grown: list[int] = []
    while not match.is_over and len(grown) < 6:
        if match.actor == 0:
            action = searching.choose(match.knowledge(0))
            assert searching._tree is not None
            grown.append(int(searching._tree.passes))
            match.play(action)
        else:
            match.play(match.moves[0])
    assert max(grown) > 400, "at least once a later move began with what an earlier one had found"


def test_a_search_stops_when_nothing_can_overtake_its_choice() -> None:
    early = 0
    for state, _ in Walk(next(tables_of(GAMES["wichtel"])), 1, 60).steps:
        if state.actor() >= 0 and len(state.legal()) > 1:
            searching = SearchBot(1, Budget(1000))
            searching.choose(knowing(GAMES["wichtel"], state))
            assert searching._tree is not None
            left = 1000 - int(searching._tree.passes)
            assert left == 0 or searching._tree.lead() > left
            early += left > 0
    assert early > 0


def test_a_search_that_has_only_time_uses_it_and_ends() -> None:
    match = GAMES["treasure"].start(2, seed=4)
    assert bot("search:20ms", 1).choose(match.knowledge(match.actor)) in match.legal


def test_one_pass_is_enough_to_see_what_wins_at_once() -> None:
    state = FLIPSLIDE.position(VIOLET_IN_HAND)
    (best, *others) = SearchBot(1, Budget(1)).think(knowing(FLIPSLIDE, state))
    assert (best.share, best.worth) == (1.0, 1.0)
    assert {one.action for one in (best, *others)} == set(map(int, state.legal())), "all were glanced at"
    assert sum(one.worth == 1.0 for one in others) == 2, "and three win"


@pytest.mark.parametrize(
    ("game", "passes", "worlds", "trust"),
    [("treasure", 40, 4, 32.0), ("treasure", 5, 1, 32.0), ("treasure", 5000, 16, 32.0), ("flipslide", 5000, 1, 4.0)],
)
def test_the_first_glance_is_as_long_as_the_search_allows_and_needs_one_world_where_nothing_is_hidden(
    game: str, passes: int, worlds: int, trust: float
) -> None:
    match = GAMES[game].start(2, seed=1)
    knowledge = match.knowledge(match.actor)
    searching = SearchBot(1, Budget(passes))
    tree = searching._tree_for(knowledge)
    imagined = []

    def counted(rng: Random) -> State:
        imagined.append(1)
        return knowledge.imagine(rng)

    tree.imagine = counted
    tree.glance(searching._glances)
    assert len(imagined) == (FIRST_WORLDS if match.game.hidden else 0) + worlds, (
        "the first few are only weighed, to compare the others with"
    )
    assert {edge.sight for edge in tree.root.edges()} == set(knowledge.legal)
    assert all(edge.prior_visits == pytest.approx(trust) for edge in tree.root.edges())


@pytest.mark.parametrize(
    ("text", "meant"),
    [("500", Budget(500)), ("200ms", Budget(1 << 40, 0.2)), ("1.5s", Budget(1 << 40, 1.5)), (" 7 ", Budget(7))],
)
def test_a_budget_is_passes_or_time(text: str, meant: Budget) -> None:
    assert budget(text) == meant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", "at least one pass or some time, not '0'"),
        ("0ms", "at least one pass or some time"),
        ("1.5", "at least one pass"),
        ("soon", "reads like 500"),
        ("-5", "reads like 500"),
        ("", "reads like 500"),
    ],
)
def test_a_budget_of_nothing_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadBudget, match=reason):
        bot(f"search:{text}", 1)


def test_thinking_ends_when_the_rest_of_the_budget_cannot_change_the_choice() -> None:
    assert Budget(100).outlasts(lead=40, done=60, spent=9.0)
    assert not Budget(100).outlasts(lead=41, done=60, spent=9.0)
    in_time = Budget(1000, seconds=1.0)
    assert in_time.outlasts(lead=60, done=60, spent=0.5)
    assert not in_time.outlasts(lead=61, done=60, spent=0.5)
    assert in_time.outlasts(lead=60, done=60, spent=0.0), "a clock too coarse to have moved yet"


@pytest.mark.parametrize(
    ("ranks", "worths"),
    [
        ([0, 1], [1, 0]),
        ([0, 0], [0.5, 0.5]),
        ([1, 1], [0.5, 0.5]),
        ([2, 0, 1], [0, 1, 0.5]),
        ([0, 1, 1], [1, 0.25, 0.25]),
        ([0, 0, 2, 3], [5 / 6, 5 / 6, 1 / 3, 0]),
        ([0], [1]),
        ([1], [0]),
    ],
)
def test_a_rank_is_worth_the_share_of_the_others_that_it_leaves_behind(ranks: list[int], worths: list[float]) -> None:
    assert worth_of_ranks(ranks) == pytest.approx(worths)


def test_standings_are_the_odds_between_any_two_seats() -> None:
    assert worth_of_standing([0.75, 0.25]) == [0.75, 0.25]
    assert worth_of_standing([0.0, 0.0]) == [0.5, 0.5]
    assert sum(worth_of_standing([0.5, 0.3, 0.2])) == pytest.approx(1.5)
    assert worth_of_standing([0.3]) == [0.3]


@pytest.mark.parametrize("winner", range(4))
def test_where_one_wins_standings_are_the_odds_of_who_that_will_be(winner: int) -> None:
    standing = [0.0] * 4
    standing[winner] = 0.7
    assert worth_of_winning(standing) == pytest.approx(worth_of_ranks([int(seat != winner) for seat in range(4)]))
    assert worth_of_winning([0.2, 0.2, 0.1, 0.0]) == pytest.approx([0.6, 0.6, 7 / 15, 1 / 3])
    assert worth_of_winning([0.0, 0.0, 0.0]) == pytest.approx(worth_of_ranks([0, 0, 0]))
    assert worth_of_winning([0.75, 0.25]) == worth_of_standing([0.75, 0.25])
    assert worth_of_winning([0.3]) == [0.3]


@pytest.mark.parametrize("one_winner", [True, False])
def test_it_helps_nobody_to_come_second_where_only_one_wins(one_winner: bool) -> None:
    match = FLIPSLIDE.start(3, seed=1)
    state = match.game.position(match.notation)
    worths = []
    for rival in (0.0, 0.05):
        standing = [0.05, rival, 1.0 - rival]
        tree = tree_at(FLIPSLIDE, state, one_winner=one_winner, standing=lambda _, standing=standing: standing)
        tree.glance(1)
        worths.append(fmean(edge.worth() for edge in tree.root.edges()))
    assert (worths[0] == pytest.approx(worths[1])) == one_winner


def test_slack_lets_good_moves_through_and_keeps_bad_ones_out() -> None:
    state = FLIPSLIDE.position(VIOLET_IN_HAND)
    knowledge = knowing(FLIPSLIDE, state)
    loose = {SearchBot(seed, Budget(200), slack=0.02).choose(knowledge) for seed in range(20)}
    assert {str(FLIPSLIDE.moves.spell(state, action)) for action in loose} == {"to G8", "to H9", "to H11"}, "all win"
    start = GAMES["alarun"].start(2, seed=3)
    many = {SearchBot(seed, Budget(60), slack=4.0).choose(start.knowledge(start.actor)) for seed in range(30)}
    few = {SearchBot(seed, Budget(60)).choose(start.knowledge(start.actor)) for seed in range(30)}
    assert len(many) > len(few)


def test_every_level_thinks_longer_than_the_one_below_and_strays_less() -> None:
    levels = list(LEVELS.values())
    assert list(LEVELS) == ["easy", "medium", "hard", "master"]
    for lower, higher in pairwise(levels):
        for table in every_table():
            efforts = table.game.advice.SEARCH.levels
            weaker, stronger = efforts[lower.name], efforts[higher.name]
            assert weaker.passes < stronger.passes
            assert weaker.slack_with(table.seats) > stronger.slack_with(table.seats)
    limits = [0.1, 0.1, 0.5, 2.0]
    assert all(level.seconds < limit for level, limit in zip(levels, limits, strict=True))


@pytest.mark.parametrize(("seats", "slack"), [(2, 0.2), (3, 0.4)])
def test_a_level_may_stray_otherwise_where_there_is_one_rival(seats: int, slack: float) -> None:
    plan = SearchPlan(levels={"light": Effort(10, 0.4, at={2: 0.2})})
    korrigans = GAMES["korrigans"]
    advice = SimpleNamespace(**{**vars(korrigans.advice), "SEARCH": plan})
    match = replace(korrigans, advice=cast("Any", advice)).start(seats, seed=1)
    player = LevelBot(1, Level("light", 1.0))
    player.choose(match.knowledge(match.actor))
    assert player._search is not None
    assert player._search._slack == slack
    assert Effort(10, 0.4).slack_with(seats) == 0.4


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_seat_knows_how_many_sit_at_the_table(table: Table) -> None:
    assert table.game.start(table.seats, seed=1, options=table.options).knowledge(0).seats == table.seats


def rivals_edges(node: Node | None, state: State, seat: int) -> list[Edge]:
    """What the tree knows of the choices of whoever decides next after this seat, without luck in between."""
    if node is None or state.actor() in (CHANCE, OVER):
        return []
    if state.actor() != seat:
        return node.edges()
    found = []
    for edge in node.edges():
        after = state.clone()
        after.apply(edge.sight)
        found += rivals_edges(edge.beyond, after, seat)
    return found


def test_where_everything_lies_open_rivals_search_for_themselves() -> None:
    match = FLIPSLIDE.start(2, seed=1)
    while not any("slide" in str(move) for move in match.moves):
        match.play(match.moves[0])
    state = FLIPSLIDE.position(match.notation)
    tree = tree_at(FLIPSLIDE, state)
    tree.grow(1000)
    rivals = rivals_edges(tree.root, state, state.actor())
    assert sum(int(edge.visits) for edge in rivals) > 0


def test_where_something_is_hidden_rivals_follow_the_advice_and_learn_nothing() -> None:
    match = GAMES["alarun"].start(2, seed=3)
    state = match.game.position(match.notation)
    tree = tree_at(match.game, state)
    tree.grow(400)
    rivals = rivals_edges(tree.root, state, state.actor())
    assert rivals, "the tree came so far"
    assert all(edge.visits == 0 for edge in rivals)


def test_the_luck_of_a_world_is_set_aside() -> None:
    match = GAMES["wichtel"].start(3, seed=2)
    state = match.game.position(match.notation)
    tree = tree_at(match.game, state)
    tree.grow(400)
    root = tree.root
    spread = root.squares / int(root.visits) - (root.value / int(root.visits)) ** 2
    rng, seat = Random(1), state.actor()
    stood = [worth_of_standing(match.game.advice.standing(state.imagine(seat, rng)))[seat] for _ in range(400)]
    assert spread < pvariance(stood), "what was done differs less than what was imagined"


# Who peeks, is found out


class Peeks:
    """Looks behind the screen, as no bot should: it plays by whatever stands behind private names."""

    def choose(self, knowledge: Knowledge) -> int:
        found: State = vars(knowledge)["_Knowledge__world"]
        secret = sum(map(ord, knowledge.game.notation.write(found)))
        return knowledge.legal[secret % len(knowledge.legal)]


def peeked(state: State, stream: int) -> int:
    return Peeks().choose(Knowledge(GAMES["treasure"], state, state.actor(), [], stream))


def test_a_bot_that_peeks_is_found_out_and_learns_nothing() -> None:
    differ = 0
    for state, _ in Walk(Table(GAMES["treasure"], 3, {}), 1, 10_000).steps:
        if state.actor() >= 0 and len(state.legal()) > 1:
            world = state.imagine(state.actor(), Random(2))
            assert peeked(state, 0) == peeked(world, 0), "the true position shows through"
            differ += peeked(state, 0) != peeked(state, 1)
    assert differ > 0, "whoever looks there chooses differently when something else is imagined"


@pytest.mark.parametrize("name", GAMES)
def test_a_search_that_keeps_its_tree_does_not_peek_either(name: str) -> None:
    game = GAMES[name]
    seats = game.seats[0]
    state: State = game.rules.begin(seats, {option.name: option.usual for option in game.options})
    here, there, rng = SearchBot(3, Budget(20)), SearchBot(3, Budget(20)), Random(9)
    heard: list[list[int]] = [[] for _ in range(seats)]
    compared = 0
    while state.actor() != OVER and compared < 40:
        actor = state.actor()
        if actor == CHANCE:
            action = state.draw(rng)
        elif actor == 0:
            action = here.choose(Knowledge(game, state, 0, heard[0]))
            assert action == there.choose(Knowledge(game, state.imagine(0, rng), 0, heard[0], stream=1))
            compared += len(state.legal()) > 1
        else:
            action = int(state.legal()[rng.randrange(len(state.legal()))])
        for seat, seen in enumerate(heard):
            seen.append(state.glimpse(action, seat))
        state.apply(action)
    assert compared >= 5


# Side by side


ALARUN = GAMES["alarun"]


def decisions(seats: int, seed: int) -> Iterator[State]:
    for state, _ in Walk(Table(ALARUN, seats, {}), seed, 10_000).steps:
        if state.actor() >= 0 and len(state.legal()) > 1:
            yield state


def test_side_by_side_the_same_choice_meets_the_same_luck() -> None:
    for state in decisions(3, 1):
        tree = tree_at(ALARUN, state)
        tree.glance(1)
        twins = [Edge(tree.root.edges()[0].sight) for _ in range(2)]
        for _ in range(5):
            tree.try_side_by_side(twins)
        assert twins[0].value == twins[1].value
        assert [int(edge.visits) for edge in twins] == [5, 5]


def cards_played_on(horizon: Horizon) -> set[tuple[int, int]]:
    """In a race of three: how many cards were played, and who decides, where standings were asked for."""
    state: Any = next(state for state, _ in Walk(Table(GAMES["treasure"], 3, {}), 1, 100).steps if state.actor() == 2)
    asked: list[tuple[int, int]] = []

    def standing(world: Any) -> list[float]:
        asked.append((sum(world.played) - sum(state.played), world.actor()))
        return [0.5] * 3

    tree = tree_at(GAMES["treasure"], state, SEARCH=SearchPlan(horizon=horizon), standing=standing)
    for _ in range(30):
        tree.try_side_by_side([Edge(state.legal()[0])])
    return set(asked) - {(0, 2)}


@pytest.mark.parametrize("turns", [1, 2])
def test_a_horizon_of_turns_ends_where_it_is_the_seats_turn_again(turns: int) -> None:
    assert cards_played_on(Horizon(turns=turns)) == {(3 * turns, 2)}


def test_a_horizon_of_decisions_counts_those_of_everybody() -> None:
    ends = cards_played_on(Horizon(decisions=4))
    assert max(cards for cards, _ in ends) == 5
    assert {cards for cards, _ in ends} <= {3, 4, 5}, "an exchange on a whirl is a decision too"


@pytest.mark.parametrize("whims", [0.0, 0.1])
def test_without_whims_play_goes_on_by_the_priorities_alone(whims: float) -> None:
    state = next(decisions(3, 1))
    legal = set(map(int, state.legal()))
    tree = tree_at(ALARUN, state, SEARCH=SearchPlan(whim=whims), priority=lambda _, action: float(action))
    assert {int(tree._advised(state)) for _ in range(2000)} == (legal if whims else {max(legal)})


def test_side_by_side_the_better_half_is_tried_on_until_one_is_left() -> None:
    state = next(decisions(2, 3))
    searching = SearchBot(1, Budget(900), slack=0.1)
    found = searching.think(knowing(ALARUN, state))
    assert searching._tree is not None
    visits = sorted((int(edge.visits) for edge in searching._tree.root.edges()), reverse=True)
    assert sum(visits) == searching._tree.passes
    assert 900 <= sum(visits) < 900 + len(visits), "the last world may be one too many"
    left, stayed = len(visits), []
    while left > 1:
        left = (left + 1) // 2
        stayed.append(left)
    steps = [place for place in range(1, len(visits)) if visits[place] < visits[place - 1]]
    assert steps == sorted(set(stayed) - {1}), "those who stayed share their worlds"
    assert found[0].worth >= found[1].worth


def test_side_by_side_a_search_stops_when_nothing_can_catch_up_with_its_choice() -> None:
    early = 0
    for state in decisions(2, 5):
        searching, patient = SearchBot(1, Budget(600)), SearchBot(1, Budget(600), slack=1e-9)
        hasty = searching.choose(knowing(ALARUN, state))
        assert searching._tree is not None
        if searching._tree.passes < 600:
            assert hasty == patient.think(knowing(ALARUN, state))[0].action
            early += 1
    assert early > 0


def test_side_by_side_what_was_dropped_keeps_its_distance_from_the_best() -> None:
    best, dropped = Edge(0), Edge(1)
    best.visits, best.value = 4, 2.4
    found = _beside(best, [{best: 0.8, dropped: 0.7}, {best: 0.6}])
    assert found == {best: pytest.approx(0.6), dropped: pytest.approx(0.5)}, "0.7 was the luck of the first worlds"


@pytest.mark.parametrize("budget", [Budget(1), Budget(1 << 40, 1e-9)], ids=["one pass", "no time"])
def test_side_by_side_even_the_shortest_thought_tries_everything(budget: Budget) -> None:
    state = next(decisions(3, 2))
    found = SearchBot(1, budget).think(knowing(ALARUN, state))
    assert {one.action for one in found} == set(map(int, state.legal()))
    assert all(one.share > 0 for one in found)


# Hints


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_hint_names_legal_moves_with_a_reason(table: Table) -> None:
    match = table.game.start(table.seats, seed=2, options=table.options)
    rng = Random(6)
    asked = 0
    while not match.is_over and asked < 12:
        legal = match.legal
        if len(legal) > 1 and rng.randrange(4) == 0:
            hints = fourleaf.hint(match, match.actor, Budget(12))
            assert 1 <= len(hints) <= 3
            for found in hints:
                assert found.action in legal
                assert found.move.action == found.action
                assert 0 <= found.rank <= max(match.seats - 1, 1)
                assert 0 < found.share <= 1
                assert found.why[0] == found.why.strip()[0]
                assert not found.why.endswith(".")
            asked += 1
        match.play(legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("name", ["alarun", "wichtel"])
def test_where_one_move_alone_is_legal_the_hint_is_that_move(name: str) -> None:
    match = GAMES[name].start(3, seed=1)
    while len(match.legal) > 1:
        match.play(match.legal[0])
    (only,) = fourleaf.hint(match, match.actor)
    assert (only.action, only.share) == (match.legal[0], 1.0)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_without_a_budget_a_hint_is_what_a_master_would_play(game: Any) -> None:
    if not native.is_compiled(engine_state):
        pytest.skip("where it is slow a master is stopped by its clock, each time elsewhere")
    match = game.start(game.seats[-1], seed=4)
    while len(match.legal) < 2:
        match.play(match.legal[0])
    knowledge = match.knowledge(match.actor)
    master = LEVELS["master"].search(game, knowledge.seats, 0).think(knowledge)
    assert [(found.action, found.share) for found in fourleaf.hint(match, match.actor)] == [
        (found.action, found.share) for found in master[:3]
    ]


def test_a_hint_that_is_half_of_a_move_has_the_other_half() -> None:
    """The violet tile finishes the rainbow at the seat's rabbit, on one cell alone."""
    position = fourleaf.Beginning(position="2 0,-1 0...V/ROYG/.IB1 0.2 - - 0")
    match = GAMES["flipslide"].start(2, seed=1, beginning=position)
    best, *others = fourleaf.hint(match, 0, Budget(400))
    assert (str(best.move), str(best.then)) == ("slide E14", "to G8")
    assert all(other.then is None for other in others)
    match.play(best.action)
    assert fourleaf.hint(match, 0, Budget(400))[0].then is None


def test_there_is_no_hint_for_a_seat_that_has_nothing_to_decide() -> None:
    match = GAMES["treasure"].start(3, seed=1)
    with pytest.raises(NoHint, match="seat 2 has nothing to decide now"):
        fourleaf.hint(match, 2)


def test_a_game_that_nobody_has_tuned_has_all_levels_and_they_differ_as_they_should() -> None:
    assert list(SearchPlan().levels) == list(LEVELS)
    for lower, higher in pairwise(USUAL_EFFORTS.values()):
        assert lower.passes < higher.passes
        assert lower.slack > higher.slack
    match = pebbles.GAME.start(2, seed=1)
    for name in LEVELS:
        assert bot(name, 1).choose(match.knowledge(match.actor)) in match.legal
