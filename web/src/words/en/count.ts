/** How many of a thing: "1 card", "3 cards". */
export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** A, B and C; a name may have a comma of its own. */
export const listed = (names: string[], last = "and"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
