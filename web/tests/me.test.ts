import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, Refused } from "../src/net/api";

const ME = { person: "x98", name: "Oak", kind: "guest", ratings: [] };

describe("a request", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const refusal = (wish: Promise<unknown>): Promise<Refused> =>
    wish.then(
      () => Promise.reject(new Error("it was granted")),
      (error: unknown) => error as Refused,
    );

  it("that is not answered in time, or breaks off half-way, is offline", async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
    const never = (_: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("too late"))));
    vi.stubGlobal("fetch", never);
    const games = refusal(api.games());
    patience.abort();
    expect((await games).code).toBe("offline");
    expect(timeout).toHaveBeenCalledWith(10_000);
    const broken = { ok: true, text: () => Promise.reject(new Error("network lost")) };
    vi.stubGlobal("fetch", () => Promise.resolve(broken));
    expect((await refusal(api.games())).code).toBe("offline");
  });

  it("that is refused says why, and that what answered is no server of ours", async () => {
    const words = "every seat is taken";
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "not_now", words }, { status: 409 })));
    expect(await refusal(api.start("abc"))).toMatchObject({ code: "not_now", message: words, clause: null });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Wi-Fi of the inn</h1>")));
    expect((await refusal(api.games())).code).toBe("garbled");
  });
});

describe("who I am", () => {
  let answers: (Response | Error)[];
  let asked: string[];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.resetModules();
    localStorage.clear();
    answers = [];
    asked = [];
    vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`);
      const answer = answers.shift() ?? new Error("no network");
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const fresh = async (): Promise<typeof import("../src/me.svelte").myself> =>
    (await import("../src/me.svelte")).myself;

  it("is nobody on a first visit, and somebody from the first name on", async () => {
    const myself = await fresh();
    answers = [Response.json(null), Response.json(ME)];
    await myself.load();
    expect(myself.who).toBeNull();
    expect(myself.arrivals).toBe(0);
    await myself.arrive();
    expect(myself.who).toEqual(ME);
    expect(myself.name).toBe("Oak");
    expect(myself.arrivals).toBe(1);
  });

  it("is asked again as long as something else than the table's server answers, or it has too much to do", async () => {
    const myself = await fresh();
    const tooMuch = Response.json({ code: "too_much", words: "", clause: null }, { status: 429 });
    answers = [new Response("<h1>Bad gateway</h1>", { status: 502 }), tooMuch, Response.json(ME)];
    await myself.load();
    await vi.advanceTimersByTimeAsync(6000);
    expect(myself.who).toEqual(ME);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });

  it("is asked again until there is an answer, and another name is no new arrival", async () => {
    const myself = await fresh();
    await myself.load();
    answers = [Response.json(ME), Response.json({ ...ME, name: "Elm" })];
    await vi.advanceTimersByTimeAsync(3000);
    expect(myself.name).toBe("Oak");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(["GET /api/me", "GET /api/me"]);
    await myself.rename("Elm");
    expect(myself.name).toBe("Elm");
    expect(myself.arrivals).toBe(0);
  });
});
