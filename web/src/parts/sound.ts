import { settings } from "../settings.svelte";

/** Short sounds made on the spot: nothing is loaded, and nothing sounds unless it was switched on. */

let air: AudioContext | null = null;

interface Tone {
  hertz: number;
  at: number;
  long: number;
  loud: number;
  wave?: OscillatorType;
}

const SOUNDS = {
  turn: [
    { hertz: 587, at: 0, long: 0.16, loud: 0.12 },
    { hertz: 784, at: 0.12, long: 0.28, loud: 0.12 },
  ],
  move: [{ hertz: 330, at: 0, long: 0.09, loud: 0.1, wave: "triangle" }],
  dice: [0, 0.07, 0.15, 0.22].map((at) => ({
    hertz: 180 + 900 * at,
    at,
    long: 0.05,
    loud: 0.08,
    wave: "square" as const,
  })),
  refusal: [{ hertz: 160, at: 0, long: 0.18, loud: 0.1, wave: "triangle" }],
  end: [523, 659, 784, 1047].map((hertz, place) => ({ hertz, at: place * 0.13, long: 0.4, loud: 0.1 })),
} satisfies Record<string, Tone[]>;

export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  air ??= new AudioContext();
  const now = air.currentTime;
  for (const tone of SOUNDS[name] as Tone[]) {
    const voice = air.createOscillator();
    const volume = air.createGain();
    voice.type = tone.wave ?? "sine";
    voice.frequency.value = tone.hertz;
    volume.gain.setValueAtTime(tone.loud, now + tone.at);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + tone.at + tone.long);
    voice.connect(volume).connect(air.destination);
    voice.start(now + tone.at);
    voice.stop(now + tone.at + tone.long);
  }
}
