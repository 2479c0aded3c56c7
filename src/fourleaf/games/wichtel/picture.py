"""A view of the gnomes drawn in characters."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.wichtel import board
from fourleaf.games.wichtel.board import GNOME_CODES
from fourleaf.games.wichtel.view import TITLE_NAMES, Pile, Place, WichtelView

# The picture

CAREER_TONES: Final[dict[str, Tone]] = {"family": "white", "civil": "green", "military": "red", "chief": "violet"}
TONES: Final[dict[str, Tone]] = {gnome["code"]: CAREER_TONES[gnome["career"]] for gnome in board.BOX["gnome"]}
CELL: Final = 12
SIDE: Final = 10
"""The width of a pile beside the village."""
LATE: Final = 8
"""The lap from which on its number is shown."""


def picture(view: WichtelView) -> Picture:
    """The village between its piles, the seats, and the viewer's hand."""
    lines: list[Line] = [_headline(view), [], *_village_lines(view), []]
    lines += [_pile_line(view, "left", view.left), _pile_line(view, "right", view.right), []]
    lines += [_seat_line(view, seat) for seat in range(len(view.seats))]
    if view.last_round:
        lines += [[], *_last_round_lines(view)]
    if view.hand:
        lines += [[], *_hand_lines(view)]
    lines += [[Ink("spent         ", "quiet"), Ink(" ".join(view.spent) or "nothing yet", "quiet")]]
    return lines


def _headline(view: WichtelView) -> Line:
    supervisor = board.BOX["supervisor"]["free" if view.supervisor_free else "abducted"]["en"]
    line = [Ink(f"round {view.round}", "strong"), Ink(f"   up to {view.target}   ", "quiet")]
    line += [Ink("supervisor: ", "quiet"), Ink(supervisor, "gold" if view.supervisor_free else "quiet")]
    line += [Ink(f"   lap {view.lap} of {board.LAP_LIMIT}", "orange")] if view.lap >= LATE else []
    line += [Ink("   the next step goes back", "blue")] if view.back else []
    line += [Ink("   no next step", "blue")] if view.halt else []
    return line


def _village_lines(view: WichtelView) -> list[Line]:
    way = "►►" if view.left.draws else "◄◄"
    roles = ("draws", "discards") if view.left.draws else ("discards", "draws")
    margins = [
        ("", ""),
        (f"{len(view.left.slots)} ▒▒", f"▒▒ {len(view.right.slots)}"),
        roles,
        (way, way),
        ("", ""),
        ("", ""),
    ]
    cells = [_cell(view, number, place) for number, place in enumerate(view.village, 1)]
    lines: list[Line] = []
    for row, (left, right) in enumerate(margins):
        line = [Ink(f"{left:>{SIDE - 1}} ", "quiet")]
        for cell in cells:
            line += cell[row]
        lines.append([*line, Ink(f" {right}", "quiet")])
    return lines


def _cell(view: WichtelView, number: int, place: Place) -> list[Line]:
    """One place of the village as six rows of CELL characters."""
    die = view.die_on == number
    edge: Tone = "gold" if die else "orange" if place.leaves_next else "quiet"
    ink: Tone = "quiet"
    width = CELL - 2
    rows = ["", "", ""]
    if place.gnome is not None:
        kind = GNOME_CODES.index(place.gnome)
        first, _, second = board.GNOME_NAMES["en"][kind].partition(" ")
        rows = [f"{place.gnome}{_value(kind):>{width - 2}}", first, second]
        ink = TONES[place.gnome]
    foot = f"{number} die" if die and place.gnome else str(number)
    return [
        [Ink("╭" + "─" * width + "╮", edge)],
        *([Ink("│", edge), Ink(row.ljust(width), ink), Ink("│", edge)] for row in rows),
        [Ink("╰" + foot.center(width, "─") + "╯", edge)],
        [_prospect_below(view, place)],
    ]


def _prospect_below(view: WichtelView, place: Place) -> Ink:
    if place.prospect is None or view.judged is None:
        return Ink(" " * CELL)
    result = place.prospect.judged.result
    better = result > view.judged.result
    return Ink(f"you: {result}".center(CELL), "gold" if better else "quiet")


def _value(kind: int) -> str:
    return f"{board.VALUE_OF[kind]}{'!' if board.BOX['gnome'][kind]['mark'] else ''}"


def _pile_line(view: WichtelView, name: str, pile: Pile) -> Line:
    line = [Ink(f"{name:<6}pile  ", "quiet")]
    unseen = 0
    for slot in (*reversed(pile.slots), None):
        if slot is not None and slot.gnome is None and slot.caller is None:
            unseen += 1
            continue
        line += [Ink(f"?×{unseen} ", "quiet")] if unseen else []
        unseen = 0
        if slot is not None and slot.gnome is not None:
            line += [Ink(slot.gnome, TONES[slot.gnome]), Ink(" ")]
        elif slot is not None:
            line += [Ink(f"?{slot.caller} ", "quiet")]
    return [*line, Ink("  (from the top)" if pile.slots else "empty", "quiet")]


def _seat_line(view: WichtelView, seat: int) -> Line:
    seen = view.seats[seat]
    name = "you" if seat == view.seat else "turn" if seat == view.active else ""
    line = [
        Ink(f"seat {seat}  ", "gold" if seat == view.actor else ""),
        Ink(f"{name:<6}", "gold" if name == "you" else ""),
    ]
    line += [Ink(f"{seen.total:>4} ", "strong"), Ink(_bar(seen.total, view.target), "green"), Ink("  ")]
    if seat != view.seat:
        for code in seen.sure:
            line += [Ink(code, TONES[code]), Ink(" ")]
        line += [Ink("▒▒ " * (seen.gnomes - len(seen.sure)), "quiet")]
    else:
        line += [Ink("your hand   ", "quiet")]
    line += [Ink(f" {seen.events} events", "quiet")]
    line += [Ink(f"  shown {' '.join(seen.shown)}", "yellow")] if seen.shown else []
    if seen.bribe is not None:
        line += [Ink("  bribe ", "quiet"), Ink("face down" if seen.bribe == "?" else seen.bribe, "gold")]
    if view.briber == seat:
        line += [Ink(f"  {view.bribe} counts", "gold")]
    if view.partner == seat:
        line += [Ink(f"  swap {view.offer or '?'} for {view.returned or '?'}", "gold")]
    return line


def _bar(total: int, target: int) -> str:
    width = 10
    filled = min(width, max(0, total * width // target))
    return "▇" * filled + "·" * (width - filled)


def _last_round_lines(view: WichtelView) -> list[Line]:
    lines: list[Line] = []
    for seat, laid in enumerate(view.last_round):
        line = [Ink("last round    " if seat == 0 else " " * 14, "quiet"), Ink(f"seat {seat}  {laid.points:>3}  ")]
        for code in laid.hand:
            line += [Ink(code, TONES[code]), Ink(" ")]
        title = f", title: {TITLE_NAMES[laid.judged.title]}" if laid.judged.title else ""
        lines.append([*line, Ink(f" {laid.judged.result}{title}", "quiet")])
    return lines


def _hand_lines(view: WichtelView) -> list[Line]:
    gnomes: list[Ink] = []
    for code in view.hand:
        gnomes += [Ink(code, TONES[code]), Ink(f" {_value(GNOME_CODES.index(code))}  ", "quiet")]
    lines: list[Line] = [[Ink("your gnomes   "), *gnomes]]
    if view.judged is not None:
        tone: Tone = "red" if view.judged.result < 0 else "gold"
        lines.append([Ink("your result   "), Ink(view.judged.words, tone)])
    return [*lines, [Ink("your events   "), Ink("  ".join(view.events) or "none", "strong")]]
