import { api } from "../net/api";
import { rulesAddress } from "../place.svelte";
import type { RulesPicture } from "../wire/messages";
import { parsed, type Book } from "./rulebook";

/** A game's rules as they are read: on a page of their own, or over a table. */
export interface Rules {
  game: string;
  book: Book;
  /** What there is to draw of each position, by its line. */
  pictures: ReadonlyMap<string, RulesPicture>;
  /** Where a clause or a chapter is read on a page. */
  address(place: string | null): string;
}

/** Without a version the rules as they are today. */
export async function rulesOf(game: string, version: number | null): Promise<Rules> {
  const { text, pictures } = await api.rules(game, version);
  return {
    game,
    book: parsed(text),
    pictures: new Map(pictures.map((picture) => [picture.position, picture])),
    address: (place) => rulesAddress(game, version, place),
  };
}
