import type { WorkspaceId } from "../../domain/id.ts";
import type { LoggedEvent } from "../../domain/log/chain.ts";
import { createChainCheck, parseHead, type SealedHead } from "../../domain/log/chain-check.ts";
import type { AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
import { logHashes } from "../../store/events/hash-chain.ts";
import { dataPaths } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { anchorSigner } from "./known-deployment.ts";
import { openLog, type ReadableLog } from "./open-log.ts";
import { type Attested, readStampedAnchor } from "./read-stamps.ts";

export interface AnchoredInput {
  /** The file; if absent, the one of the data folder. */
  readonly anchor: string | undefined;
  readonly keys: string | undefined;
  readonly stamps: string | undefined;
  readonly tsa: string | undefined;
  /** The database whose log is read; if absent, that of the folder or its server. */
  readonly postgres: string | undefined;
  /** A manually noted head of the workspace whose log is read. */
  readonly head: string | undefined;
}

/** The result of checking one log against the anchor. */
export interface AnchoredLog extends AuditReport {
  readonly workspace: WorkspaceId;
  /** Events up to the last checkpoint: any change to these would be noticed. */
  readonly covered: number;
}

export interface AnchoredReport {
  readonly intact: boolean;
  readonly logs: readonly AnchoredLog[];
  readonly anchor: {
    readonly file: string;
    readonly checkpoints: number;
    readonly faults: readonly string[];
    /** What time-stamping authorities attest. */
    readonly attested: readonly Attested[];
    /** Workspaces that it names but that were not read. */
    readonly unread: readonly WorkspaceId[];
  };
}

/**
 * Checks logs against the anchor in this process. It takes only the bare log from the server, not
 * what the server says about it. While the server runs, only the server can compare the rows.
 */
export async function verifyAnchored(
  context: RunContext,
  { anchor, keys, stamps, tsa, head, postgres }: AnchoredInput,
): Promise<AnchoredReport> {
  const { data } = context.options;
  const file = anchor ?? dataPaths(data).anchor;
  // Read before the log, which only grows: a head that the log lacks was taken away.
  const { heads, checkpoints, faults, attested } = await readStampedAnchor(
    { anchor: file, stamps, authorities: tsa },
    anchorSigner(data, keys),
  );
  const noted = head === undefined ? [] : [parseHead(head)];
  const readable = await (await openLog(context, postgres)).readable(heads.keys());
  const logs: AnchoredLog[] = [];
  for (const [workspace, log] of readable) {
    logs.push(await checkLog(workspace, log, { sealed: heads.get(workspace) ?? [], noted }));
  }
  return {
    intact: faults.length === 0 && logs.every(({ intact }) => intact),
    logs,
    anchor: {
      file,
      checkpoints,
      faults,
      attested,
      unread: [...heads.keys()].filter((workspace) => !readable.has(workspace)),
    },
  };
}

async function checkLog(
  workspace: WorkspaceId,
  log: ReadableLog,
  {
    sealed,
    noted,
  }: { readonly sealed: readonly SealedHead[]; readonly noted: readonly SealedHead[] },
): Promise<AnchoredLog> {
  const check = createChainCheck(logHashes, [...sealed, ...noted]);
  let foreign: string | undefined;
  for await (const line of await log.events()) {
    if (line.event.workspace !== workspace) foreign = "the log is that of another workspace";
    if (foreign !== undefined || !check.add([loggedEvent(line)])) break;
  }
  const chain = check.report();
  const broken = foreign ?? chain.fault;
  const report = broken === undefined ? await log.verify() : chain;
  const fault = broken ?? report.fault;
  const last = sealed.reduce((most, { seq }) => Math.max(most, seq), 0);
  return {
    ...report,
    ...(fault !== undefined && { intact: false, fault }),
    workspace,
    covered: Math.min(last, report.events),
  };
}

function loggedEvent({ event, hash }: ExportedEvent): LoggedEvent {
  return { event, hash: Buffer.from(hash, "hex") };
}
