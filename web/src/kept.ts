/** What the browser keeps for us. A private window may refuse; then it is kept as long as the page is open. */

const spare = new Map<string, string>();

export function keep(name: string, value: string): void {
  spare.set(name, value);
  try {
    localStorage.setItem(`fourleaf.${name}`, value);
  } catch {
    // The spare copy does.
  }
}

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`fourleaf.${name}`) ?? spare.get(name) ?? null;
  } catch {
    return spare.get(name) ?? null;
  }
}

export function forget(name: string): void {
  spare.delete(name);
  try {
    localStorage.removeItem(`fourleaf.${name}`);
  } catch {
    // It was only spare.
  }
}
