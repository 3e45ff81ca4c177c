import type { Event } from "../../domain/log/event.ts";
import {
  type ComparedRecord,
  createReplay,
  differences,
  type Replayed,
  type RowFault,
} from "../../domain/log/replay.ts";
import type { Facts, RowKind } from "../../domain/log/sayings.ts";
import { setBackOf } from "../../domain/log/set-back.ts";
import type { PrincipalKind } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import { followSigners, type SignerEntry } from "../../domain/votes/signer-chain.ts";
import { TYPES_BY_BLOCK } from "../migrations/hot-path-migration.ts";
import { checkContents } from "./content-check.ts";
import type { LogPage, RowPage, RunReads } from "./readings.ts";
import {
  isLast,
  readPolicyInForce,
  readRowPage,
  readSetBack,
  readSignerChain,
  readUses,
} from "./readings.ts";
import type { Ground } from "./row-facts.ts";
import { type RowSource, SOURCES, type StoredRow } from "./sources.ts";

/** So many faults are named; of more it is said how many. */
const MAX_FAULTS = 100;

/**
 * Holds the rows of a record against its log. What it keeps in memory is a page of rows with the events
 * about them, and over the whole of it only the names of principals and how often each standing
 * permission was used: it grows with people, agents and permissions, and with nothing else.
 */
export interface RecordCheck {
  /** Hears of every page of the log, in order. */
  add(page: LogPage): void;
  /** Reads the tables, once the whole log was heard. */
  finish(run: RunReads, workspace: string): Promise<ComparedRecord>;
}

export function createRecordCheck({
  digest,
  statements,
}: Pick<Ground, "digest" | "statements">): RecordCheck {
  const principals = new Map<string, { kind: PrincipalKind; name: string }>();
  const uses = new Map<string, number>();
  const ground: Ground = { digest, statements, principal: (id) => principals.get(id) };
  const faults: RowFault[] = [];
  const bySubject = createSubjectCount();
  let seq = 0;
  let rows = 0;
  let erased = 0;
  let found = 0;

  function note(fault: RowFault): void {
    found += 1;
    if (faults.length < MAX_FAULTS) faults.push(fault);
  }

  function hear({ type, subject, data }: Event): void {
    if (type === "principal.created" && data?.name !== undefined) {
      principals.set(subject, { kind: data.kind as PrincipalKind, name: data.name });
    }
    const isUse = type === "permission.used" || type === "request.answered_by_permission";
    const permission = isUse ? data?.permission : undefined;
    if (permission !== undefined) uses.set(permission, (uses.get(permission) ?? 0) + 1);
  }

  function compare(source: RowSource, page: RowPage): void {
    const { rows: stored, beside, events } = page;
    const { kind } = source;
    bySubject.find(kind, page, seq);
    const replay = createReplay();
    for (const event of events) replay.add(event);
    for (const row of stored) {
      rows += 1;
      const id = source.idOf(row);
      const replayed = replay.of(kind, id);
      if (replayed !== undefined && !replayed.has("isGone"))
        compareRow({ kind, id, replayed }, () => source.factsOf(row, ground, beside));
      else if (!source.mayBeUnnamed(row, beside)) note({ kind, id });
    }
  }

  function compareRow(
    { kind, id, replayed }: Pick<RowFault, "kind" | "id"> & { readonly replayed: Replayed },
    read: () => Facts,
  ): void {
    const facts = readable(read);
    if (facts === undefined) {
      note({ kind, id, fact: "row" });
      return;
    }
    if (facts["isErased"] === true) erased += 1;
    for (const fault of differences(replayed, facts)) note({ kind, id, ...fault });
  }

  async function compareUses(run: RunReads, workspace: string): Promise<void> {
    const read = await run(readUses(workspace, seq));
    for (const event of read.events) hear(event);
    for (const { id, uses: stored } of read.permissions) {
      if (stored !== (uses.get(id) ?? 0)) note({ kind: "permission", id, fact: "number of uses" });
    }
  }

  return {
    add({ events, missing }) {
      for (const { event } of events) hear(event);
      bySubject.log(events);
      for (const { kind, id, seq: maker } of missing) note({ kind, id, seq: maker });
      seq = events.at(-1)?.event.seq ?? seq;
    },
    async finish(run, workspace) {
      for (const source of SOURCES) {
        let after: StoredRow | undefined;
        for (;;) {
          const page = await run(readRowPage(source, { workspace, after }));
          compare(source, page);
          after = page.rows.at(-1);
          if (isLast(page)) break;
        }
      }
      await compareUses(run, workspace);
      await checkContents(run, { workspace, digest: digest.bytes, note });
      (await workspaceFaults(run, workspace)).forEach(note);
      (await signerFaults(run, { workspace, statements })).forEach(note);
      // With a row that is gone, its events are too.
      if (found === 0) bySubject.faults(workspace, seq).forEach(note);
      return { rows, erased, faults, more: found - faults.length };
    },
  };
}

/** What the workspace itself has in force, and waits for. */
async function workspaceFaults(run: RunReads, workspace: string): Promise<readonly RowFault[]> {
  const fault = (fact: string, event: Event | undefined): RowFault => ({
    kind: "workspace",
    id: workspace,
    fact,
    ...present({ seq: event?.seq }),
  });
  const policy = await run(readPolicyInForce(workspace));
  const waits = await run(readSetBack(workspace));
  const said = waits.event === undefined ? null : (setBackOf(waits.event)?.event ?? null);
  return [
    ...(policy.revision === policy.event?.data?.revision ? [] : [fault("policy", policy.event)]),
    ...(waits.setBack === said ? [] : [fault("set back", waits.event)]),
  ];
}

/** Whether the chain of signers follows its own rules: every signature in it, and who had to sign. */
async function signerFaults(
  run: RunReads,
  { workspace, statements }: { readonly workspace: string } & Pick<Ground, "statements">,
): Promise<readonly RowFault[]> {
  const bodies = await run(readSignerChain(workspace));
  if (bodies.length === 0) return [];
  const entries = bodies.map((body) => readable(() => JSON.parse(body) as SignerEntry));
  const last = entries.at(-1)?.at;
  const now = typeof last === "string" ? last : toTimestamp(0);
  const { fault } = followSigners(entries, { now }, statements);
  return fault === undefined
    ? []
    : [{ kind: "signers", id: String(fault.seq), fact: "signatures" }];
}

/**
 * Whether each event that SQLite finds by a table of subjects was found there. One that is taken out of it
 * would be hidden from the row that it speaks of.
 */
function createSubjectCount() {
  const isByBlock = ({ type }: Event) => TYPES_BY_BLOCK.includes(type);
  let logged = 0;
  let found = 0;
  return {
    log(events: LogPage["events"]): void {
      logged += events.filter(({ event }) => isByBlock(event)).length;
    },
    /** Counts events once, beside their own row; what was logged since the log was read does not count. */
    find(kind: RowKind, { rows, events }: RowPage, upTo: number): void {
      if (kind !== "request") return;
      const ids = new Set(rows.map((row) => row["id"]));
      const isOwn = ({ subject, seq }: Event) => ids.has(subject) && seq <= upTo;
      found += events.filter((event) => isByBlock(event) && isOwn(event)).length;
    },
    faults: (workspace: string, seq: number): readonly RowFault[] =>
      found === logged
        ? []
        : [{ kind: "workspace", id: workspace, fact: "list of events by subject", seq }],
  };
}

/** A row that cannot be read any more was changed, too. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
