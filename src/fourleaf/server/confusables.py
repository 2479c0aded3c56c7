"""Which letters can be seen, and which look alike: small tables after Unicode, with what they leave out said."""

from __future__ import annotations

import unicodedata
from typing import Final

IGNORABLE: Final = (
    # Default_Ignorable_Code_Point in Unicode's DerivedCoreProperties.txt (the same ranges since version 12).
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
BLANK: Final = frozenset("\u2800\U00013441\U00013442\U00016fe4\U0001d159")
"""Letters and signs whose picture is empty: the blank of Braille, blanks and fillers of old scripts, a null note."""
EMOJI_STYLE: Final = "\ufe0e\ufe0f"
"""What phones put behind a sign or a digit to have it drawn as text or as a picture; it stays where it belongs."""
NO_TEXT: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control characters and those that turn the direction of writing; what is no text at all; other ends of lines."""
SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK")
"""Scripts that share the looks of many letters."""
LOOKS_LIKE: Final = str.maketrans(
    {
        # Small letters that look alike themselves or whose capitals do; after Unicode's confusables.txt (UTS 39).
        **dict(zip("авекмнорстухѕіјһԁԛԝӏ", "abekmhopctyxsljhdqwl", strict=True)),
        **dict(zip("αβεζηικμνορτυχϳ", "abezhlkmnoptyxj", strict=True)),
        # Digits and bars that pass for letters, and I beside l.
        **dict(zip("01|iıɩǀ", "ollllll", strict=True)),
        **dict(zip("ɑɡ", "ag", strict=True)),
        **dict.fromkeys("‘’ʼʻ`´′", "'"),
        **dict.fromkeys("‐‑‒–—−", "-"),
    }
)


def is_unseen(mark: str) -> bool:
    """Whether a character shows nothing; a plain space does not count as one."""
    number = ord(mark)
    return (
        unicodedata.category(mark) in NO_TEXT
        or mark in BLANK
        or any(first <= number <= last for first, last in IGNORABLE)
    )


def first_unseen(text: str) -> str | None:
    """The first character that shows nothing, but for the style of a sign directly behind it."""
    before = " "
    for mark in text:
        styles = mark in EMOJI_STYLE and unicodedata.category(before)[0] in "NPS"
        if is_unseen(mark) and not styles:
            return mark
        before = mark
    return None


def without_unseen(text: str) -> str:
    """The text as it shows."""
    return "".join(mark for mark in text if not is_unseen(mark))


def shows_nothing(text: str) -> bool:
    """Whether there is no letter, digit or sign in it for a mark to stand on."""
    return not any(unicodedata.category(mark)[0] in "LNPS" and not is_unseen(mark) for mark in text)


def leans_on_nothing(text: str) -> bool:
    """Whether it begins with a mark that belongs to a letter before it, and would land on whatever stands there."""
    return unicodedata.category(text[:1] or " ").startswith("M")


def mixed_scripts(text: str) -> list[str]:
    """The scripts that one word of the text mixes, where a letter of one passes for a letter of the other."""
    for word in unicodedata.normalize("NFKC", text).split():
        found = {unicodedata.name(mark, "").partition(" ")[0] for mark in word if mark.isalpha()}
        mixed = [script.capitalize() for script in SCRIPTS if script in found]
        if len(mixed) > 1:
            return mixed
    return []


def plain(text: str) -> str:
    """A text without what only makes it look different: width, ligatures, case, spaces and whatever is not seen."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", without_unseen(text)).casefold())
    return " ".join(without_unseen(folded).split())


def skeleton(text: str) -> str:
    """Equal for texts that are taken for each other.

    It knows whole letters of Latin, Cyrillic and Greek, the digits 0 and 1, quotes and dashes. It does not know letters
    of other scripts, an accent that is hard to see, nor several letters that look like one (rn and m, vv and w).
    """
    bare = unicodedata.normalize("NFD", plain(text)).translate(LOOKS_LIKE)
    return bare.replace("l\u0307", "l").replace("j\u0307", "j")
