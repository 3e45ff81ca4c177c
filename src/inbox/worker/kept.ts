import { say } from "./messages/messages.ts";

/*
 * What the worker knows between two messages: the secret of the page, with which it calls as the page
 * does. Signing out removes it. IndexedDB belongs to one port alone, as the page's own storage does.
 */

const NAME = "earshot";
const STORE = "kept";
const KEY = "page";

export async function readSecret(): Promise<string | undefined> {
  const found = await inStore("readonly", (store) => store.get(KEY));
  return typeof found === "string" ? found : undefined;
}

export async function keepSecret(secret: string): Promise<void> {
  await inStore("readwrite", (store) => store.put(secret, KEY));
}

export async function dropSecret(): Promise<void> {
  await inStore("readwrite", (store) => store.clear());
}

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = (await settled(opening)) as IDBDatabase;
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(say("not-kept")));
  });
}
