/** What touching a thing means: the move it stands for, the first half of one, or a wish that is refused with its reason. */

import { choicesOf, stillToBeAsked, type WichtelStage } from "./choices";
import { Desk } from "./desk.svelte";

/** One of my four, by its place in my hand. */
export function touchGnome(stage: WichtelStage, place: number): void {
  const desk = stage.own(Desk);
  const code = stage.view.hand[place] ?? "";
  const can = choicesOf(stage.legal);
  const now = can.puts.get(code) ?? can.returns.get(code);
  if (now !== undefined) stage.play(now);
  else if (can.call.size === 0) stage.why(stage.view.phase === "reply" ? `return ${code}` : `call ${code}`);
  else if (desk.target === "pile") stage.play(can.call.get(code)!);
  else if (desk.target !== null) stage.play(can.swap.get(desk.target)!.get(code)!);
  else desk.gnome = desk.gnome === place ? null : place;
}

export function touchPile(stage: WichtelStage): void {
  const desk = stage.own(Desk);
  const can = choicesOf(stage.legal);
  const code = desk.gnome === null ? null : (stage.view.hand[desk.gnome] ?? null);
  if (can.call.size === 0) {
    if (stage.seat >= 0) stage.why(`call ${stage.view.hand[0] ?? ""}`);
  } else if (code !== null) stage.play(can.call.get(code)!);
  else desk.target = desk.target === "pile" ? null : "pile";
}

export function touchRival(stage: WichtelStage, seat: number): void {
  const desk = stage.own(Desk);
  const can = choicesOf(stage.legal);
  const now = can.give.get(seat) ?? (can.nix.has(seat) ? can.nix.get(seat) : undefined);
  const code = desk.gnome === null ? null : (stage.view.hand[desk.gnome] ?? null);
  if (now !== undefined) stage.play(now);
  else if (!can.swap.has(seat)) {
    if (stage.seat >= 0) stage.why(`swap ${seat} ${stage.view.hand[0] ?? ""}`);
  } else if (code !== null) stage.play(can.swap.get(seat)!.get(code)!);
  else desk.target = desk.target === seat ? null : seat;
}

/** A place of the village, the first one being 1. */
export function touchPlace(stage: WichtelStage, place: number): void {
  const desk = stage.own(Desk);
  const can = choicesOf(stage.legal);
  const here = desk.card === "HERE" ? can.here.get(place) : undefined;
  const now = here ?? can.recruit.get(place);
  if (now !== undefined) stage.play(now);
  else if (stage.seat >= 0) stage.why(`recruit ${place}`);
}

const WISHES: Record<string, string> = { HERE: "here 1", BACK: "back", HALT: "halt", LOOK: "look", NIX: "nix 0" };

export function touchEvent(stage: WichtelStage, code: string): void {
  const desk = stage.own(Desk);
  const can = choicesOf(stage.legal);
  if (can.bribe.has(code)) stage.play(can.bribe.get(code)!);
  else if (code === "BACK" && can.plain.has("back")) stage.play(can.plain.get("back")!);
  else if (code === "HALT" && can.plain.has("halt")) stage.play(can.plain.get("halt")!);
  else if (code === "LOOK" && can.plain.has("look")) stage.play(can.plain.get("look")!);
  else if (code === "HERE" && can.here.size > 0) desk.card = desk.card === code ? null : code;
  else if (code === "NIX" && can.nix.size === 1) stage.play([...can.nix.values()][0]!);
  else if (code === "NIX" && can.nix.size > 1) desk.card = desk.card === code ? null : code;
  else if (stillToBeAsked(stage.view) && !(code in WISHES)) desk.preset = desk.preset === code ? null : code;
  else stage.why(WISHES[code] ?? `bribe ${code}`);
}

/** A bribe that lies turned up before a seat. */
export function touchBribe(stage: WichtelStage, seat: number): void {
  const action = choicesOf(stage.legal).nix.get(seat);
  if (action !== undefined) stage.play(action);
  else if (stage.seat >= 0) stage.why(`nix ${seat}`);
}

export interface Glow {
  gnomes: Set<string>;
  events: Set<string>;
  places: Set<number>;
  rivals: Set<number>;
  pile: boolean;
  /** Whether a gnome, a place, a pile or a rival shines: then whatever does not is dimmed. */
  any: boolean;
}

const none = (): Glow => ({
  gnomes: new Set(),
  events: new Set(),
  places: new Set(),
  rivals: new Set(),
  pile: false,
  any: false,
});

/** Whatever may be touched now. */
export function glow(stage: WichtelStage): Glow {
  const desk = stage.own(Desk);
  const can = choicesOf(stage.legal);
  const events = new Set(can.bribe.keys());
  if (can.plain.has("back")) events.add("BACK");
  if (can.plain.has("halt")) events.add("HALT");
  if (can.plain.has("look")) events.add("LOOK");
  if (can.here.size > 0) events.add("HERE");
  if (can.nix.size > 0) events.add("NIX");
  const here = desk.card === "HERE";
  const found = {
    gnomes: new Set([...can.call.keys(), ...can.returns.keys(), ...can.puts.keys()]),
    events,
    // Half a move is made: only what can complete it shines.
    places: new Set(here ? can.here.keys() : desk.gnome === null && desk.target === null ? can.recruit.keys() : []),
    rivals: new Set([...(desk.target === null ? can.swap.keys() : []), ...can.give.keys()]),
    pile: can.call.size > 0 && desk.target === null,
  };
  const { gnomes, places, rivals, pile } = found;
  return { ...found, any: pile || [gnomes, places, rivals].some(({ size }) => size > 0) };
}

/** What a hint points at. */
export function hinted(stage: WichtelStage): Glow & { plain: string | null } {
  const move = stage.hinted;
  const found = { ...none(), plain: null as string | null };
  switch (move?.type) {
    case "call":
      found.gnomes.add(move.what);
      found.pile = true;
      break;
    case "swap":
      found.gnomes.add(move.gnome);
      found.rivals.add(move.seat);
      break;
    case "put":
    case "return":
      found.gnomes.add(move.what);
      break;
    case "recruit":
      found.places.add(Number(move.what));
      break;
    case "here":
      found.places.add(Number(move.what));
      found.events.add("HERE");
      break;
    case "bribe":
      found.events.add(move.what);
      break;
    case "back":
    case "halt":
    case "look":
      found.events.add(move.type.toUpperCase());
      break;
    case "nix":
      found.events.add("NIX");
      found.rivals.add(Number(move.what));
      break;
    case "give":
      found.rivals.add(Number(move.what));
      break;
    default:
      found.plain = move?.type ?? null;
  }
  return found;
}

/** What the tapped line of the log speaks of. */
export function told({ marked }: WichtelStage): { place: number | null; seat: number | null } {
  const move = marked?.move;
  const place = move?.type === "recruit" || move?.type === "here" ? Number(move.what) : null;
  const actor = marked?.actor ?? -1;
  return { place, seat: actor >= 0 ? actor : null };
}
