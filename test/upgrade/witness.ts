import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { RequestId } from "../../src/domain/id.ts";
import type { CollectedGrant } from "../../src/ports/earshot/authority.ts";
import type { Inhabitant } from "../support/lived-record.ts";

/**
 * A deployment that an earlier version made, in both stores: what a later one meets at its first start.
 * `witness-main.ts` makes one of the version that it is run in.
 */
export interface Witness {
  /** Of the version that made it. */
  readonly version: string;
  /** The stopped data folder: names and base64. */
  readonly files: Readonly<Record<string, string>>;
  /** The same record in PostgreSQL: statements that make it in an empty database. */
  readonly dump: readonly string[];
  /** The data folder that goes with the database. */
  readonly databaseFiles: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<Inhabitant, string>>;
  /** When it was stopped, in milliseconds since 1970. */
  readonly at: number;
  readonly approved: RequestId;
  /** Of what is approved: collected, not redeemed, and good for five minutes. */
  readonly grant: Pick<CollectedGrant, "grant" | "tool" | "args">;
  /** Open: a question, and an authorization with its digest. */
  readonly question: RequestId;
  readonly authorization: RequestId;
  /** The log's end. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

const fileOf = (version: string) => join(import.meta.dirname, `witness-${version}.json.gz`);

export function readWitness(version: string): Witness {
  return JSON.parse(gunzipSync(readFileSync(fileOf(version))).toString("utf8")) as Witness;
}

export function keepWitness(witness: Witness): string {
  const file = fileOf(witness.version);
  writeFileSync(file, gzipSync(JSON.stringify(witness), { level: 9 }));
  return file;
}

/** The files of a folder, by their names. */
export function filesIn(folder: string): Witness["files"] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.map((name) => [name.slice(folder.length + 1), readFileSync(name).toString("base64")]),
  );
}

/** Lays the files into a folder, for their owner alone. */
export function layFiles(folder: string, files: Witness["files"]): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, Buffer.from(content, "base64"), { mode: 0o600 });
  }
}
