/** fairluck1 in the browser's own words: docs/reference/fairluck1.md is all it was written from. */

export type Bytes = Uint8Array<ArrayBuffer>;

const SPAN = 1n << 64n;

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Bytes {
  const bytes = new Uint8Array(text.length / 2);
  for (let place = 0; place < bytes.length; place += 1) {
    bytes[place] = Number.parseInt(text.slice(2 * place, 2 * place + 2), 16);
  }
  return bytes;
}

export function freshEntropy(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

export function u32(number: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

export function u64(number: number | bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

const written = (text: string): Bytes => new TextEncoder().encode(text);

/** lp(tag) lp(a) lp(b)… */
function parts(tag: string, rest: Bytes[]): Bytes {
  const all = [written(tag), ...rest].flatMap((part) => [u32(part.length), part]);
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of all) {
    joined.set(part, place);
    place += part.length;
  }
  return joined;
}

/** H(tag, a, b…) */
export async function hash(tag: string, ...rest: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", parts(tag, rest)));
}

async function signing(key: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** F(k, tag, a, b…) */
async function keyed(key: CryptoKey, tag: string, ...rest: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, parts(tag, rest)));
}

/** Step 1. */
export function commitment(table: Bytes, terms: Bytes, secret: Bytes): Promise<Bytes> {
  return hash("fairluck1/commit", table, terms, secret);
}

/** Step 2. */
export function seatCommitment(table: Bytes, committed: Bytes, seat: number, entropy: Bytes): Promise<Bytes> {
  return hash("fairluck1/client", table, committed, new Uint8Array([seat]), entropy);
}

/** Step 2 for a table known by its address. */
export async function commitmentOf(table: string, committed: string, seat: number, entropy: Bytes): Promise<string> {
  return hex(await seatCommitment(written(table), unhex(committed), seat, entropy));
}

/** Step 3. */
export function roster(committed: Bytes, seats: Bytes[]): Promise<Bytes> {
  return hash("fairluck1/roster", committed, ...seats);
}

/** Steps 5 to 7: everything that follows from the key. */
export class Luck {
  private constructor(
    readonly key: Bytes,
    private readonly signer: CryptoKey,
  ) {}

  static async from(secret: Bytes, locked: Bytes, entropy: Bytes[]): Promise<Luck> {
    const key = await keyed(await signing(secret), "fairluck1/key", locked, ...entropy);
    return new Luck(key, await signing(key));
  }

  /** The numbers that chance event `event` draws. */
  stream(event: number, label: string): (n: number) => Promise<number> {
    let words: bigint[] = [];
    let block = 0;
    return async (n) => {
      const fair = SPAN - (SPAN % BigInt(n));
      for (;;) {
        if (words.length === 0) {
          const bytes = await keyed(this.signer, "fairluck1/draw", u64(event), written(label), u32(block));
          const view = new DataView(bytes.buffer);
          words = [0, 8, 16, 24].map((place) => view.getBigUint64(place));
          block += 1;
        }
        const word = words.shift() ?? 0n;
        if (word < fair) return Number(word % BigInt(n));
      }
    };
  }

  /** Which place of the odds a chance event falls on. */
  async choice(event: number, odds: number[]): Promise<number> {
    let left = await this.stream(event, "chance")(odds.reduce((sum, one) => sum + one, 0));
    return odds.findIndex((one) => (left -= one) < 0);
  }

  /** What whoever sees an outcome is given with it. */
  salt(event: number): Promise<Bytes> {
    return keyed(this.signer, "fairluck1/salt", u64(event), u32(0));
  }

  /** What binds an outcome in public. */
  async seal(event: number, action: number): Promise<string> {
    return hex(await sealOf(event, action, await this.salt(event)));
  }
}

/** Step 7 with the salt in hand: what whoever sees an outcome checks at once. */
export function sealOf(event: number, action: number, salt: Bytes): Promise<Bytes> {
  return hash("fairluck1/open", u64(event), u32(0), u32(action), salt);
}
