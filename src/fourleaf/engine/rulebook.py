"""The rules in words, clause by clause, as they are kept in a game's rulebook.md, and how something is found there."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Final

FENCE: Final = "```"
POSITION: Final = re.compile(r"^```position\n(.+)\n```$", re.MULTILINE)
HEADING: Final = re.compile(r"#+ +(?P<title>.+)")
CLAUSE: Final = re.compile(r"- \*\*(?P<id>[A-Z]\d+\.\d+)\*\* +(?P<text>.+)")
ITEM: Final = re.compile(r"(?:[-*]|\d+\.) +(?P<text>.+)")
RULER: Final = re.compile(r"[|:\- ]+")
PLACE: Final = re.compile(r"(?P<chapter>[a-z]?\d+)(?:\.(?P<clause>\d+))?")

SYNONYMS: Final = (
    {"die", "dice", "roll", "throw"},
    {"rabbit", "hare", "bunny"},
    {"tie", "draw", "equal", "level", "share"},
    {"end", "over", "finish", "last"},
    {"win", "victory", "winner", "won"},
    {"lose", "loss", "lost", "loser"},
    {"score", "points", "point", "count", "scoring"},
    {"gold", "coin", "money"},
    {"start", "begin", "setup", "first"},
    {"seat", "player", "opponent", "rival"},
    {"pass", "skip", "decline"},
    {"swap", "exchange", "trade", "barter"},
    {"secret", "hidden", "hide", "unseen"},
    {"flip", "turn", "reveal"},
    {"slide", "push", "shift"},
    {"jump", "hop", "leap"},
    {"move", "ride", "run", "walk", "step"},
    {"gnome", "wichtel", "follower"},
    {"pawn", "figure", "piece", "hunter"},
    {"whirl", "whirlpool", "vortex"},
    {"bribe", "thaler", "bid"},
    {"backup", "sacrifice"},
    {"tile", "clover", "leaf"},
    {"potion", "brew", "recipe"},
    {"apprentice", "druid", "joker", "wild"},
    {"bag", "pouch"},
    {"!", "exclamation"},
)
"""Words of which a rulebook may use one where a player types another."""
LITTLE: Final = re.compile(r"an?|and|are|can|do|does|how|i|if|in|is|it|my|of|on|or|the|to|wh(at|en|ich|o|y)|you")
"""Words that say nothing beside others."""
SAME: Final = 4.0
"""What it counts that a passage has a word ..."""
ALIKE: Final = 2.0
"""... or another that means as much; a rare one counts up to one more, as a common one has other meanings too ..."""
BEGUN: Final = 1.0
"""... or one that begins so."""
IN_THE_TITLE: Final = 1.0
SPOKEN_OF: Final = 1.0
"""What it counts that a word stands between quotation marks."""
AS_A_PHRASE: Final = 6.0
AS_A_CLAUSE: Final = 0.5
SHORT: Final = 3
"""A word of so many letters or fewer has no ending to be cut, and is not looked for as the beginning of another."""


@dataclass(frozen=True)
class Passage:
    """A clause with its id, or another paragraph or row of the rulebook, and the heading that it stands under."""

    id: str | None
    title: str
    text: str


@dataclass(frozen=True)
class Rulebook:
    """A game's rules: the whole text, and each numbered clause of it."""

    text: str

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Everything that the rulebook says, in its order; drawn positions say nothing in words."""
        return tuple(_passages(self.text))

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """The positions that are drawn in it, each in one line, in the order of the rulebook."""
        return tuple(POSITION.findall(self.text))

    @cached_property
    def clauses(self) -> dict[str, str]:
        """Each clause by its id, in the order of the rulebook."""
        return {passage.id: passage.text for passage in self.passages if passage.id}

    def about(self, words: str) -> list[Passage]:
        """The clause with this id, or the chapter (T2), or what is said about these words, the best first."""
        return self._at(words) or self._with(_roots_asked(words), _plain(words))

    def near(self, words: str) -> list[str]:
        """Words of the rulebook that look like those which it does not have."""
        words_of = sorted({word for passage in self.passages for word in _words(passage.text)}, key=len, reverse=True)
        known = {_root(word): word for word in words_of if len(word) > SHORT}
        unknown = [word for word in _words(words) if not self._with([_root(word)], word)]
        found = [near for word in unknown for near in get_close_matches(word, known.values(), cutoff=0.7)]
        return list(dict.fromkeys(found))

    def _at(self, words: str) -> list[Passage]:
        place = PLACE.fullmatch("".join(words.casefold().split()))
        if place is None:
            return []
        found = []
        for passage in self.passages:
            chapter, _, clause = (passage.id or "").casefold().partition(".")
            if place["chapter"] in (chapter, chapter[1:]) and place["clause"] in (None, clause):
                found.append(passage)
        return found

    def _with(self, roots: list[str], phrase: str) -> list[Passage]:
        """Passages with all of the words, or if there is none with as many of them as any."""
        weighed = [(passage, [self._weight(passage, root) for root in roots]) for passage in self.passages]
        most = max((sum(map(bool, weights)) for _, weights in weighed), default=0)
        found = [(passage, weights) for passage, weights in weighed if most and sum(map(bool, weights)) == most]

        def promise(weighed: tuple[Passage, list[float]]) -> float:
            passage, weights = weighed
            said = AS_A_PHRASE if len(roots) > 1 and phrase in _plain(passage.text) else 0.0
            return sum(weights) + said + (AS_A_CLAUSE if passage.id else 0.0)

        return [passage for passage, _ in sorted(found, key=promise, reverse=True)]

    def _weight(self, passage: Passage, root: str) -> float:
        """How well a passage answers a word; nothing if it does not have it."""
        roots = self._roots_of[passage]
        title = IN_THE_TITLE if root in _roots(passage.title) else 0.0
        alike = MEANT.get(root, set()) & roots
        if any(f'"{word}"' in passage.text for word in alike | {root}):
            title += SPOKEN_OF
        if root in roots:
            return SAME + title
        if alike:
            return ALIKE + 1.0 / min(self._common[other] for other in alike) + title
        begun = len(root) > SHORT and any(word.startswith(root) for word in roots)
        return BEGUN + title if begun else title

    @cached_property
    def _roots_of(self) -> dict[Passage, set[str]]:
        return {passage: set(_roots(passage.text)) for passage in self.passages}

    @cached_property
    def _common(self) -> Counter[str]:
        """In how many passages each word stands."""
        return Counter(root for roots in self._roots_of.values() for root in roots)


def _passages(text: str) -> Iterator[Passage]:
    """Read Markdown as far as rulebooks use it: headings, clauses, lists, tables, paragraphs and fenced positions."""
    title, head, fenced = "", "", False
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        bare = line.strip()
        heading = HEADING.fullmatch(bare)
        begins = not bare or heading or bare.startswith((FENCE, "|")) or ITEM.fullmatch(bare)
        if begins and block:
            yield _passage(title, block)
            block = []
        if bare.startswith(FENCE):
            fenced = not fenced
        elif fenced or RULER.fullmatch(bare):
            continue
        elif heading:
            title = heading["title"]
        elif bare.startswith("|"):
            if head:
                yield Passage(None, title, _row(head, bare))
            head = head or bare
        elif bare:
            block.append(bare)
        if not bare.startswith("|"):
            head = ""


def _passage(title: str, lines: list[str]) -> Passage:
    text = " ".join(" ".join(lines).split())
    clause = CLAUSE.fullmatch(text)
    if clause:
        return Passage(clause["id"], title, clause["text"])
    item = ITEM.fullmatch(text)
    return Passage(None, title, item["text"] if item else text)


def _row(head: str, row: str) -> str:
    """A row of a table as a sentence, because its heading is far off."""
    named = zip(_cells(head), _cells(row), strict=False)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


# Words


def _plain(text: str) -> str:
    """Small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _words(text: str) -> list[str]:
    # A mark of exclamation is a word where it is spoken of, or stands behind a value.
    return re.findall(r"[a-z0-9]+|(?<![a-z])!", _plain(text).replace("'s", ""))


def _root(word: str) -> str:
    """A word without its ending, roughly: what is cut from both sides still meets."""
    for ending, left in (("ies", "y"), ("ings", ""), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= SHORT:
            word = word[: -len(ending)] + left
            break
    return word.removesuffix("e") if len(word) > SHORT else word


def _roots(text: str) -> list[str]:
    return [_root(word) for word in _words(text)]


def _roots_asked(text: str) -> list[str]:
    """The roots of the words that matter; little words do only where there are no others."""
    words = _words(text)
    return [_root(word) for word in words if not LITTLE.fullmatch(word)] or [_root(word) for word in words]


MEANT: Final = {_root(word): {_root(other) for other in group} - {_root(word)} for group in SYNONYMS for word in group}
