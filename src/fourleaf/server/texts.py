"""What people write in one line, names above all: cleaned by one rule for everybody, and known again by its looks."""

from __future__ import annotations

import unicodedata
from hashlib import sha256

from fourleaf.server.confusables import (
    first_unseen,
    leans_on_nothing,
    mixed_scripts,
    plain,
    shows_nothing,
    skeleton,
    without_unseen,
)
from fourleaf.server.errors import Malformed
from fourleaf.server.limits import BYTES_A_CHARACTER, MARKS, NAME

JOINER = "\u200d"
"""Puts several emoji together into one picture."""
LONGEST_LOGIN = 100
"""Characters of a name when every ligature in it is spelled out."""


def clean_line(text: str, longest: int, what: str) -> str:
    """One line that people wrote, in composed form; refused when it is empty, long or holds unseen characters."""
    composed = unicodedata.normalize("NFC", text).strip()
    if shows_nothing(composed):
        raise Malformed(f"{what} needs at least one character that can be seen")
    _must_cost_little(composed, longest, what)
    unseen = first_unseen(composed)
    if unseen == JOINER:
        raise Malformed(f"{what} cannot hold a picture that is put together from several, such as a family; use one")
    if unseen is not None:
        raise Malformed(f"{what} holds a character that cannot be seen: U+{ord(unseen):04X}")
    if leans_on_nothing(composed):
        raise Malformed(f"{what} begins with a mark that needs a letter before it: U+{ord(composed[0]):04X}")
    return composed


def _must_cost_little(text: str, longest: int, what: str) -> None:
    """Refuse a line that is long as people count it, takes many bytes, or piles marks on a letter."""
    is_mark = [unicodedata.category(mark).startswith("M") for mark in text]
    shown = is_mark.count(False)
    if shown > longest:
        raise Malformed(f"{what} has at most {longest} characters, not {shown}")
    size, most = len(text.encode(errors="surrogatepass")), BYTES_A_CHARACTER * longest
    if size > most:
        raise Malformed(f"{what} has at most {most} bytes, not {size}: use fewer marks over the letters")
    if any(all(is_mark[place : place + MARKS + 1]) for place in range(len(text) - MARKS)):
        raise Malformed(f"{what} has at most {MARKS} marks on one letter")


def clean_name(text: str) -> str:
    """A name as it is kept; one that shows nothing or that pretends is refused with the reason."""
    name = " ".join(clean_line(text, NAME, "a name").split())
    mixed = mixed_scripts(name)
    if mixed:
        raise Malformed(f"a name mixes {' and '.join(mixed)} letters in one word; use letters of one script there")
    kind, _, number = login_name(name).partition(" ")
    if kind in ("bot", "seat") and (not number or number.isdecimal()):
        raise Malformed(f"{name} is what a table calls a seat or a bot; choose another name")
    if len(login_name(name)) > LONGEST_LOGIN:
        raise Malformed(f"a name has at most {LONGEST_LOGIN} letters when its ligatures are spelled out")
    return name


def tidied(text: str) -> str | None:
    """What can be saved of a name that somebody else wrote down; None when nothing of it shows."""
    seen = without_unseen(" ".join(unicodedata.normalize("NFC", text).split()))
    name = " ".join(_without_piles(seen).split())[:NAME].strip()
    return None if shows_nothing(name) or leans_on_nothing(name) else name


def _without_piles(text: str) -> str:
    """As many marks on a letter as a name may have."""
    kept = ""
    for mark in text:
        pile = [unicodedata.category(one).startswith("M") for one in (*kept[-MARKS:], mark)]
        kept += "" if len(pile) > MARKS and all(pile) else mark
    return kept


def login_name(name: str) -> str:
    """How an account is found by its name, however somebody types it."""
    return plain(name)


def look_of(name: str) -> str:
    """The same for names that are taken for each other, and of one size whatever they are made of."""
    return sha256(skeleton(name).encode()).hexdigest()
