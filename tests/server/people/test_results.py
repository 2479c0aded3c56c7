"""What a rated match does to ratings, over random ends."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from random import Random

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, insert, select, text
from sqlalchemy.pool import NullPool

from fourleaf.server.people.ratings import BOT, Strength
from fourleaf.server.people.results import Player, rated, settling, weight_of
from fourleaf.server.storage import schema
from fourleaf.server.storage.opening import MIGRATIONS, migrate
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.tables.terms import AWAY, LEAST_DECISIONS, LEFT, STAYED
from tests.server.club import run
from tests.server.people.matches import DAY, Match, open_hall

NOBODY = Strength("")


@st.composite
def ends(draw: st.DrawFn) -> tuple[list[Player], dict[str, Strength], dict[frozenset[str], int]]:
    """Two to five seats, people and bots, however each of them ended, and how often they had met."""
    seats = draw(st.integers(2, 5))
    bots = draw(st.lists(st.sampled_from(["bot:random", "bot:greedy"]), max_size=seats - 1))
    keys = [f"person {number}" for number in range(seats - len(bots))] + bots
    players = [
        Player(
            key=key,
            side=key,
            rank=draw(st.integers(0, seats - 1)),
            end=STAYED if key.startswith(BOT) else draw(st.sampled_from([STAYED, AWAY, LEFT])),
        )
        for key in keys
    ]
    strength = st.tuples(st.floats(-20, 70), st.floats(0.5, 9))
    before = {key: Strength(key, *draw(strength), draw(st.integers(0, 50))) for key in keys}
    pairs = {frozenset({one, other}) for one in keys for other in keys if one != other}
    meetings = {pair: draw(st.integers(0, 40)) for pair in sorted(pairs, key=sorted)}
    return draw(st.permutations(players)), before, meetings


End = tuple[list[Player], dict[str, Strength], dict[frozenset[str], int]]


@given(ends(), st.booleans())
def test_whoever_did_not_stay_never_gains_and_whoever_left_always_loses(end: End, decided: bool) -> None:
    players, before, _ = end
    after = rated(players, before, decided, {})
    for player in players:
        if player.end == LEFT:
            assert after[player.key].mu < before[player.key].mu
            assert after[player.key].rating <= before[player.key].rating
        if player.end != STAYED and player.key in after:
            assert after[player.key].mu <= before[player.key].mu
            assert after[player.key].sigma == before[player.key].sigma


@given(ends())
def test_a_match_that_came_to_nothing_concerns_only_who_left(end: End) -> None:
    players, before, meetings = end
    after = rated(players, before, False, meetings)
    assert set(after) == {player.key for player in players if player.end == LEFT}


@given(ends(), st.booleans(), st.data())
def test_the_same_person_on_two_sides_changes_nothing_for_anybody(end: End, decided: bool, data: st.DataObject) -> None:
    players, before, meetings = end
    person = next(player for player in players if not player.key.startswith(BOT))
    bot = Player(key="their own bot", side=person.side, rank=data.draw(st.integers(0, 4)), end=STAYED)
    assert rated([*players, bot], {**before, bot.key: NOBODY}, decided, meetings) == {}


@given(ends(), st.booleans())
def test_repeats_only_shrink_a_change_and_never_turn_it_round(end: End, decided: bool) -> None:
    players, before, meetings = end
    fresh, again = rated(players, before, decided, {}), rated(players, before, decided, meetings)
    more = rated(players, before, decided, {pair: count + 1 for pair, count in meetings.items()})
    for key, old in before.items():
        if key not in fresh:
            continue
        weight = weight_of(key, players, meetings)
        assert 0 < weight <= 1
        for part in ("mu", "sigma"):
            whole, some, less = (getattr(one[key], part) - getattr(old, part) for one in (fresh, again, more))
            assert some == pytest.approx(weight * whole, abs=1e-9)
            assert abs(less) <= abs(some) + 1e-9 <= abs(whole) + 2e-9


@given(ends(), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_seats_does_not_matter(end: End, decided: bool, rng: Random) -> None:
    players, before, meetings = end
    mixed = rng.sample(players, len(players))
    one, other = (rated(order, before, decided, meetings) for order in (players, mixed))
    assert set(one) == set(other)
    for key in one:
        assert (one[key].mu, one[key].sigma) == pytest.approx((other[key].mu, other[key].sigma), abs=1e-6)


@given(st.floats(0, 50), st.floats(0, 50), st.floats(1, 9), st.integers(0, 40), st.booleans())
def test_between_two_who_are_known_equally_well_one_wins_what_the_other_loses(
    mine: float, yours: float, doubt: float, met: int, even: bool
) -> None:
    players = [
        Player(key=key, side=key, rank=rank, end=STAYED) for key, rank in (("oak", 0), ("elm", 0 if even else 1))
    ]
    before = {"oak": Strength("", mine, doubt), "elm": Strength("", yours, doubt)}
    after = rated(players, before, True, {frozenset(before): met})
    assert sum(one.mu for one in after.values()) == pytest.approx(mine + yours, abs=1e-6)


def test_all_matches_of_two_people_weigh_less_than_ten_first_ones() -> None:
    players = [Player(key=key, side=key, rank=0, end=STAYED) for key in ("oak", "elm")]
    weights = [weight_of("oak", players, {frozenset({"oak", "elm"}): met}) for met in range(500)]
    assert weights[:3] == pytest.approx([1.0, 0.9, 0.81])
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) < 10 + 1e-9


def test_the_weight_is_the_mean_over_all_whom_one_met() -> None:
    keys = ("oak", "elm", "ash", "bot:random", "bot:random")
    players = [Player(key=key, side=key, rank=0, end=STAYED) for key in keys]
    meetings = {frozenset({"oak", "elm"}): 1, frozenset({"oak", "bot:random"}): 2}
    assert weight_of("oak", players, meetings) == pytest.approx((0.9 + 1 + 0.81) / 3)
    assert weight_of("ash", players, meetings) == 1
    assert weight_of("bot:random", players, meetings) == pytest.approx((0.81 + 1 + 1) / 3)


# At real tables


async def happen(match: Match, rng: Random) -> None:
    """Whatever may happen next at a table."""
    here, away = match.here, sorted(match.away - match.left)
    wish = rng.random()
    if wish < 0.04 and here:
        await match.leave(rng.choice(here))
    elif wish < 0.06 and here:
        await match.resign(rng.choice(here))
    elif wish < 0.10 and here:
        await match.go_away(rng.choice(here))
    elif wish < 0.16 and away:
        await match.come_back(rng.choice(away))
    elif wish < 0.17 and away:
        await match.leave(rng.choice(away))
    elif wish < 0.175:
        await match.let_lie()
    else:
        await match.decide(rng, "clock" if rng.random() < 0.05 else "person")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 32))
def test_whatever_happens_at_rated_tables(seed: int) -> None:
    async def story(folder: Path) -> None:
        rng = Random(seed)
        async with open_hall(folder, seed) as hall:
            for _ in range(3):
                seats = rng.sample(["oak", "elm", "ash", "yew"], rng.randint(1, 4))
                bots = max(2 - len(seats), rng.randint(0, 4 - len(seats)))
                seats += [rng.choice(["bot:random", "bot:greedy"]) for _ in range(bots)]
                rng.shuffle(seats)
                before = await hall.standings()
                match = await hall.match(seats)
                while match.state.status == "playing":
                    await happen(match, rng)
                look_at_ranks(match, seats)
                look_at_ratings(match, seats, before, await hall.standings())
                people = [(seat, who) for seat, who in enumerate(seats) if not who.startswith(BOT)]
                assert [(seat, who) for seat, who, _ in await hall.results(match.table.id)] == people

    with tempfile.TemporaryDirectory() as folder:
        run(story(Path(folder)))


def look_at_ranks(match: Match, seats: list[str]) -> None:
    """Whoever stayed stands before whoever was away, and these before whoever left."""
    ending = match.state.ending
    assert ending is not None
    if ending.why == "played":
        absent = match.away | match.clocked
        places = [LEFT if who in match.left else AWAY if who in absent else STAYED for who in seats]
        for place, rank in zip(places, ending.ranks, strict=True):
            behind = [other for end, other in zip(places, ending.ranks, strict=True) if end > place]
            assert all(rank < other for other in behind)


def look_at_ratings(match: Match, seats: list[str], before: dict[str, Strength], after: dict[str, Strength]) -> None:
    ending = match.state.ending
    assert ending is not None
    decided = ending.why != "abandoned" and match.least >= LEAST_DECISIONS
    for who in set(seats):
        old, new = before.get(who, NOBODY), after.get(who, NOBODY)
        assert new.played == old.played + (decided or who in match.left)
        if who in match.left:
            assert (new.mu < old.mu, new.rating < old.rating) == (True, True)
        elif not decided:
            assert (new.mu, new.sigma) == (old.mu, old.sigma)
        elif who in match.away | match.clocked:
            assert (new.mu <= old.mu, new.sigma) == (True, old.sigma)


def test_whoever_leaves_loses_to_one_bot_and_to_several_and_cannot_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            for seats in (["oak", "bot:greedy"], ["oak", "bot:greedy", "bot:random"], ["oak", "elm", "bot:random"]):
                before = (await hall.standings()).get("oak", NOBODY)
                match = await hall.match(seats)
                await match.leave("oak")
                if match.state.status == "playing":
                    with pytest.raises(Exception, match="you have resigned"):
                        await match.come_back("oak")
                    await match.finish(Random(1))
                after = (await hall.standings())["oak"]
                assert after.rating < before.rating

    run(story())


def test_the_last_one_who_leaves_loses_also_after_the_others_were_cut_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            for seats in (["oak", "elm"], ["oak", "elm", "ash"]):
                match = await hall.match(seats)
                await match.play(Random(3), 3)
                for person in seats[1:]:
                    await match.go_away(person)
                before = await hall.standings()
                await match.leave("oak")
                after = await hall.standings()
                assert match.state.status == "over"
                assert after["oak"].mu < before.get("oak", NOBODY).mu
                for person in seats[1:]:
                    assert after.get(person, NOBODY).mu == before.get(person, NOBODY).mu, "away: nothing gained"

    run(story())


def test_a_match_that_ends_too_soon_costs_the_leaver_and_brings_the_others_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            match = await hall.match(["oak", "elm"])
            await match.play(Random(3), 2)
            await match.resign("oak")
            soon = await hall.standings()
            assert set(soon) == {"oak"}
            match = await hall.match(["oak", "elm"])
            await match.play(Random(3), 3)
            await match.resign("oak")
            assert (await hall.standings())["elm"].mu > NOBODY.mu

    run(story())


def test_a_stand_in_wins_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            for seed in range(4):
                match = await hall.match(["oak", "elm"])
                await match.play(Random(seed), 2)
                await match.go_away("oak")
                await match.finish(Random(seed))
                assert match.state.ending is not None
                assert match.state.ending.ranks == [1, 0]

    run(story())


def test_the_clock_wins_for_nobody_who_does_not_decide_again(tmp_path: Path) -> None:
    async def story() -> None:
        seen = set()
        async with open_hall(tmp_path) as hall:
            for seed in range(40):
                match, rng = await hall.match(["oak", "elm"]), Random(seed)
                while match.state.status == "playing":
                    last = match.state.actor
                    every_other = last == 0 and match.state.deciders.count(0) % 2 == seed % 2
                    await match.decide(rng, "clock" if every_other else "person")
                assert match.state.ending is not None
                assert match.state.match is not None
                seen.add((last, bool(match.clocked)))
                played = list(match.state.match.ranks or [])
                assert match.state.ending.ranks == ([1, 0] if match.clocked else played)
        assert len(seen) == 4, "the end came by the clock, by oak after it, and by elm after either"

    run(story())


def test_whoever_is_back_before_the_end_has_not_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            match = await hall.match(["oak", "elm"])
            await match.play(Random(3), 2)
            await match.go_away("oak")
            await match.decide(Random(3))
            await match.come_back("oak")
            await match.finish(Random(3))
            assert match.state.match is not None
            assert match.state.ending is not None
            assert match.state.ending.ranks == list(match.state.match.ranks or [])

    run(story())


@pytest.mark.parametrize("seats", [["oak", "elm"], ["oak", "elm", "ash"]])
def test_whoever_lets_a_table_lie_loses_it(seats: list[str], tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            # A race may be over before everybody has decided three times.
            match = await hall.match(seats, game="korrigans")
            await match.play(Random(3), 3)
            await match.let_lie()
            after = await hall.standings("korrigans")
            [idle] = match.left
            assert after[idle].mu < NOBODY.mu
            assert match.state.ending is not None
            if len(seats) == 2:
                [other] = set(seats) - match.left
                assert after[other].mu > NOBODY.mu
            else:
                assert set(after) == {idle}
                assert match.state.ending.why == "abandoned"

    run(story())


def test_a_frozen_table_is_nobodys_fault(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            match = await hall.match(["oak", "elm"])
            await match.play(Random(3), 3)
            match.table.freeze()
            await match.leave("oak")
            assert match.state.ending is not None
            assert match.state.ending.why == "abandoned"
            assert await hall.standings() == {}

    run(story())


def test_an_own_outside_bot_brings_nothing_even_where_it_sits(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:
            for owners in ({"clover": "oak"}, {"clover": "yew", "oak": "yew"}):
                match = await hall.match(["oak", "clover", "elm"], owners, game="korrigans")
                await match.play(Random(3), 3)
                await match.leave("clover")
                await match.finish(Random(3))
                assert await hall.standings("korrigans") == {}

    run(story())


def test_matches_of_the_same_people_weigh_less_for_thirty_days(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hall(tmp_path) as hall:

            async def gain(winner: str, loser: str, owners: dict[str, str] | None = None) -> float:
                before = (await hall.standings()).get(winner, NOBODY)
                match = await hall.match([winner, loser], owners)
                await match.play(Random(3), 3)
                await match.resign(loser)
                return ((await hall.standings())[winner].mu - before.mu) / before.sigma**2

            assert await gain("oak", "elm") > 0
            # Each new guest is as strong as the one before; only the owner behind three of them is the same.
            bots = {f"clover {number}": "yew" for number in range(3)}
            gains = [await gain("ash", bot, bots) for bot in bots]
            fresh = [await gain("ivy", f"guest {number}") for number in range(3)]
            assert gains[0] == pytest.approx(fresh[0])
            assert [mine / theirs for mine, theirs in zip(gains, fresh, strict=True)] == sorted(
                [mine / theirs for mine, theirs in zip(gains, fresh, strict=True)], reverse=True
            )
            assert gains[2] < 0.95 * fresh[2]
            hall.clock.now += 31 * DAY
            later = await hall.match(["ash", "clover 9"], {"clover 9": "yew"})
            await later.play(Random(3), 3)
            before = (await hall.standings())["ash"]
            await later.resign("clover 9")
            after = (await hall.standings())["ash"]
            players = [Player(key=key, side=key, rank=rank, end=STAYED) for rank, key in enumerate(("ash", "new"))]
            whole = rated(players, {"ash": before, "new": NOBODY}, True, {})["ash"]
            assert after.mu == pytest.approx(whole.mu)

    run(story())


@pytest.mark.parametrize("known", [False, True])
def test_two_ends_at_once_count_one_after_the_other(known: bool, tmp_path: Path, postgres_url: str) -> None:
    async def states() -> list[TableState]:
        async with open_hall(tmp_path) as hall:
            found = []
            for _ in range(3):
                match = await hall.match(["oak", "elm"])
                await match.play(Random(3), 3)
                await match.resign("elm")
                found.append(match.state)
            return found

    first, second, third = run(states())
    # A pool would keep sessions open, and PostgreSQL waits for them when it is stopped.
    engine = create_engine(postgres_url, poolclass=NullPool)
    with engine.connect() as connection:
        migrate(connection)
    if known:
        with engine.begin() as connection:
            settling(third)(connection)
    problems: list[BaseException] = []

    def end_another() -> None:
        try:
            with engine.begin() as connection:
                settling(second)(connection)
        except BaseException as error:
            problems.append(error)

    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    other = threading.Thread(target=end_another)
    with engine.begin() as connection:
        settling(first)(connection)
        other.start()
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as looking:
            while not looking.scalar(waiting) and other.is_alive():
                pass
    other.join()
    assert problems == []
    with engine.connect() as connection:
        rows = connection.execute(select(schema.ratings)).all()
        strengths = connection.scalars(select(schema.results.c.mu).where(schema.results.c.person == "oak")).all()
    assert {row.person: row.played for row in rows} == dict.fromkeys(("oak", "elm"), 3 if known else 2)
    assert len(set(strengths)) == len(strengths) == (3 if known else 2)
    assert max(strengths) == next(row.mu for row in rows if row.person == "oak")


def test_rated_matches_from_before_are_meetings_too(database_url: str) -> None:
    engine = create_engine(database_url, poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    result = {"game": "treasure", "why": "played", "score": 0, "rank": 0, "seats": 3, "sigma": 8.0, "ended_at": 5.0}
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        rows = [
            ("rated", 0, "oak", 25.0),
            ("rated", 1, "elm", 24.0),
            ("casual", 0, "oak", None),
            ("casual", 1, "elm", None),
        ]
        for table, seat, person, mu in rows:
            connection.execute(
                insert(schema.results).values({**result, "table": table, "seat": seat, "person": person, "mu": mu})
            )
        connection.execute(text("INSERT INTO seats (\"table\", seat, person) VALUES ('open', 0, 'oak')"))
        connection.commit()
        command.upgrade(config, "head")
        [met] = connection.execute(select(schema.meetings)).all()
        assert (met.table, {met.one, met.other}, met.game, met.ended_at) == ("rated", {"oak", "elm"}, "treasure", 5.0)
        assert connection.execute(select(schema.seats.c.kept)).scalar_one() is False
