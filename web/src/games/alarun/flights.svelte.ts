/** Cards travel from where they lay: what is seen before a change is matched with what is seen after it. */

import { tick, untrack } from "svelte";
import { move } from "../../parts/motion";
import { movesAllowed } from "../../settings.svelte";
import type { AnyMove } from "../../wire/alarun";
import type { AlarunStage } from "./turn.svelte";
import { AURI } from "./kinds";
import { sources } from "./zones";

interface Seen {
  card: string;
  zone: string;
  at: string;
  box: DOMRect;
  used: boolean;
}

const UNKNOWN = "?";
const STEP = 420;
const APART = 70;

function look(): (Seen & { node: Element })[] {
  return [...document.querySelectorAll<HTMLElement | SVGElement>(".table [data-zone]")].map((node) => ({
    node,
    card: node.dataset.card ?? "",
    zone: node.dataset.zone ?? "",
    at: node.dataset.at ?? "",
    box: node.getBoundingClientRect(),
    used: false,
  }));
}

/** Follow a stage for as long as the component that calls it is there. */
export function flights(stageOf: () => AlarunStage): void {
  let before: Seen[] = [];
  $effect.pre(() => {
    void stageOf().latest;
    before = movesAllowed() ? look() : [];
  });
  $effect(() => {
    const stage = stageOf();
    const latest = stage.latest;
    if (latest.length === 0) return;
    const was = before;
    void tick().then(() => untrack(() => fly(was, stage)));
  });
}

function fly(before: Seen[], stage: AlarunStage): void {
  const swapper = stage.latest.find(({ move: done }) => {
    const type = (done as AnyMove | null)?.type;
    return type === "swap" || type === "swap_all";
  });
  const fresh = [];
  for (const now of look()) {
    const stayed = before.find(
      (one) => !one.used && one.zone === now.zone && one.card === now.card && one.at === now.at,
    );
    if (!stayed) fresh.push(now);
    else {
      stayed.used = true;
      if (now.zone === "hand" || now.zone === "centre" || now.zone === "marker")
        travel(now.node, stayed.box, now.box, 0);
    }
  }
  let dealt = 0;
  for (const now of fresh) {
    if (now.card === UNKNOWN) continue;
    const from = sources(now.zone, stage.seat, swapper?.actor ?? -1)
      .map((zone) => before.filter((one) => !one.used && one.zone === zone))
      .map((there) => there.find((one) => one.card === now.card) ?? there.find((one) => one.card === UNKNOWN))
      .find((one) => one !== undefined);
    if (!from) continue;
    // The deck is never used up.
    from.used = from.zone !== "deck";
    const turned = from.zone === "deck" || from.zone === "reserve";
    travel(now.node, from.box, now.box, turned ? APART * dealt++ : 0, turned);
    if (now.card === AURI) flash(now.node);
  }
}

/** From one box to another on a slight curve to the left, so that two cards that change places pass each other. */
function travel(node: Element, from: DOMRect, to: DOMRect, delay: number, turned = false): void {
  const unit = node instanceof SVGGElement ? (node.ownerSVGElement?.getScreenCTM()?.a ?? 1) : 1;
  const x = (from.x + from.width / 2 - to.x - to.width / 2) / unit;
  const y = (from.y + from.height / 2 - to.y - to.height / 2) / unit;
  if (Math.hypot(x, y) * unit < 3) return;
  const scale = to.width > 0 ? from.width / to.width : 1;
  const frames = Array.from({ length: 9 }, (_, step) => {
    const part = 1 - (1 - step / 8) ** 3;
    const left = 1 - part;
    const side = 4 * part * left * 0.14;
    const size = scale * left + part;
    // A card that lay face down is turned up on its way.
    const width = turned ? size * Math.max(0.05, part) : size;
    return {
      transform: `translate(${(x * left - y * side).toFixed(1)}px, ${(y * left + x * side).toFixed(1)}px) scale(${width.toFixed(3)}, ${size.toFixed(3)})`,
    };
  });
  move(node, frames, STEP, delay);
}

function flash(node: Element): void {
  const glow = (size: number): string => `drop-shadow(0 0 ${size}px #f0c244) brightness(${1 + size / 40})`;
  const shine = node.animate([{ filter: glow(0) }, { filter: glow(18) }, { filter: glow(0) }], {
    duration: 1100,
    easing: "ease-out",
  });
  shine.id = "move";
}
