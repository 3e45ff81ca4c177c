import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { LoggedEvent } from "../../domain/log/chain.ts";
import {
  type ChainCheck,
  type ChainReport,
  createChainCheck,
  type NotedHead,
  parseHead,
} from "../../domain/log/chain-check.ts";
import { deploymentOf, NAMING_EVENT } from "../../domain/log/deployment.ts";
import { eventsMissing, placeFault, readExportedLine } from "../../domain/log/exported-line.ts";
import { present } from "../../domain/present.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { logHashes } from "../../store/events/hash-chain.ts";
import { createProof } from "../../system/signer.ts";
import { createProgress } from "../terminal/progress.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { bytesOf, type FileLine, linesIn } from "./file-lines.ts";
import { knownDeployment } from "./known-deployment.ts";
import { readPublicKeys } from "./public-keys.ts";
import type { AnchorReading } from "./read-anchor.ts";
import { type Attested, readStampedAnchor } from "./read-stamps.ts";

export interface LogFileInput {
  /** As `audit export` prints it. */
  readonly file: string;
  readonly anchor: string | undefined;
  readonly keys: string | undefined;
  readonly stamps: string | undefined;
  readonly tsa: string | undefined;
  readonly head: string | undefined;
}

export interface LogFileReport extends ChainReport {
  readonly file: string;
  /** Of its first event; absent if the file holds none. */
  readonly workspace?: WorkspaceId;
  /** Whose log it is, as far as the log tells. */
  readonly deployment?: string;
  /** Its lines end as on Windows: some program has written the file anew. */
  readonly isRewritten?: true;
  /** Events up to the last checkpoint: any change to these would be noticed. */
  readonly covered?: number;
  readonly anchor?: {
    readonly file: string;
    readonly checkpoints: number;
    readonly faults: readonly string[];
    readonly attested: readonly Attested[];
  };
}

/** Checks an exported log with nothing but files: no server, no record. */
export async function verifyLogFile(
  context: RunContext,
  { file, anchor, keys, stamps, tsa, head }: LogFileInput,
): Promise<LogFileReport> {
  const noted = head === undefined ? [] : [parseHead(head)];
  const deployment = keys === undefined ? undefined : knownDeployment("", keys);
  const anchored =
    anchor === undefined
      ? undefined
      : await readStampedAnchor(
          { anchor, stamps, authorities: tsa },
          { prove: createProof(readPublicKeys("", keys)), deployment },
        );
  const read = await readLog(context, file, { noted, anchored, deployment });
  const faults = anchorFaults(anchored, read);
  return {
    ...read,
    intact: read.intact && faults.length === 0,
    file,
    ...(anchored !== undefined &&
      anchor !== undefined && {
        covered: Math.min(lastOf(headsIn(anchored, read.workspace)), read.events),
        anchor: {
          file: anchor,
          checkpoints: anchored.checkpoints,
          faults,
          attested: anchored.attested,
        },
      }),
  };
}

interface Expected {
  readonly noted: readonly NotedHead[];
  readonly anchored: AnchorReading | undefined;
  /** Whose log it must be. */
  readonly deployment: string | undefined;
}

interface LogRead extends ChainReport {
  readonly workspace?: WorkspaceId;
  readonly deployment?: string;
  readonly isRewritten?: true;
}

/** How often a terminal is told, in lines. */
const TOLD_EVERY = 1_000;

async function readLog(context: RunContext, file: string, expected: Expected): Promise<LogRead> {
  const check = createChainCheck(logHashes, expected.noted);
  const known: Known = { expected, check, last: 0 };
  const progress = createProgress(context, "Checking", "events");
  let fault: string | undefined;
  try {
    for await (const line of linesIn(bytesOf(file), file)) {
      if (line.end === "crlf") known.isRewritten = true;
      fault = lineFault(line, known);
      if (fault !== undefined) break;
      if (line.number % TOLD_EVERY === 0) progress.onProgress(file, line.number);
    }
  } catch (cause) {
    throw unreadable(cause, file);
  } finally {
    progress.end();
  }
  if (known.last === 0) fault ??= "it holds no event";
  const { workspace, deployment, isRewritten } = known;
  const found = check.report();
  const broken = fault ?? endFault(known) ?? found.fault;
  return {
    ...found,
    intact: broken === undefined,
    ...present({ fault: broken, workspace, deployment, isRewritten }),
  };
}

/** What was read of a log so far. */
interface Known {
  readonly expected: Expected;
  readonly check: ChainCheck;
  last: number;
  workspace?: WorkspaceId;
  deployment?: string;
  isRewritten?: true;
}

/** What is wrong with the next line; undefined if nothing is. */
function lineFault({ number, text, end }: FileLine, known: Known): string | undefined {
  const { check, expected } = known;
  const read = readExportedLine(text);
  if (typeof read === "string") {
    return end === "none" && read === "is garbled"
      ? `line ${number}, the last, breaks off: the file was not written to its end`
      : `line ${number} ${read}`;
  }
  const { event } = read;
  const misplaced = placeFault(event, { last: known.last, line: number });
  if (misplaced !== undefined) return misplaced;
  if (known.workspace === undefined) {
    known.workspace = event.workspace;
    check.expect(headsIn(expected.anchored, event.workspace));
  }
  if (!check.add([read])) return check.report().fault;
  known.last = event.seq;
  return foreignFault(read, known);
}

/** The second event names the deployment. */
function foreignFault(read: LoggedEvent, known: Known): string | undefined {
  const { workspace, seq } = read.event;
  if (workspace !== NAMING_EVENT.workspace || seq !== NAMING_EVENT.seq) return undefined;
  const own = deploymentOf(read);
  if (own !== undefined) known.deployment = own;
  const { deployment } = known.expected;
  return deployment === undefined || own === deployment
    ? undefined
    : `it is the log of another deployment, ${own}, and not of ${deployment}, whose keys were given`;
}

/** What is missing at the end of a log that holds as far as it goes. */
function endFault({ expected, workspace, last, check }: Known): string | undefined {
  const sealed = lastOf(headsIn(expected.anchored, workspace));
  if (sealed <= last || check.report().head.seq !== last) return undefined;
  return `${eventsMissing(last + 1, sealed)} at its end, which the anchor has sealed: it was cut, or exported before the anchor was copied`;
}

function anchorFaults(
  anchored: AnchorReading | undefined,
  { workspace }: LogRead,
): readonly string[] {
  if (anchored === undefined) return [];
  const isOther =
    anchored.heads.size > 0 && workspace !== undefined && !anchored.heads.has(workspace);
  return isOther
    ? [...anchored.faults, `the anchor holds no checkpoint of the workspace ${workspace}`]
    : anchored.faults;
}

function headsIn(anchored: AnchorReading | undefined, workspace: WorkspaceId | undefined) {
  return (workspace === undefined ? undefined : anchored?.heads.get(workspace)) ?? [];
}

function lastOf(heads: readonly NotedHead[]): number {
  return heads.reduce((most, { seq }) => Math.max(most, seq), 0);
}

function unreadable(cause: unknown, file: string): unknown {
  const isOfSystem = cause instanceof Error && "syscall" in cause;
  if (!isOfSystem) return cause;
  return new EarshotError(
    "NOT_FOUND",
    `The log ${file} cannot be read: ${whyRefused(cause)}. npx earshot audit export > ${file} prints one.`,
    { cause, details: { file } },
  );
}
