import { table } from "../scripts/page-parts.ts";
import type { PeerSide } from "./peer-sides.ts";
import type { Syncs } from "./sync-trace.ts";

/** One row of results/peers.json. */
export type PeerRow = Named & (Measured | { readonly skipped: string });

type Named = Pick<PeerSide, "name" | "title" | "keepsIn"> & {
  /** By package. */
  readonly versions: Readonly<Record<string, string>>;
};

/** Medians over the rounds; each ratio is that of one round, and above 1 where Earshot is better. */
export interface Measured {
  readonly syncs: Syncs;
  readonly alone: Compared;
  readonly atOnce: Compared;
  readonly resumeMs: Compared;
  /** All processes of it counted, 32 at once; absent where the system does not tell. */
  readonly processorMs?: number;
}

export interface Compared {
  readonly value: number;
  readonly ratio: number;
}

const HEAD = [
  "peer",
  "version",
  "keeps it in",
  "fsync before “done”",
  "one at a time, cycles/s",
  "Earshot ÷ it",
  "32 at once, cycles/s",
  "Earshot ÷ it",
  "processor time a cycle",
  "resume p50",
  "it ÷ Earshot",
];

export function peersTable(rows: readonly PeerRow[]): string {
  return table(HEAD, rows.map(cells));
}

function cells(row: PeerRow): readonly string[] {
  const first = [row.title, versions(row), row.keepsIn];
  if ("skipped" in row)
    return [...first, `skipped: ${row.skipped}`, ...HEAD.slice(4).map(() => "")];
  const { syncs, alone, atOnce, resumeMs, processorMs } = row;
  return [
    ...first,
    promise(syncs),
    digits(alone.value),
    digits(alone.ratio),
    digits(atOnce.value),
    digits(atOnce.ratio),
    processorMs === undefined ? "not told" : `${digits(processorMs)} ms`,
    `${digits(resumeMs.value)} ms`,
    digits(resumeMs.ratio),
  ];
}

const versions = ({ versions }: PeerRow) =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ") || "this clone";

function promise(syncs: Syncs): string {
  if ("notTraced" in syncs) return "not traced";
  const { calls, synced } = syncs;
  return `${synced === calls ? "yes" : "no"}: ${synced} of ${calls}`;
}

/** Three digits, which is more than a busy machine is good for. */
function digits(value: number): string {
  const DIGITS = 3;
  return value >= 100
    ? Math.round(value).toLocaleString("en")
    : String(Number(value.toPrecision(DIGITS)));
}
