import { me } from "../server/me.ts";

/*
 * What was typed but not sent, kept for each person and the request or conversation it is for. It
 * stays in this browser until it is sent, the request is decided, or the operator signs out. The
 * next person who signs in there finds none of it.
 */
const PREFIX = "earshot.draft.";

function nameOf(id: string): string {
  return `${PREFIX}${me.value?.principal.id ?? "nobody"}.${id}`;
}

/** What the storage does not take, until the page is closed. */
const unkept = new Map<string, string>();

export function draftOf(id: string): string {
  const name = nameOf(id);
  return unkept.get(name) ?? withStorage((storage) => storage.getItem(name)) ?? "";
}

export function keepDraft(id: string, text: string): void {
  const name = nameOf(id);
  unkept.delete(name);
  const isKept = withStorage((storage) => {
    if (text === "") storage.removeItem(name);
    else storage.setItem(name, text);
    return true;
  });
  if (isKept !== true && text !== "") unkept.set(name, text);
}

export function dropDraft(id: string): void {
  keepDraft(id, "");
}

/** What is left of a draft once `sent` has gone: what was typed after it in the meantime. */
export function unsent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

export function dropAllDrafts(): void {
  unkept.clear();
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** Storage may be switched off or full. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
