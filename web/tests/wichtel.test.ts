import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { words } from "../src/words";
import { event, gnome, GNOMES, titleName, worth } from "../src/games/wichtel/cards";
import { byItself, choicesOf, stillToBeAsked } from "../src/games/wichtel/choices";
import { Desk, type Looked } from "../src/games/wichtel/desk.svelte";
import { motionsOf } from "../src/games/wichtel/motions";
import GnomeCard from "../src/games/wichtel/pieces/GnomeCard.svelte";
import { fromView, goOn, needOf } from "../src/games/wichtel/pieces/story";
import Tally from "../src/games/wichtel/pieces/Tally.svelte";
import type { Scene } from "../src/parts/happenings.svelte";
import type { AnyMove, WichtelView } from "../src/wire/wichtel";

const seat = (changes = {}) => ({ total: 0, gnomes: 4, sure: [], events: 4, shown: [], bribe: null, ...changes });
const place = (gnome: string) => ({ gnome, leaves_next: false, prospect: null });
const slots = (number: number) => Array.from({ length: number }, () => ({ gnome: null, caller: null }));
const VIEW = {
  seat: 0,
  phase: "start",
  actor: 0,
  active: 0,
  asked: 0,
  round: 1,
  village: ["HS", "KS", "FA"].map(place),
  left: { draws: true, slots: slots(16) },
  right: { draws: false, slots: slots(1) },
  back: false,
  halt: false,
  seats: [seat(), seat(), seat()],
  die_on: null,
  partner: null,
  offer: null,
  briber: null,
  bribe: null,
  rolled: null,
} as unknown as WichtelView;
const view = (changes: object): WichtelView => ({ ...VIEW, ...changes });
const legal = (...moves: AnyMove[]) => moves.map((move, action) => ({ action, move, words: "" }) as never);
type Happened = Scene<WichtelView, AnyMove>["happened"];
/** The line is never read: what is hidden of a move is null. */
const did = (actor: number, move: object, about = actor): Happened[number] =>
  ({ ply: 1, actor, glimpse: 1, line: "", about, move }) as Happened[number];
const scene = (happened: Happened, after: WichtelView) => ({ happened, before: VIEW, after });

describe("cards", () => {
  it("say when they are worth more than they show", () => {
    expect(worth("ME")).toBe("7!");
  });
});

describe("choices", () => {
  it("are found by what one touches", () => {
    const can = choicesOf(
      legal({ type: "call", what: "FA" }, { type: "swap", seat: 2, gnome: "FA" }, { type: "recruit", what: "3" }),
    );
    expect(can.call.get("FA")).toBe(0);
    expect(can.swap.get(2)?.get("FA")).toBe(1);
    expect(can.recruit.get(3)).toBe(2);
  });

  it("of a bribe may be made beforehand only by who is still to be asked", () => {
    const bribing = { phase: "bribe", active: 2, asked: 0 };
    expect(stillToBeAsked(view({ ...bribing, seat: 1 }))).toBe(true);
    expect(stillToBeAsked(view({ ...bribing, seat: 0 }))).toBe(false);
    expect(stillToBeAsked(view({ ...bribing, seat: 2 }))).toBe(false);
    expect(stillToBeAsked(view({ ...bribing, asked: 1, seat: 0 }))).toBe(false);
    expect(stillToBeAsked(view({ ...bribing, seat: -3 }))).toBe(false);
    const empty = [seat(), seat({ events: 0 }), seat()];
    expect(stillToBeAsked(view({ ...bribing, seat: 1, seats: empty }))).toBe(false);
  });
});

describe("what happens by itself", () => {
  const both = { pass: true, march: true };
  const bribes = legal({ type: "pass" }, { type: "bribe", what: "C3" });
  it("is a pass where nothing else can be done, and only if one likes it so", () => {
    const only = legal({ type: "pass" });
    expect(byItself(view({ phase: "nix" }), only, both, null)).toEqual({ action: 0, why: "only" });
    expect(byItself(view({ phase: "nix" }), only, { ...both, pass: false }, null)).toBeNull();
    expect(byItself(view({ phase: "bribe" }), bribes, both, null)).toBeNull();
    expect(byItself(view({ phase: "reply" }), legal({ type: "return", what: "FA" }), both, null)).toBeNull();
  });
  it("is what was chosen beforehand, if it still can be", () => {
    expect(byItself(view({ phase: "bribe" }), bribes, both, "C3")).toEqual({ action: 1, why: "preset" });
    expect(byItself(view({ phase: "bribe" }), bribes, both, "pass")).toEqual({ action: 0, why: "preset" });
    expect(byItself(view({ phase: "bribe" }), bribes, both, "C5")).toBeNull();
  });
  it("is the march, also with a movement card in hand", () => {
    const start = legal({ type: "march" }, { type: "back" });
    expect(byItself(view({}), start, both, null)?.why).toBe("march");
    expect(byItself(view({}), start, { pass: true, march: false }, null)).toBeNull();
  });
});

describe("what somebody has in mind", () => {
  const looked = (): Looked => ({ of: "event", code: "HALT" });

  it("is over with the move, and not when the board is drawn anew", () => {
    const desk = new Desk();
    desk.at(7);
    desk.gnome = 2;
    desk.at(7);
    expect(desk.gnome).toBe(2);
    desk.at(8);
    expect(desk.gnome).toBeNull();
  });

  it("is explained as long as a mouse is there, and to a finger until the next move", () => {
    const desk = new Desk();
    desk.explain(looked, new PointerEvent("pointerenter", { pointerType: "mouse" }));
    desk.at(1);
    expect(desk.look).toBe(looked);
    desk.explain(looked, new PointerEvent("click", { pointerType: "touch" }));
    desk.at(1);
    expect(desk.look).toBe(looked);
    desk.at(2);
    expect(desk.look).toBeNull();
  });
});

describe("the story of a recruitment", () => {
  const begin = did(0, { type: "recruit", what: "2" });
  it("keeps the bribes, which counted, and the die", () => {
    let story = goOn(null, scene([begin], view({ phase: "bribe", die_on: 2, asked: 1 })));
    story = goOn(story, scene([did(1, { type: "bribe", what: null })], view({ phase: "bribe", die_on: 2, asked: 2 })));
    expect(story?.bribes).toEqual([{ seat: 1, card: null, nixed: false }]);
    expect(needOf(story!)).toBeNull();
    const turned = [
      did(2, { type: "pass" }),
      did(-1, { type: "turn", what: "C5" }, 1),
      did(-1, { type: "roll", what: "4" }, 0),
    ];
    story = goOn(
      story,
      scene(turned, view({ phase: "replace", die_on: 2, asked: 1, briber: 1, bribe: "C5", rolled: 4 })),
    );
    expect(story).toMatchObject({ gnome: "KS", counts: 1, settled: true, rolls: [4], taker: 1, turned: [1] });
    expect(needOf(story!)).toBe(5);
    expect(goOn(story, scene([did(1, { type: "march" })], view({})))).toBeNull();
  });
  it("is told by the position alone to whoever has just come", () => {
    const seats = [seat(), seat({ bribe: "?" }), seat({ bribe: "C4" })];
    const story = fromView(view({ phase: "bribe", die_on: 1, asked: 2, seats }));
    expect(story?.bribes.map((bribe) => bribe.card)).toEqual([null, "C4"]);
    expect(fromView(view({}))).toBeNull();
  });
});

describe("motions", () => {
  const march = [did(0, { type: "march" })];
  const after = view({ village: ["SW", "HS", "KS"].map(place), left: { draws: true, slots: slots(15) } });
  it("of a march go one place towards the discard pile", () => {
    const { flights, slides } = motionsOf(VIEW, after, march);
    expect(flights).toEqual([{ code: "FA", kind: "gnome", from: "place 3", to: "right", delay: 0 }]);
    expect(slides.map((slide) => slide.from)).toEqual(["left", "place 1", "place 2"]);
  });
  it("go the other way after a turnabout, and with Come Back!", () => {
    const turned = view({ left: { draws: false, slots: slots(3) }, right: { draws: true, slots: slots(9) } });
    expect(motionsOf(turned, after, march).slides[0]?.from).toBe("place 2");
    expect(motionsOf(view({ back: true }), after, march).slides.at(-1)?.from).toBe("right");
  });
  it("are none when the village stands still", () => {
    expect(motionsOf(view({ halt: true }), VIEW, march)).toEqual({ flights: [], slides: [] });
  });
  it("send the bribes home that do not count", () => {
    const turned = [did(-1, { type: "turn", what: "C3" }, 1), did(-1, { type: "turn", what: "C5" }, 2)];
    const { flights } = motionsOf(view({ phase: "bribe" }), view({ phase: "replace", briber: 2 }), turned);
    expect(flights.map(({ code, to }) => [code, to])).toEqual([["C3", "seat 1"]]);
  });
  it("show only the back of a card that one does not know", () => {
    const called = [did(1, { type: "call", what: null }), did(-1, { type: "gnome", what: null }, 1)];
    const { flights } = motionsOf(view({ active: 1 }), view({ active: 1 }), called);
    expect(flights.map(({ code, from, to }) => [code, from, to])).toEqual([
      [null, "seat 1", "right"],
      [null, "left", "seat 1"],
    ]);
  });
});

describe("cards", () => {
  afterEach(cleanup);

  it("that this page does not know are drawn from behind, and never as another one", () => {
    expect(GNOMES).not.toContain(gnome("XX"));
    expect([gnome("XX").name, worth("XX"), event("XX").name]).toEqual(["XX", "?", "XX"]);
    const { container } = render(GnomeCard, { code: "XX" });
    expect(container.querySelector(".back")).not.toBeNull();
    expect(container.querySelector(".value")).toBeNull();
  });

  it("and titles may share a name: a title goes by its id", () => {
    expect(titleName("master")).toBe("Master");
    expect(titleName(null)).toBeNull();
    expect(titleName("of_another_time")).toBe("of_another_time");
  });

  it("are explained in whole sentences", () => {
    const judged = {
      result: 45,
      points: 20,
      title: "marshal",
      title_points: 25,
      dismissed: ["KS"],
      stands_for: null,
      turned: true,
      words: "",
    };
    render(Tally, { hand: ["GE", "WW", "SW", "KS"], judged });
    const notes = document.querySelector(".notes")?.textContent;
    expect(notes).toBe(
      "The General sends away Club Swinger: worth nothing. The Widow turns the sum. Marshal: General and Forest Sergeant; the rest Forest Sergeant or Spear Thrower.",
    );
    expect(screen.getByText(/title: Marshal/)).toBeTruthy();
  });
});

it("counts gnomes that are sent away together", () => {
  const two = ["Club Swinger", "Spear Thrower", "Club Swinger"];
  expect(words.wichtel.sentAwayBy(two, "General")).toBe(
    "The General sends away Club Swinger ×2 and Spear Thrower: worth nothing.",
  );
});
