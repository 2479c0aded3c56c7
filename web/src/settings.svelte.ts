import { keep, kept } from "./kept";

const THEMES = ["system", "light", "night"] as const;
export type Theme = (typeof THEMES)[number];

export const PACES = ["slow", "normal", "fast", "at once"] as const;
export type Pace = (typeof PACES)[number];

/** What a moment lasts at each pace, beside the normal one. */
const TEMPO: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.45, "at once": 0 };

/** How one likes it on this device. */
class Settings {
  theme = $state<Theme>(THEMES.find((theme) => theme === kept("theme")) ?? "system");
  sound = $state(kept("sound") === "on");

  #pace = $state<Pace | null>(PACES.find((pace) => pace === kept("pace")) ?? null);

  constructor() {
    this.#show();
  }

  nextTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? "system";
    keep("theme", this.theme);
    this.#show();
  }

  switchSound(): void {
    this.sound = !this.sound;
    keep("sound", this.sound ? "on" : "off");
  }

  /** How fast what others do is shown; a device that wants less motion shows it at once unless told otherwise. */
  get pace(): Pace {
    return this.#pace ?? (wantsStillness() ? "at once" : "normal");
  }

  set pace(pace: Pace) {
    this.#pace = pace;
    keep("pace", pace);
    this.#show();
  }

  get tempo(): number {
    return TEMPO[this.pace];
  }

  #show(): void {
    const { dataset, style } = document.documentElement;
    dataset.theme = this.theme;
    dataset.pace = this.pace;
    style.setProperty("--tempo", String(this.tempo));
  }
}

export const settings = new Settings();

function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether anything may be seen moving. */
export function movesAllowed(): boolean {
  return settings.tempo > 0 && !wantsStillness();
}
