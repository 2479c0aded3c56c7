"""Going back: free until something new was seen, then only if everybody agrees; nothing is erased."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import fourleaf
from fourleaf import Record
from fourleaf.engine.sentences import seat_name
from tests.server.club import Club, Socket, open_club, run, settings_for


async def three_people(club: Club, game: str, **more: object) -> list[Socket]:
    people = [await club.guest(name) for name in ("Oak", "Elm", "Ash")]
    table = await people[0].table(game, ["me", "open", "open"], public=True, **more)
    for friend in people[1:]:
        await friend.post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    return [await person.sit_down(table, seat) for seat, person in enumerate(people)]


async def play_one(sockets: list[Socket]) -> Socket:
    """Whoever is to decide does."""
    actor = sockets[0].now["actor"]
    socket = sockets[actor]
    done = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
    assert done["type"] == "ack", done
    for other in sockets:
        await other.follow(done["seq"])
    return socket


async def play_until_luck(sockets: list[Socket]) -> tuple[dict[str, Any], Socket]:
    """How it stood before a decision that luck followed, and who made it: a whirl lets a seat decide twice before."""
    while True:
        before = sockets[0].now
        socket = await play_one(sockets)
        if not socket.now["undo"]["free"]:
            return before, socket


def test_ones_own_choices_are_taken_back_freely_until_something_new_is_seen(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "korrigans")
            for _ in range(200):
                before = sockets[0].now
                socket = await play_one(sockets)
                undo = socket.now["undo"]
                if undo and undo["free"]:
                    break
            assert undo["free"][0] == before["ply"]
            done = await socket.do("undo", ply=undo["free"][0])
            assert done["type"] == "ack"
            for other in sockets:
                await other.follow(done["seq"])
            assert sockets[0].now["view"] == before["view"]
            assert sockets[0].entries[-1]["kind"] == "undone"
            assert sockets[0].entries[-2]["kind"] == "played"

    run(story())


def test_further_back_everybody_is_told_what_would_go_and_must_agree(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "treasure")
            before, socket = await play_until_luck(sockets)
            asker = socket.now["seat"]
            others = [other for other in sockets if other is not socket]
            assert socket.now["undo"] == {"free": [], "ask": before["ply"]}

            asked = await socket.do("undo", ply=before["ply"])
            for other in sockets:
                await other.follow(asked["seq"])
            question = others[0].now["question"]
            assert question["seat"] == asker
            assert question["waiting"] == sorted(other.now["seat"] for other in others)
            assert question["lines"][-1].startswith((f"{seat_name(asker)} plays", f"{seat_name(asker)} exchanges"))
            assert socket.now["question"]["lines"] != question["lines"], "the asker knows the card that was drawn"
            assert (await socket.do("answer", question=question["seq"], yes=True))["code"] == "not_now"

            no = await others[0].do("answer", question=question["seq"], yes=False)
            for other in sockets:
                await other.follow(no["seq"])
            assert socket.now["question"] is None
            assert socket.now["ply"] > before["ply"]
            assert (await others[1].do("answer", question=question["seq"], yes=True))["code"] == "not_now"

            asked = await socket.do("undo", ply=before["ply"])
            withdrawn = await socket.do("answer", question=asked["seq"], yes=False)
            for other in sockets:
                await other.follow(withdrawn["seq"])
            assert others[0].now["question"] is None
            assert (await others[0].do("answer", question=asked["seq"], yes=True))["code"] == "not_now"

            asked = await socket.do("undo", ply=before["ply"])
            for other in others:
                yes = await other.do("answer", question=asked["seq"], yes=True)
            for other in sockets:
                await other.follow(yes["seq"])
            assert sockets[0].now["ply"] == before["ply"]
            assert sockets[0].now["view"] == before["view"]

    run(story())


def test_luck_is_drawn_anew_after_going_back_and_the_record_says_how_often(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "me"])
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            if socket.now["actor"] == 1:
                await socket.say("look", seat=1)
                await socket.until(lambda told: told["type"] == "update")
            ply = await _play_until_luck_follows(socket)
            for _ in range(3):
                done = await socket.do("undo", ply=ply)
                await socket.follow(done["seq"])
                done = await socket.do("play", ply=ply, action=socket.now["legal"][0]["action"])
                await socket.follow(done["seq"])
            numbers = [one["event"] for entry in socket.entries for one in entry.get("happened", []) if "event" in one]
            assert numbers == list(range(len(numbers))), "each number once, and none left out"
            seals = [one["seal"] for entry in socket.entries for one in entry.get("happened", []) if "seal" in one]
            assert len(set(seals)) == len(seals)
            assert socket.table["luck"]["taken_back"] == 3
            await host.post(f"/api/tables/{table}/leave")
            record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
            verdict = fourleaf.verify(record)
            assert verdict.outcome == "verified"
            assert (verdict.taken_back, verdict.chance_events) == (3, len(numbers))
            assert record.luck is not None
            chance = await host.get(f"/api/tables/{table}/chance")
            assert [event["action"] for event in chance] == list(fourleaf.replay(record).drawn)

    run(story())


def test_nobody_goes_back_past_luck_on_behalf_of_somebody_who_is_away(tmp_path: Path) -> None:
    """Else whoever sees the others drop out could have the dice thrown again until they please."""

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "treasure")
            before, socket = await play_until_luck(sockets)
            asked = await socket.do("undo", ply=before["ply"])
            assert asked["type"] == "ack"
            table, away = socket.table["id"], next(other for other in sockets if other is not socket)
            await club.guests[away.now["seat"]].post(f"/api/tables/{table}/leave")
            stays = next(other for other in sockets if other not in (socket, away))
            await stays.until(
                lambda told: told["type"] == "update" and "stood_in" in [entry["kind"] for entry in told["entries"]]
            )
            assert (await stays.do("answer", question=asked["seq"], yes=True))["code"] == "not_now"
            refused = await socket.do("undo", ply=before["ply"])
            assert refused["code"] == "not_now"
            assert refused["words"] == f"{seat_name(away.now['seat'])} is away and cannot agree to go back"
            assert socket.now["undo"] is None or socket.now["undo"]["ask"] is None

    run(story())


async def _play_until_luck_follows(socket: Socket) -> int:
    """The ply of a decision that is not free to take back: a whirl lets a seat decide twice before luck speaks."""
    while True:
        while socket.now["actor"] != socket.now["seat"]:
            await socket.until(lambda told: told["type"] == "update")
        ply: int = socket.now["ply"]
        done = await socket.do("play", ply=ply, action=socket.now["legal"][0]["action"])
        await socket.follow(done["seq"])
        undo = socket.now["undo"]
        if undo is None or ply not in undo["free"]:
            return ply


def test_bots_agree_and_a_rated_table_does_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            for rated in (False, True):
                table = await host.table("treasure", ["me", "random"], rated=rated)
                await host.post(f"/api/tables/{table}/start")
                socket = await host.sit_down(table, 0)
                ply = await _play_until_luck_follows(socket)
                answer = await socket.do("undo", ply=ply)
                assert answer["type"] == ("refused" if rated else "ack")

    run(story())


def test_nobody_goes_back_into_the_middle_of_luck_or_for_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "treasure")
            await play_until_luck(sockets)
            seat = sockets[0].now["actor"]
            stranger_to_it = sockets[(seat + 1) % 3]
            assert (await stranger_to_it.do("undo", ply=0))["code"] == "not_now"
            assert (await stranger_to_it.do("undo", ply=10_000))["code"] == "not_now"
            last = sockets[0].now["ply"] - 1
            assert (await sockets[seat].do("undo", ply=last))["code"] == "not_now"

    run(story())


def test_a_move_ends_the_question(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "treasure")
            before, socket = await play_until_luck(sockets)
            ply = before["ply"]
            asked = await socket.do("undo", ply=ply)
            assert (await socket.do("undo", ply=ply))["code"] == "not_now"
            await play_one(sockets)
            late = sockets[sockets[0].now["actor"]]
            assert (await late.do("answer", question=asked["seq"], yes=True))["code"] == "not_now"

    run(story())


async def until_all_know(sockets: list[Socket], seq: int) -> None:
    for socket in sockets:
        await socket.follow(seq)


def test_who_does_not_play_a_seat_takes_nothing_back_for_it(tmp_path: Path) -> None:
    """Else whoever resigned could take every move of the stand-in back for ever, and nobody else had a turn."""

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            for leaves in ("resign", "leave"):
                sockets = await three_people(club, "flipslide")
                table, actor = sockets[0].table["id"], sockets[0].now["actor"]
                if leaves == "resign":
                    assert (await sockets[actor].do("resign"))["type"] == "ack"
                else:
                    await club.guests[-3:][actor].post(f"/api/tables/{table}/leave")
                gone = sockets[actor]
                await gone.until(lambda told: told["type"] == "update" and "played" in kinds(told))
                plies = [one["ply"] for entry in gone.entries for one in entry.get("happened", []) if one["actor"] >= 0]
                refused = await gone.do("undo", ply=plies[-1])
                assert refused["words"] == "only who plays a seat can go back for it"
                assert gone.now["undo"] is None

    run(story())


def kinds(told: dict[str, Any]) -> list[str]:
    return [entry["kind"] for entry in told["entries"]]


def test_what_a_stand_in_decided_is_nobodys_own_choice_afterwards(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "flipslide")
            table, actor = sockets[0].table["id"], sockets[0].now["actor"]
            await club.guests[actor].post(f"/api/tables/{table}/leave")
            gone = sockets[actor]
            await gone.until(lambda told: told["type"] == "update" and "played" in kinds(told))
            done = await gone.do("return")
            await gone.follow(done["seq"])
            assert not (gone.now["undo"] or {"free": []})["free"]

    run(story())


def test_a_question_ends_when_its_asker_goes(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "treasure")
            before, socket = await play_until_luck(sockets)
            asked = await socket.do("undo", ply=before["ply"])
            await club.guests[socket.now["seat"]].post(f"/api/tables/{socket.table['id']}/leave")
            for other in sockets:
                if other is not socket:
                    answer = await other.do("answer", question=asked["seq"], yes=True)
                    assert answer["code"] == "not_now"

    run(story())


def test_a_wish_that_was_made_before_the_match_went_back_is_stale(tmp_path: Path) -> None:
    """A ply comes again after going back, and then it may be another position."""

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            sockets = await three_people(club, "korrigans")
            while True:
                socket = await play_one(sockets)
                undo = socket.now["undo"]
                if undo and undo["free"] and sockets[0].now["actor"] not in (socket.now["seat"], -2):
                    break
            late = sockets[sockets[0].now["actor"]]
            seen, ply, wish = late.journal[-1]["seq"], late.now["ply"], late.now["legal"][0]["action"]
            done = await socket.do("undo", ply=undo["free"][0])
            await socket.follow(done["seq"])
            # The same once more, so that the same ply comes again for sure.
            action = socket.now["legal"][0]["action"]
            done = await socket.do("play", ply=socket.now["ply"], action=action, seq=done["seq"])
            assert done["type"] == "ack", done
            await until_all_know(sockets, done["seq"])
            assert (late.now["ply"], late.now["actor"]) == (ply, late.now["seat"])
            assert (await late.do("play", ply=ply, action=wish, seq=seen))["code"] == "stale"
            assert (await late.do("play", ply=ply, action=wish, seq=done["seq"]))["type"] == "ack"

    run(story())
