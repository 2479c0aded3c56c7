import { keep, kept } from "./kept";

const THEMES = ["system", "light", "night"] as const;
export type Theme = (typeof THEMES)[number];

/** How one likes it on this device. */
class Settings {
  theme = $state<Theme>(THEMES.find((theme) => theme === kept("theme")) ?? "system");
  sound = $state(kept("sound") === "on");

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

  #show(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

export const settings = new Settings();

export function movesAllowed(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
