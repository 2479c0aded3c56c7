/** How many of a thing: "1 card", "3 cards". */
export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const NUMERALS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A number as it stands in a sentence: small ones are spelled. */
export const numeral = (number: number): string => NUMERALS[number] ?? String(number);

/** A, B and C; a name may have a comma of its own. */
export const listed = (names: string[], last = "and"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;

/** Each name once, with how often it comes: "Scout ×2". */
export const tallied = (names: string[]): string[] =>
  [...new Set(names)].map((name) => {
    const times = names.filter((other) => other === name).length;
    return times > 1 ? `${name} ×${times}` : name;
  });
