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

export function draftOf(id: string): string {
  return withStorage((storage) => storage.getItem(nameOf(id))) ?? "";
}

export function keepDraft(id: string, text: string): void {
  withStorage((storage) => {
    if (text === "") storage.removeItem(nameOf(id));
    else storage.setItem(nameOf(id), text);
  });
}

export function dropDraft(id: string): void {
  keepDraft(id, "");
}

/** What is left of a draft once `sent` has gone: what was typed after it in the meantime. */
export function unsent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

export function dropAllDrafts(): void {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** Storage may be switched off or full: then there are no drafts, and everything else works. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
