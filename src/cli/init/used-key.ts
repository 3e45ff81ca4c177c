import { isEarshotError } from "../../domain/errors.ts";
import type { KeyId } from "../../domain/id.ts";
import { secretIn } from "../../domain/people/key-secret.ts";
import { type ClientKey, clientKey, keptKeyId, keyIn, readClientKey } from "./client-key.ts";
import { KEY_VARIABLE } from "./clients.ts";
import { readConfig } from "./config-format.ts";
import { isTree, valueAt } from "./config-tree.ts";
import { readIfThere } from "./file-change.ts";
import { configFile, type Setup } from "./plan.ts";
import { SCOPES } from "./scope.ts";

/** The key that a client uses now, which may differ from the one that it would be given. */
export interface UsedKey {
  readonly key: ClientKey;
  /** Where the secret is. */
  readonly place: string;
  /** Absent if it was not stored: only the server can name it then. */
  readonly id: KeyId | undefined;
  /** The data folder whose server takes the key, unless there is an address. */
  readonly data: string;
  readonly url: string | undefined;
}

const ADDRESS = /^https?:\/\//;

/** What the client's entry says; without an entry, the key that is stored for the client. */
export function usedKey(setup: Setup): UsedKey | undefined {
  const { client } = setup;
  const path = configFile(setup);
  const tree = readConfig(client.format, { path, text: readIfThere(path) });
  const entry = valueAt(tree, client.path(setup.name));
  return entry === undefined ? keptKey(setup) : keyOf(setup, entry);
}

/** The client's other entries, here and for this person, that use the key. */
export function entriesWith(setup: Setup, { file }: ClientKey): Setup[] {
  const scopes = SCOPES.filter((scope) => setup.client.files[scope] !== undefined);
  return scopes.flatMap((scope) => entriesIn({ ...setup, scope }, file));
}

function entriesIn(setup: Setup, file: string): Setup[] {
  const { client, name } = setup;
  const path = configFile(setup);
  const isNamed = client.path(name).length > 1;
  try {
    const tree = readConfig(client.format, { path, text: readIfThere(path) });
    const servers = isNamed ? valueAt(tree, client.path(name).slice(0, -1)) : { [name]: tree };
    return Object.entries(isTree(servers) ? servers : {}).flatMap(([server, entry]) => {
      const other = { ...setup, name: server };
      return keyOf(other, entry)?.key.file === file ? [other] : [];
    });
  } catch (error) {
    // A file that its client cannot read either has no working entry.
    if (isEarshotError(error, "INVALID_INPUT")) return [];
    throw error;
  }
}

function keyOf(setup: Setup, entry: unknown): UsedKey | undefined {
  const { client, data } = setup;
  const path = configFile(setup);
  const { keyFile, secret, url, ...said } = readEntry(entry);
  if (keyFile !== undefined) {
    const key = keyIn(keyFile, setup.key);
    return { key, place: keyFile, id: keptKeyId(key), data: said.data ?? data, url };
  }
  if (url === undefined && secret === undefined) return undefined;
  const key = clientKey(data, client, url);
  const isKept = secret === undefined || secret === readClientKey(key);
  const id = isKept ? keptKeyId(key) : undefined;
  const place = secret === undefined ? KEY_VARIABLE : path;
  return { key, place: id === undefined ? place : key.file, id, data, url };
}

/** The key that the client's entry uses now, and will no longer use after this set-up. */
export function leftKey(setup: Setup): UsedKey | undefined {
  const used = usedKey(setup);
  return used?.place === setup.key.file ? undefined : used;
}

function keptKey({ key, data, url }: Setup): UsedKey | undefined {
  const id = keptKeyId(key);
  if (id === undefined && readClientKey(key) === undefined) return undefined;
  return { key, place: key.file, id, data, url };
}

/** Read word by word, since every client has its own form for the same few words. */
function readEntry(entry: unknown) {
  const words = wordsOf(entry);
  const after = (name: string) => {
    const at = words.indexOf(name);
    return at === -1 ? undefined : words[at + 1];
  };
  const address =
    after("--url") ?? after("EARSHOT_URL") ?? words.find((word) => ADDRESS.test(word));
  return {
    keyFile: after("--key-file"),
    data: after("--data"),
    url: address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined,
    secret: secretIn(words.join(" ")),
  };
}

function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (!isTree(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...wordsOf(inner)]);
}
