/** Where in the client one is: the lobby, a table, a record, the rules, a lesson, a puzzle or nowhere. The address bar says it, and links can be shared. */

export type Place =
  | { at: "lobby" }
  /** `moment` is the entry of the log that is looked back on; null is the table as it stands. */
  | { at: "table"; id: string; moment: number | null }
  | { at: "record"; id: string; moment: number | null }
  /** Those of a game, or the list of all. */
  | { at: "rules"; game: string | null }
  | { at: "learn"; game: string; step: number | null }
  | { at: "puzzles" }
  | { at: "puzzle"; game: string; id: string }
  | { at: "nowhere" };

/** Milliseconds between two changes of the address while moments rush by: browsers refuse more than a few a second. */
const GAP = 400;
/** No log is so long. */
const FURTHEST = 999_999_999;

function read({ pathname, search }: Location): Place {
  const [, kind = "", name, more] = /^\/(\w*)(?:\/([\w-]+))?(?:\/([\w-]+))?$/.exec(pathname) ?? [];
  const query = new URLSearchParams(search);
  switch (`${kind}/${[name, more].filter((part) => part !== undefined).length}`) {
    case "/0":
      return pathname === "/" ? { at: "lobby" } : { at: "nowhere" };
    case "t/1":
      return { at: "table", id: name!, moment: numberIn(query, "at") };
    case "r/1":
      return { at: "record", id: name!, moment: numberIn(query, "at") };
    case "rules/0":
    case "rules/1":
      return { at: "rules", game: name ?? null };
    case "learn/1":
      return { at: "learn", game: name!, step: numberIn(query, "step") };
    case "puzzles/0":
      return { at: "puzzles" };
    case "puzzles/2":
      return { at: "puzzle", game: name!, id: more! };
    default:
      return { at: "nowhere" };
  }
}

/** A number that the address names. What is none is answered like one that does not exist. */
function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  return /^\d+$/.test(text) ? Math.min(Number(text), FURTHEST) : 0;
}

class Here {
  place = $state.raw<Place>(read(location));
  #renaming = 0;
  #renamed = 0;

  constructor() {
    addEventListener("popstate", () => this.#arrive());
  }

  go(path: string): void {
    clearTimeout(this.#renaming);
    history.pushState(null, "", path);
    this.#arrive();
    scrollTo(0, 0);
  }

  /** The table as it stands, in the place of the moment that was looked back on. */
  toPresent(): void {
    history.replaceState(null, "", location.pathname);
    this.#arrive();
  }

  /** The page itself knows that it shows another moment or step now: only the address follows. */
  name(query: string): void {
    clearTimeout(this.#renaming);
    this.#renaming = window.setTimeout(
      () => {
        this.#renamed = Date.now();
        history.replaceState(null, "", `${location.pathname}?${query}`);
      },
      Math.max(0, this.#renamed + GAP - Date.now()),
    );
  }

  #arrive(): void {
    clearTimeout(this.#renaming);
    this.place = read(location);
  }
}

export const here = new Here();

/** For a link inside the client: follow it without loading the page anew, unless a new tab is asked for. */
export function follow(event: MouseEvent): void {
  if (wantsNewTab(event)) return;
  const { pathname, search, hash } = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  here.go(pathname + search + hash);
}

export function wantsNewTab(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
}

/** Where a game's rules are read: those of an earlier version if it is given, from a clause or chapter on. */
export function rulesAddress(game: string, version: number | null = null, place: string | null = null): string {
  const which = version === null ? "" : `?version=${version}`;
  return `/rules/${game}${which}${place === null ? "" : `#${encodeURIComponent(place)}`}`;
}
