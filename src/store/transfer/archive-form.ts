import type { NamedSecret } from "./postgres-source.ts";
import type { TableShape } from "./table-shape.ts";

/*
 * A backup is one file: gzip over lines of JSON. The first line is the head. Then comes a part for each
 * table, with a line for each row. The last line is the manifest. A file without it is no backup,
 * because its writing was interrupted.
 */
export const ARCHIVE_FORMAT = "earshot-backup";
export const ARCHIVE_VERSION = 1;

/** Keys under a passphrase, as `cli/backup/sealed-keys.ts` makes them. */
export interface SealedKeys {
  readonly kdf: "scrypt";
  readonly cost: number;
  /** Base64url. */
  readonly salt: string;
  readonly sealed: string;
}

export interface ArchiveHead {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly formatVersion: typeof ARCHIVE_VERSION;
  /** The version of Earshot that wrote it. */
  readonly earshot: string;
  readonly engine: "sqlite" | "postgres";
  /** ISO 8601: of the snapshot. */
  readonly at: string;
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  /** A JWK Set that proves the checkpoints; absent if the keys were not available. */
  readonly publicKeys?: { readonly keys: readonly object[] };
  readonly keys?: SealedKeys;
  /** Files of the deployment that are needed to prove or open the record. */
  readonly keyFiles: readonly string[];
  /** PostgreSQL only: secrets that nodes share, sealed by the deployment key. */
  readonly secrets?: readonly NamedSecret[];
}

export interface ArchivePart {
  readonly name: string;
  readonly rows: number;
  /** Of its lines, each with its line end; hexadecimal. */
  readonly sha256: string;
}

export interface ArchiveManifest {
  /** Of the head's line. */
  readonly head: string;
  readonly parts: readonly ArchivePart[];
  /** The newest event of each log. */
  readonly logs: readonly {
    readonly workspace: string;
    readonly seq: number;
    readonly hash: string;
  }[];
}

export type ControlLine =
  | { readonly part: string }
  | ({ readonly end: string } & Omit<ArchivePart, "name">)
  | { readonly manifest: ArchiveManifest };
