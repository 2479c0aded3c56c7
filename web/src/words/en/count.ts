/** How many of a thing: "1 card", "3 cards". */
export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
