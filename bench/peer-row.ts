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
  /** Cycles a second, one at a time and many at once. */
  readonly alone: Compared;
  readonly atOnce: Compared;
  /** Of all its processes, for a cycle of many at once; absent where the system does not tell. */
  readonly processorMs?: Compared;
  readonly resumeMs: Compared;
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
  "fsync before the waiter has it",
  "one at a time, cycles/s",
  "32 at once, cycles/s",
  "processor time a cycle, ms",
  "resume p50, ms",
];

export function peersTable(rows: readonly PeerRow[]): string {
  return table(HEAD, rows.map(cells));
}

function cells(row: PeerRow): readonly string[] {
  const first = [row.title, versionsIn(row), row.keepsIn];
  if ("skipped" in row) {
    const rest = HEAD.slice(first.length + 1);
    return [...first, `skipped: ${row.skipped}`, ...rest.map(() => "")];
  }
  const { alone, atOnce, processorMs, resumeMs } = row;
  return [...first, ...promises(row.syncs), ...[alone, atOnce, processorMs, resumeMs].map(shown)];
}

const versionsIn = ({ versions }: PeerRow) =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ") || "this clone";

function promises(syncs: Syncs): readonly string[] {
  if ("notTraced" in syncs) return ["not traced", "not traced"];
  return [syncs.done, syncs.heard].map(
    ({ of, synced }) => `${synced === of ? "yes" : "no"}: ${synced} of ${of}`,
  );
}

function shown(compared: Compared | undefined): string {
  return compared === undefined
    ? "not told"
    : `${digits(compared.value)} (${digits(compared.ratio)}×)`;
}

/** Three digits, which is more than a busy machine is good for. */
function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}
