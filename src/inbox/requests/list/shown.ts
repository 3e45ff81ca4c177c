import type { RequestId } from "../../../domain/id.ts";
import { api } from "../../server/api.ts";
import type { Rows } from "./rows.ts";

/* Tells the server which open requests this inbox has shown: that is their delivery. Each once. */

const SOON_MS = 400;
const AT_ONCE = 100;
const told = new Set<RequestId>();
const waiting = new Set<RequestId>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteShown(rows: Rows): void {
  for (const { id, status, seenAt } of rows) {
    if (status !== "open" || seenAt !== undefined || told.has(id)) continue;
    told.add(id);
    waiting.add(id);
  }
  if (waiting.size > 0 && timer === undefined) timer = setTimeout(() => void tell(), SOON_MS);
}

async function tell(): Promise<void> {
  timer = undefined;
  const ids = [...waiting].slice(0, AT_ONCE);
  for (const id of ids) waiting.delete(id);
  if (waiting.size > 0) timer = setTimeout(() => void tell(), SOON_MS);
  try {
    await api.noteSent({ ids });
  } catch {
    // It is told again when they are next shown.
    for (const id of ids) told.delete(id);
  }
}
