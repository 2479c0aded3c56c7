import { keep } from "../kept";
import { myself } from "../me.svelte";
import { api } from "../net/api";
import { here } from "../place.svelte";
import { words } from "../words";
import type { CreateTable } from "../wire/messages";
import { wantsLink } from "./invitations.svelte";

/** Set a table up and go there; where nobody is waited for it starts by itself. Says why it could not be, or nothing. */
export async function beginTable(wish: CreateTable): Promise<string> {
  try {
    await myself.arrive();
    const table = await api.create(wish);
    if (wish.seats.includes("open")) wantsLink(table.id);
    else keep(`start.${table.id}`, "yes");
    here.go(`/t/${table.id}`);
    return "";
  } catch (error) {
    return (error as Error).message || words.cannotReach;
  }
}
