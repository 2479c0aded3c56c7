import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DRAWN, type GameTable } from "../src/games";
import { here } from "../src/place.svelte";
import TablePage from "../src/table/TablePage.svelte";
import Meadow from "./Meadow.svelte";
import { GAME, ScriptedTable } from "./scripted_table";
import { FakeSocket, pass, WAY } from "./sockets";

describe("the page of a table", () => {
  const drawing: GameTable = { board: Meadow, secrets: false };
  let load: () => Promise<{ default: GameTable }>;
  let table: ScriptedTable;

  beforeEach(() => {
    load = () => Promise.resolve({ default: drawing });
    DRAWN[GAME.name] = { minutes: 1, seats: 2, table: () => load() };
    table = new ScriptedTable();
  });
  afterEach(() => {
    cleanup();
    delete DRAWN[GAME.name];
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const visit = async (): Promise<void> => {
    render(TablePage, { id: table.id, moment: null });
    await pass(20 * WAY);
    await loaded();
  };
  /** The table itself is loaded when it is needed, in real time. */
  const loaded = async (): Promise<void> => {
    await vi.dynamicImportSettled();
    await pass(WAY);
  };
  const press = async (name: string): Promise<void> => {
    await fireEvent.click(screen.getByRole("button", { name }));
    await loaded();
  };

  it("offers to try again when the drawing does not load, then to load the page anew, and shows it once it has", async () => {
    load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    table.begin();
    await visit();
    expect(screen.getByRole("alert").textContent).toBe("The drawing of this table did not load.");
    expect(screen.queryByRole("button", { name: "Load the page anew" })).toBeNull();
    await press("Try again");
    await pass(WAY);
    expect(screen.getByRole("alert").textContent).toContain("newer version");
    await press("Load the page anew");
    expect(reload).toHaveBeenCalledOnce();
    load = () => Promise.resolve({ default: drawing });
    await press("Try again");
    await pass(WAY);
    expect(screen.getByText("The meadow after 0 moves: what seat 0 sees")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("asks for the games until it is told, and shows the table then", async () => {
    table.otherwise.set("/api/games", () => Promise.reject(new Error("no network")));
    table.begin();
    await visit();
    expect(screen.getByRole("status").textContent).toBe("Laying the table…");
    table.otherwise.clear();
    await pass(2000);
    expect(screen.getByText(/The meadow/)).toBeTruthy();
  });

  it("shows clocks by the server's time, whatever this device takes the time to be", async () => {
    const heard = table.heard.bind(table);
    const late = 3600;
    table.heard = (said, socket) =>
      said.type === "ping" ? socket.tell({ type: "pong", at: Date.now() / 1000 - late }) : heard(said, socket);
    table.clock = { banks: [60, 42], deadline: Date.now() / 1000 - late + 65 };
    table.begin();
    await visit();
    await pass(1000);
    const [mine, other] = screen.getAllByRole("listitem");
    expect(mine!.textContent).toContain("1:03");
    expect(other!.textContent).toContain("0:42");
    await pass(10_000);
    expect(mine!.textContent).toContain("0:53");
  });

  it("says when the table lets it in no more, and tries again when asked", async () => {
    table.begin();
    const look = table.heard.bind(table);
    table.heard = (said, socket) =>
      socket.tell({ type: "refused", id: null, code: "not_yours", words: said.type, clause: null });
    await visit();
    await pass(60_000);
    expect(screen.getByRole("alert").textContent).toContain("does not let this page in");
    expect(FakeSocket.open).toEqual([]);
    table.heard = look;
    await press("Try again");
    await pass(20 * WAY);
    expect(screen.getByText(/The meadow/)).toBeTruthy();
  });

  it("says that there is no such table, that it was closed, and that it is under repair", async () => {
    table.otherwise.set(`/api/tables/${table.id}`, () =>
      Promise.resolve(Response.json({ code: "not_found", words: "", clause: null }, { status: 404 })),
    );
    await visit();
    expect(screen.getByText(/no such table/)).toBeTruthy();
    cleanup();
    table = new ScriptedTable();
    table.ending = { why: "closed", scores: [], ranks: [] };
    table.status = "over";
    await visit();
    expect(screen.getByText("The host closed this table.")).toBeTruthy();
    cleanup();
    table = new ScriptedTable();
    table.begin();
    table.frozen = true;
    await visit();
    expect(screen.getByText(/under repair/)).toBeTruthy();
    await press("Leave");
    expect(table.requests).toContain(`POST /api/tables/${table.id}/leave`);
  });

  it("makes a sentence of what the server refuses in the waiting room", async () => {
    table = await new ScriptedTable().commit();
    const refused = { code: "too_much", words: "slow down: try again in a moment", clause: null };
    table.otherwise.set(`/api/tables/${table.id}/leave`, () =>
      Promise.resolve(Response.json(refused, { status: 429 })),
    );
    await visit();
    await press("Get up");
    await pass(WAY);
    expect(screen.getByRole("alert").textContent).toBe("Slow down: try again in a moment.");
  });

  it("says in the waiting room that a start came to nothing, until there is another", async () => {
    table = await new ScriptedTable().commit();
    table.sit(1, "friend");
    await visit();
    const void_ = (): HTMLElement | null => screen.queryByText(/The last start came to nothing/);
    expect(void_()).toBeNull();
    await table.lock();
    await pass(WAY);
    expect(void_()).toBeNull();
    await table.void();
    await pass(WAY);
    expect(void_()?.getAttribute("role")).toBe("status");
    await table.lock();
    await pass(WAY);
    expect(void_()).toBeNull();
  });

  it("goes to the lobby only when the table was left", async () => {
    for (const repair of [false, true]) {
      table = Object.assign(new ScriptedTable(), { frozen: repair });
      table.begin();
      table.otherwise.set(`/api/tables/${table.id}/leave`, () => Promise.reject(new Error("no network")));
      here.go(`/t/${table.id}`);
      await visit();
      if (!repair) await press("More");
      await press("Leave");
      await pass(WAY);
      expect(here.place).toEqual({ at: "table", id: table.id, moment: null });
      expect(screen.getByRole("alert").textContent).toContain("cannot be reached");
      table.otherwise.clear();
      await press("Leave");
      await pass(2 * WAY);
      expect(here.place).toEqual({ at: "lobby" });
      cleanup();
    }
  });

  it("leaves nothing behind when one goes away while it opens", async () => {
    for (let moment = 0; moment < 8; moment += 1) {
      table = new ScriptedTable();
      table.otherwise.set("/api/games", () => Promise.reject(new Error("no network")));
      render(TablePage, { id: table.id, moment: null });
      await pass(moment * WAY);
      cleanup();
      await pass(60_000);
      expect(FakeSocket.open).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});
