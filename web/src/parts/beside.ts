import type { Attachment } from "svelte/attachments";

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;

/** Where a card goes: above the thing, else below it or at its side, and inside the window in any case. */
export function placed(thing: Box, card: Pick<Box, "width" | "height">, room: Pick<Box, "width" | "height">) {
  const middle = { x: thing.left + (thing.width - card.width) / 2, y: thing.top + (thing.height - card.height) / 2 };
  const spots = [
    { x: middle.x, y: thing.top - card.height - GAP },
    { x: middle.x, y: thing.top + thing.height + GAP },
    { x: thing.left + thing.width + GAP, y: middle.y },
    { x: thing.left - card.width - GAP, y: middle.y },
  ].map((spot, place) => ({
    x: place < 2 ? inside(spot.x, card.width, room.width) : spot.x,
    y: place < 2 ? spot.y : inside(spot.y, card.height, room.height),
  }));
  const fits = ({ x, y }: { x: number; y: number }): boolean =>
    x >= 0 && y >= 0 && x + card.width <= room.width && y + card.height <= room.height;
  const { x, y } = spots.find(fits) ?? spots[0]!;
  return { x: inside(x, card.width, room.width), y: inside(y, card.height, room.height) };
}

const inside = (from: number, size: number, room: number): number => Math.max(GAP, Math.min(from, room - size - GAP));

/** A card that is shown beside something: above everything else, cut off by nothing. */
export function beside(thing: () => Element | null): Attachment<HTMLElement> {
  return (card) => {
    function place(): void {
      const beside = thing();
      if (beside === null) return;
      const { x, y } = placed(beside.getBoundingClientRect(), card.getBoundingClientRect(), {
        width: innerWidth,
        height: innerHeight,
      });
      card.style.left = `${x}px`;
      card.style.top = `${y}px`;
    }
    card.popover = "manual";
    Object.assign(card.style, { position: "fixed", inset: "auto", margin: "0" });
    // A page without a screen has no layer above it.
    card.showPopover?.();
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(card);
    window.addEventListener("resize", place);
    return () => {
      sizes.disconnect();
      window.removeEventListener("resize", place);
    };
  };
}
