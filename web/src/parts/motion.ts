import { movesAllowed, settings } from "../settings.svelte";

const NAME = "move";

/** Show how something came to where it already stands, at the pace that one likes. */
export function move(node: Element, frames: Keyframe[], milliseconds: number, delay = 0): void {
  for (const running of node.getAnimations()) if (running.id === NAME) running.cancel();
  also(node, frames, milliseconds, delay);
}

/** The same beside what the thing is doing already. */
export function also(node: Element, frames: Keyframe[], milliseconds: number, delay = 0): void {
  if (!movesAllowed()) return;
  const { tempo } = settings;
  const animation = node.animate(frames, {
    duration: milliseconds * tempo,
    delay: delay * tempo,
    easing: "linear",
    fill: "backwards",
  });
  animation.id = NAME;
}

function running(): Animation[] {
  // A page without a screen has none.
  return (document.getAnimations?.() ?? []).filter(({ id, playState }) => id === NAME && playState === "running");
}

/** When everything that was set in motion has arrived, also what set out meanwhile. */
export async function arrival(): Promise<void> {
  for (let moving = running(); moving.length > 0; moving = running())
    await Promise.allSettled(moving.map(({ finished }) => finished));
}

export function finishMotion(): void {
  for (const animation of running()) animation.finish();
}
