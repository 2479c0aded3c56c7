/** A game's options as a person reads them; a game of another package speaks for itself. */

interface OptionWords {
  meaning: string;
  values: Record<string, string>;
  /** Means nothing to somebody who plays alone. */
  needsOthers?: true;
}

const OPTIONS: Record<string, Record<string, OptionWords>> = {
  korrigans: {
    placement: {
      meaning: "Korrigans begin",
      values: { numbered: "on the fields with their number", free: "wherever their seat likes" },
    },
    final_transfers: {
      meaning: "Elves and Goblins in the final turns",
      values: { true: "still change hands", false: "stay where they are" },
    },
    late_sacrifice: {
      meaning: "A token may be sacrificed at the end of a turn as well",
      values: { false: "no", true: "yes" },
    },
  },
  flipslide: {
    win_contact: {
      meaning: "To win, your rabbit touches",
      values: { any: "any tile of the rainbow", red: "the red tile of the rainbow" },
    },
    slide_limit: {
      meaning: "A slide has",
      values: { "0": "as many steps as you like", "3": "at most 3 steps" },
    },
    gift: {
      meaning: "A rainbow finished at another’s rabbit",
      values: { owner: "wins for that rabbit’s seat", active_only: "waits for that seat’s turn" },
      needsOthers: true,
    },
    quiet_limit: {
      meaning: "Without a flip the game ends after",
      values: { "120": "120 actions", "60": "60 actions", "240": "240 actions" },
    },
  },
  wichtel: {
    target: {
      meaning: "The game ends at",
      values: { "99": "99 points", "50": "50 points, about two rounds" },
    },
    widow_dismissed: {
      meaning: "Master and General send the Widow away",
      values: { true: "yes", false: "no, she turns their hand negative" },
    },
    swap_peek: {
      meaning: "Whoever is offered a swap sees the gnome first",
      values: { false: "no", true: "yes" },
    },
  },
};

const spoken = (name: string): string => name.replaceAll("_", " ");

export const options = {
  meaning: (game: string, name: string, told?: string): string =>
    OPTIONS[game]?.[name]?.meaning ?? told ?? spoken(name),
  value: (game: string, name: string, value: boolean | number | string): string =>
    OPTIONS[game]?.[name]?.values[String(value)] ??
    (value === true ? "yes" : value === false ? "no" : spoken(String(value))),
  needsOthers: (game: string, name: string): boolean => OPTIONS[game]?.[name]?.needsOthers ?? false,
};
