/** The symbols that go with the colours, each drawn in a box from -10 to 10 and filled with the current colour. */

export interface Shape {
  fill?: string;
  /** A light line over the fill. */
  line?: string;
  circles?: [x: number, y: number, radius: number][];
  /** Turned copies of `fill` and `stroke`. */
  turns?: number[];
  stroke?: string;
  heart?: boolean;
}

const star = Array.from({ length: 10 }, (_, place) => {
  const radius = place % 2 === 0 ? 9.6 : 4.1;
  const angle = (place * Math.PI) / 5;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}).join("L");

export const SYMBOLS = {
  flame: { fill: "M0-10C3-6 7-3 7 2.5A7 7 0 0 1-7 2.5C-7-.5-5-2-4-4c1 1.5 1.5 2.4 1.6 3.6C-1-3-2-7 0-10z" },
  slice: { fill: "M-9-3a9 9 0 0 0 18 0z", line: "M0-3v8M-4.6-3l-2 6M4.6-3l2 6" },
  sun: { circles: [[0, 0, 4.6]], stroke: "M0-6.4V-9.6", turns: [0, 45, 90, 135, 180, 225, 270, 315] },
  leaf: {
    fill: "M0 0C-6-2-7-9-2.6-9.4-.8-9.6 0-8 0-7.4 0-8 .8-9.6 2.6-9.4 7-9 6-2 0 0z",
    turns: [0, 90, 180, 270],
  },
  drop: { fill: "M0-10C4-4 7-.5 7 3.2a7 7 0 0 1-14 0C-7-.5-4-4 0-10z" },
  gem: { fill: "M-9-2-5-8H5l4 6L0 9z", line: "M-9-2H9M-3.4-2 0 9 3.4-2 0-8z" },
  star: { fill: `M${star}z` },
  blossom: { circles: [[0, -5.4, 4]], turns: [0, 72, 144, 216, 288], heart: true },
  crescent: { fill: "M4.5-8.8A9.4 9.4 0 1 0 4.5 8.8 7.6 7.6 0 1 1 4.5-8.8z" },
  // The marks of the seats.
  acorn: { fill: "M-7-2.5C-7 4-3 8 0 10 3 8 7 4 7-2.5zM-8.5-3.5C-8.5-8-4-9-.9-9V-10.4H.9V-9C4-9 8.5-8 8.5-3.5z" },
  mushroom: { fill: "M-9.5 0C-9.5-6-5-9.5 0-9.5S9.5-6 9.5 0zM-3.2 1h6.4C3.4 4 4 7 4.6 9.5h-9.2C-4 7-3.4 4-3.2 1z" },
  bell: {
    fill: "M0-9.6C5-9.6 6-4 6.3 0 6.6 3 7.5 4.5 9 6.2H-9C-7.5 4.5-6.6 3-6.3 0-6-4-5-9.6 0-9.6zM-2.6 7.4h5.2a2.6 2.6 0 0 1-5.2 0z",
  },
  shell: {
    fill: "M0 8.6C-6 6-9.4 1-9.4-2.4-9.4-6-5.6-9 0-9s9.4 3 9.4 6.6C9.4 1 6 6 0 8.6z",
    line: "M0 7V-8M-1.4 6-5.6-6.6M1.4 6 5.6-6.6",
  },
  key: { fill: "M-4.4-9.4a4.9 4.9 0 0 1 1.3 9.6V9.4H2.6V6.2H.2V4.2h2.4V1.6L-1.6.2", circles: [[-4.4, -4.6, 4.9]] },
} satisfies Record<string, Shape>;

export type SymbolName = keyof typeof SYMBOLS;
