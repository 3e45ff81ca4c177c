import type { Logger } from "pino";
import { type Context, createContext, type Limits } from "../core/call/context.ts";
import { present } from "../domain/present.ts";
import { createRunsReader } from "../host/report/runs-reader.ts";
import type { Outbound } from "../ports/channels/outbound.ts";
import type { Outlets } from "../ports/channels/outlets.ts";
import type { Push } from "../ports/channels/push.ts";
import type { LiaisonMind } from "../ports/model/liaison-turns.ts";
import type { GraphStore } from "../ports/store/graph-store.ts";
import type { CommitPoint } from "../ports/store/store.ts";
import type { NodeFigures } from "../ports/system/figures.ts";
import { NO_TRACES } from "../ports/system/traces.ts";
import { viewEvidence } from "../render/evidence/view-evidence.ts";
import { createAnchor } from "../system/anchor.ts";
import type { DataFolder } from "../system/data-folder.ts";
import { digest } from "../system/digest.ts";
import { loadExpressions } from "../system/expressions/load.ts";
import { hidingVault } from "../system/hiding-vault.ts";
import { createIds } from "../system/ids.ts";
import { isLocked } from "../system/lock.ts";
import { createPasskeys } from "../system/passkeys.ts";
import type { PostgresOptions } from "../system/postgres-url.ts";
import { createProcessFigures } from "../system/process-figures.ts";
import { checkSchema } from "../system/schema-check.ts";
import { type OpenTraces, openTraces } from "../system/telemetry/open-traces.ts";
import { watchNode } from "../system/telemetry/watch-node.ts";
import { statements } from "../system/votes/statements.ts";
import { traceSettings } from "./config.ts";
import { openSqlite } from "./sqlite.ts";
import type { OpenStore, StoreOptions } from "./store.ts";
import { VERSION } from "./version.ts";

export interface ContextOptions {
  readonly paths: DataFolder["paths"];
  readonly log: Logger;
  /** Gets every secret of the vault, so that no line of the log shows one. */
  readonly addSecret: (secret: string) => void;
  readonly anchor: string | undefined;
  /** The database that nodes share; a file in the data folder if absent. */
  readonly postgres: PostgresOptions | undefined;
  readonly limits: Partial<Limits> | undefined;
  /** See `ServerOptions`. */
  readonly longestPauseMs: number | undefined;
  /** The channels to other platforms. */
  readonly outlets: Outlets | undefined;
  /** Calls the programs of agents. */
  readonly outbound?: Outbound;
  /** Notifies the devices of people. */
  readonly push?: Push;
  /** See `ServerOptions`. */
  readonly language?: string | undefined;
  readonly liaison: LiaisonMind;
  readonly graphMirror: GraphStore | undefined;
  readonly onUpgrade?: (text: string) => void;
  readonly onCommitPoint: ((point: CommitPoint) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The core's context over one store. */
export interface OpenContext extends Pick<OpenStore, "place" | "stateSecret"> {
  readonly ctx: Context;
  /** The counts of this process, for metrics. */
  figures(): NodeFigures;
}

/** Puts what it opens on the stack. */
export async function openContext(
  opened: AsyncDisposableStack,
  options: ContextOptions,
): Promise<OpenContext> {
  const { paths } = options;
  const telemetry = await openTelemetry();
  opened.defer(() => telemetry.close());
  const store = await openStore(opened, options);
  const { place, stateSecret } = store;
  const { ports, read: figures } = watchNode(store.ports, store.pool);
  const processFigures = createProcessFigures();
  opened.defer(async () => processFigures.close());
  const runs = createRunsReader({ root: paths.root, isLocked });
  opened.defer(() => runs.close());
  const ctx = createContext(
    {
      ...ports,
      traces: telemetry.traces,
      vault: hidingVault(ports.vault, options.addSecret),
      ids: createIds(ports.clock),
      digest,
      checkSchema,
      process: processFigures,
      anchor: createAnchor(options.anchor ?? paths.anchor),
      passkeys: createPasskeys(),
      statements,
      viewEvidence,
      expressions: loadExpressions,
      runs,
      liaison: options.liaison,
      graphMirror: options.graphMirror,
      outlets: options.outlets,
      language: options.language,
      ...present({ outbound: options.outbound, push: options.push }),
    },
    options.limits,
  );
  return { ctx, place, stateSecret, figures };
}

/** The one place where the store is chosen. */
async function openStore(
  opened: AsyncDisposableStack,
  { postgres, ...options }: ContextOptions,
): Promise<OpenStore> {
  const common: StoreOptions = options;
  if (postgres === undefined) return await openSqlite(opened, common);
  // Loaded late, because a server over one file does not need it.
  const { openPostgres } = await import("./postgres.ts");
  return await openPostgres(opened, common, postgres);
}

/** Traces if the environment names an address for them; otherwise none, at no cost. */
async function openTelemetry(): Promise<OpenTraces> {
  const settings = traceSettings();
  if (settings === undefined) return { traces: NO_TRACES, close: async () => {} };
  return await openTraces(settings, { version: VERSION });
}
