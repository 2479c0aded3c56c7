"""The rules in words, clause by clause, as they are kept in a game's rulebook.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]\d+\.\d+)\*\* (?P<text>.+(?:\n  .+)*)$", re.MULTILINE)


@dataclass(frozen=True)
class Rulebook:
    """A game's rules: the whole text, and each numbered clause of it."""

    text: str

    @cached_property
    def clauses(self) -> dict[str, str]:
        """Each clause by its id, in the order of the rulebook."""
        return {found["id"]: " ".join(found["text"].split()) for found in CLAUSE.finditer(self.text)}

    def about(self, words: str) -> dict[str, str]:
        """The clauses with this id, in this chapter (T2), or with these words in them."""
        wanted = words.strip().casefold()
        by_id = {
            clause: text
            for clause, text in self.clauses.items()
            if clause.casefold() == wanted or clause.casefold().startswith(f"{wanted}.")
        }
        return by_id or {clause: text for clause, text in self.clauses.items() if wanted in text.casefold()}
