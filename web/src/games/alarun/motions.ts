/** Cards travel from where they lay: what is seen before a change is matched with what is seen after it. */

import { also, move } from "../../parts/motion";
import { movesAllowed } from "../../settings.svelte";
import type { AlarunStage } from "./desk.svelte";
import { AURI } from "./cards";
import { sources } from "./pieces/zones";

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

/** Show where the cards came from, for as long as the component that calls it is there. */
export function flights(stage: AlarunStage): void {
  let before: Seen[] = [];
  stage.watch({
    prepare: () => (before = movesAllowed() ? look() : []),
    show: ({ happened }) => {
      const swapper = happened.find(({ move: done }) => done?.type === "swap" || done?.type === "swap_all");
      fly(before, stage.seat, swapper?.actor ?? -1);
    },
  });
}

function fly(before: Seen[], seat: number, swapper: number): void {
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
    const from = sources(now.zone, seat, swapper)
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
  also(node, [{ filter: glow(0) }, { filter: glow(18) }, { filter: glow(0) }], 1100);
}
