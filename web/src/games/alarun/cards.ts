/** Cards as the server writes them, like DE-Y, taken apart; and the look of each colour on a card. */

import { COLOURS } from "../../pieces/colours";
import type { SymbolName } from "../../pieces/symbols";
import { BOARD } from "../../wire/alarun_board";

export const AURI: string = BOARD.auri.code;
export const APPRENTICE = "@";
export const BARE = ".";

export interface Kind {
  /** The code of the ingredient; Centum auri has its own. */
  ingredient: string;
  colour: string;
}

const COLOUR_OF = new Map<string, string>(BOARD.colour.map(({ code, name }) => [code, name]));
const INGREDIENT_OF = new Map<string, string>(BOARD.ingredient.map(({ code, name }) => [code, name]));

export function kindOf(code: string): Kind {
  const [ingredient = "", colour = ""] = code.split("-");
  return { ingredient, colour: COLOUR_OF.get(colour) ?? "" };
}

export const isColour = (code: string): boolean => COLOUR_OF.has(code);
export const colourName = (code: string): string => COLOUR_OF.get(code) ?? code;
export const ingredientName = (code: string): string => INGREDIENT_OF.get(code) ?? code;

/** What a card is called: yellow dragon eggs. */
export function nameOf(code: string): string {
  if (code === AURI) return BOARD.auri.name;
  const { ingredient, colour } = kindOf(code);
  return `${colour} ${ingredientName(ingredient)}`;
}

export interface Paint {
  light: string;
  deep: string;
  /** The body of what is drawn on the light ground. */
  pale: string;
  symbol: SymbolName;
}

// Seven hues are many: pink is lighter here and violet darker than elsewhere, so that lightness tells them apart too.
const PAINTS: Record<string, Paint> = {
  red: { light: "#D9534A", deep: "#8A2821", pale: "#F9DDD7", symbol: COLOURS.red.symbol },
  yellow: { light: "#F0C244", deep: "#80600A", pale: "#FFF5D3", symbol: COLOURS.yellow.symbol },
  blue: { light: "#4A90C2", deep: "#1F5276", pale: "#DFEDF7", symbol: COLOURS.blue.symbol },
  white: { light: "#EFE9DA", deep: "#6F664F", pale: "#FFFFFF", symbol: COLOURS.white.symbol },
  pink: { light: "#F2AFC8", deep: "#9C3F68", pale: "#FDEBF2", symbol: COLOURS.pink.symbol },
  green: { light: "#5FA45B", deep: "#2A5E2A", pale: "#E2F1DE", symbol: COLOURS.green.symbol },
  violet: { light: "#7C51A1", deep: "#482863", pale: "#E9DDF3", symbol: COLOURS.violet.symbol },
};
export const GOLD: Paint = { light: "#E9BE4A", deep: "#7A5406", pale: "#FFF0BF", symbol: "sun" };

export function paintOf(colour: string): Paint {
  return PAINTS[colour] ?? GOLD;
}
