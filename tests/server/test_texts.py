"""What cannot be seen counts as nothing, and what looks alike is the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourleaf.server.confusables import IGNORABLE, is_unseen, plain, skeleton
from fourleaf.server.errors import Malformed
from fourleaf.server.limits import CHAT
from fourleaf.server.texts import JOINER, clean_line, clean_name, login_name, look_of, tidied

UNSEEN = [
    "\u00ad",
    "\u034f",
    "\u061c",
    "\u115f",
    "\u1160",
    "\u17b4",
    "\u180b",
    "\u180e",
    "\u200b",
    "\u200d",
    "\u2060",
    "\u2064",
    "\u206a",
    "\u2800",
    "\u3164",
    "\ufe00",
    "\ufe0f",
    "\ufeff",
    "\uffa0",
    "\U00013441",
    "\U00016fe4",
    "\U0001bca0",
    "\U0001d159",
    "\U0001d173",
    "\U000e0001",
    "\U000e0041",
    "\U000e0100",
]


@pytest.mark.parametrize("mark", UNSEEN, ids=lambda mark: f"U+{ord(mark):04X}")
def test_an_invisible_letter_counts_as_nothing(mark: str) -> None:
    assert is_unseen(mark)
    for text in (mark, 5 * mark, f" {mark} ", f"{mark}\u0301"):
        with pytest.raises(Malformed, match="at least one character that can be seen"):
            clean_line(text, CHAT, "a line of chat")
    for text in (f"Oa{mark}k", f"{mark}Oak", f"Oak{mark}"):
        words = "put together from several" if mark == JOINER else rf"cannot be seen: U\+{ord(mark):04X}"
        with pytest.raises(Malformed, match=words):
            clean_name(text)
        assert look_of(text) == look_of("Oak")
        assert login_name(text) == "oak"


@pytest.mark.parametrize("text", ["\u0301", "\u0301\u0302", "\u20dd", "\u0903", "\u00a0", "\u3000", "\u2003\u2003"])
def test_marks_without_a_letter_and_spaces_are_no_name(text: str) -> None:
    with pytest.raises(Malformed, match="at least one character that can be seen"):
        clean_name(text)


def test_a_mark_needs_a_letter_before_it() -> None:
    with pytest.raises(Malformed, match=r"needs a letter before it: U\+0338"):
        clean_name("\u0338Oak")


@pytest.mark.parametrize(
    "text", ["Oak", "Åsa", "Straße", "Дима", "Νίκος", "נועה", "さくら", "김", "❤️", "1️⃣", "Oak 🍀", "कमल"]
)
def test_what_can_be_seen_is_a_name(text: str) -> None:
    assert clean_name(text) == unicodedata.normalize("NFC", text)
    assert clean_line(f"hello {text}!", CHAT, "a line of chat").endswith("!")


def test_spaces_in_a_name_are_plain_and_single() -> None:
    assert clean_name(" Old \u00a0\u2003 Oak ") == "Old Oak"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Oak", "OAK"),
        ("Oak", "Оак"),
        ("Oak", "Οακ"),
        ("Oak", "0ak"),
        ("Oak", "Ｏａｋ"),
        ("Oak", "𝐎𝐚𝐤"),
        ("Bob", "ВОВ"),
        ("Hope", "НОРЕ"),
        ("Nik", "ΝΙΚ"),
        ("Iris", "lris"),
        ("Iris", "1ris"),
        ("Iris", "|ris"),
        ("Iris", "İris"),
        ("Ian", "ian"),
        ("Zoë", "Zoё".replace("o", "о")),
        ("Old Oak", "old  oak"),
        ("Old Oak", "old\u2003oak"),
        ("O'Neil", "O’Neil"),
        ("Mary-Ann", "Mary–Ann"),
        ("Åsa", "A\u030asa"),
        ("ﬁr", "fir"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_are_taken_for_each_other_look_the_same(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Oak", "Elm"), ("Oak", "Oaks"), ("Old Oak", "OldOak"), ("Zoe", "Zoë")])
def test_other_names_do_not(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


@pytest.mark.parametrize("text", ["Oаk", "pаypal", "Ωmega", "Kοrn", "Дimа"])
def test_a_word_of_two_scripts_that_share_looks_is_no_name(text: str) -> None:
    with pytest.raises(Malformed, match="a name mixes Latin and"):
        clean_name(text)


@pytest.mark.parametrize("text", ["Дима the Fox", "さくら Sakura", "김 Kim", "Oak7", "x²"])
def test_words_of_their_own_scripts_are_one(text: str) -> None:
    assert clean_name(text) == text


def test_a_name_stays_small_when_its_ligatures_are_spelled_out() -> None:
    with pytest.raises(Malformed, match="when its ligatures are spelled out"):
        clean_name("\ufdfa" * 24)
    assert len(look_of("\ufdfa" * 24)) == 64


@given(st.text(max_size=40))
def test_looks_are_settled(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert look_of(skeleton(text)) == look_of(text)
    assert login_name(text.swapcase().swapcase()) == login_name(text) or text.swapcase().swapcase() != text


@given(st.text(max_size=60))
def test_a_tidied_name_is_clean_or_nothing(text: str) -> None:
    name = tidied(text)
    if name is not None:
        assert clean_line(name, 24, "a name") == unicodedata.normalize("NFC", name)


def test_the_table_is_in_order() -> None:
    edges = [edge for both in IGNORABLE for edge in both]
    assert edges == sorted(edges)


def test_marks_do_not_pile_up_in_a_tidied_name() -> None:
    assert tidied("E" + "\u0301\u0302\u0303\u0304\u0306" * 3 + "lm") == unicodedata.normalize(
        "NFC", "E\u0301\u0302\u0303\u0304\u0306lm"
    )


def test_latin_letters_that_pass_for_others_look_the_same() -> None:
    assert look_of("\u0251lder") == look_of("alder")
    assert look_of("\u0261nome") == look_of("gnome")


@pytest.mark.parametrize("name", ["bot", "Bot", "BOT 3", "Seat 2", "seat"])
def test_nobody_is_called_like_a_seat_or_a_bot(name: str) -> None:
    with pytest.raises(Malformed, match="choose another name"):
        clean_name(name)
    assert clean_name("Botho") == "Botho"
