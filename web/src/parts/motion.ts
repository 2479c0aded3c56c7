import { movesAllowed } from "../settings.svelte";

/** Show how something came to where it already stands. The next move never waits for it, and a click skips it. */
export function move(node: Element, frames: Keyframe[], milliseconds: number, delay = 0): void {
  for (const running of node.getAnimations()) if (running.id === "move") running.cancel();
  if (!movesAllowed()) return;
  const animation = node.animate(frames, { duration: milliseconds, delay, easing: "linear", fill: "backwards" });
  animation.id = "move";
}
