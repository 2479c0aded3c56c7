/** Hexagons that stand on a point: cells q,r as in F1.2, drawn with the given size from centre to corner. */

export type Cell = readonly [q: number, r: number];

const ROOT = Math.sqrt(3);

export function centre([q, r]: Cell, size: number): { x: number; y: number } {
  return { x: size * ROOT * (q + r / 2), y: size * 1.5 * r };
}

/** The corners of a hexagon, for a polygon's points. */
export function corners(x: number, y: number, radius: number): string {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = Math.PI / 6 + (corner * Math.PI) / 3;
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}
