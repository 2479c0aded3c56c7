const CELL = "-?\\d+,-?\\d+";

/** Whoever looks at the patch needs no coordinates: the server's sentences without them. */
export function plain(text: string): string {
  return text
    .replace(new RegExp(` flips ${CELL}`), " flips a clover")
    .replace(new RegExp(` puts its rabbit on ${CELL}`), " places the rabbit")
    .replace(new RegExp(` jumps from ${CELL} to ${CELL}`), " jumps")
    .replace(new RegExp(` from ${CELL} to ${CELL},`), ",")
    .replace(new RegExp(` from ${CELL} to `), " to ")
    .replace(new RegExp(`\\bto ${CELL}`), "there")
    .replace(new RegExp(`^on ${CELL}`), "there")
    .replace(new RegExp(`^${CELL} `), "that cell ")
    .replace(new RegExp(` on ${CELL}`, "g"), "");
}
