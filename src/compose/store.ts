import type { Logger } from "pino";
import type { Ports } from "../core/call/context.ts";
import type { CommitPoint } from "../ports/store/store.ts";
import type { PoolFigures } from "../ports/system/figures.ts";
import type { DataFolder } from "../system/data-folder.ts";

/** What depends on where a server keeps its record: one file of this data folder, or a shared store. */
export interface OpenStore {
  readonly ports: Omit<Ports, OwnPort>;
  /** Signs what MCP clients carry from one round of a call to the next. */
  readonly stateSecret: Uint8Array;
  /** Where it is, for people. It holds no password. */
  readonly place: string;
  /** Connections to a database, if there are any. */
  readonly pool?: () => PoolFigures;
}

/** What a process has with any store. */
type OwnPort =
  | "ids"
  | "digest"
  | "checkSchema"
  | "process"
  | "anchor"
  | "passkeys"
  | "statements"
  | "viewEvidence"
  | "expressions"
  | "runs"
  | "liaison";

export interface StoreOptions {
  readonly paths: DataFolder["paths"];
  readonly log: Logger;
  /** Gets every secret, so that no line of the log shows one. */
  readonly addSecret: (secret: string) => void;
  /** Tells people how far the record of an earlier version has been brought up to date. */
  readonly onUpgrade?: (text: string) => void;
  /** See `ServerOptions`. */
  readonly longestPauseMs: number | undefined;
  readonly onCommitPoint: ((point: CommitPoint) => void) | undefined;
  /** Ends the waits of a start. */
  readonly signal: AbortSignal | undefined;
}

/** EX_IOERR of sysexits: it is unknown what was stored, so start again and read it. */
const FATAL_EXIT = 74;

/** Ends the process, because its memory may differ from what is stored. */
export function endAt(log: Logger): (error: unknown) => void {
  return (error) => {
    log.fatal({ err: error }, "the store is lost to this process; it ends to read it anew");
    process.exit(FATAL_EXIT);
  };
}
