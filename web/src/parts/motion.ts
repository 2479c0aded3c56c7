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

/** Everything on its way, by whatever means; neither what never ends nor what lingers, as a trace does, is waited for. */
function underWay(): Animation[] {
  // A page without a screen has none.
  return (document.getAnimations?.() ?? []).filter(({ playState, effect }) => {
    if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
    return Number.isFinite(effect.getComputedTiming().endTime) && !effect.target?.closest("[data-lingers]");
  });
}

/** When everything that was set in motion has arrived, also what `move` sends out meanwhile. */
export async function arrival(): Promise<void> {
  // What else begins meanwhile is what a hand does, as when a mouse goes over cards.
  for (let moving = underWay(); moving.length > 0; moving = underWay().filter(({ id }) => id === NAME))
    await Promise.allSettled(moving.map(({ finished }) => finished));
}

export function finishMotion(): void {
  for (const animation of underWay()) animation.finish();
}
