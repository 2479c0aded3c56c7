/** Where in the client one is: the lobby, a table or nowhere. The address bar says it, and links to a table can be shared. */

export type Place = { at: "lobby" } | { at: "table"; id: string } | { at: "nowhere" };

function read(path: string): Place {
  if (path === "/") return { at: "lobby" };
  // A table's name has no letters that an address would spell otherwise.
  const table = /^\/t\/([\w-]+)$/.exec(path);
  return table?.[1] ? { at: "table", id: table[1] } : { at: "nowhere" };
}

class Here {
  place = $state.raw<Place>(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.place = read(location.pathname)));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.place = read(location.pathname);
    scrollTo(0, 0);
  }
}

export const here = new Here();

/** For a link inside the client: follow it without loading the page anew, unless a new tab is asked for. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  here.go(link.pathname);
}
