import type { WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Change, Once } from "../../ports/store/store.ts";
import { type KindEntry, WRITES, type WriteKind } from "./writes.ts";

/** A change with its place in the batch, and its writes as the commit function takes them. */
export interface Prepared {
  readonly c: number;
  readonly change: Change;
  readonly entries: readonly KindEntry[];
}

type Rows = object[];

export interface Step {
  readonly workspace: WorkspaceId;
  /** The change, if the step holds only one. */
  readonly c?: number;
  readonly if?: readonly (readonly [WriteKind, Rows])[];
  readonly once?: Rows;
  readonly rest?: readonly (readonly [WriteKind, Rows])[];
}

/** One step for each change. */
export function stepOf(prepared: Prepared): Step {
  const { c, change, entries } = prepared;
  const once = change.once === undefined ? [] : [onceRow(prepared, change.once)];
  const rows = entries.map(({ kind, rows }) => [kind, rows.map(withChange(c))] as const);
  return { c, ...toStep(change.workspace, { once, rows }) };
}

/**
 * Independent changes share a step, in which one statement does a kind of write for all of them. Any
 * other change gets its own step, in its place. So the batch has the same result as its changes one
 * after another.
 */
export function sharedSteps(prepared: readonly Prepared[]): readonly Step[] {
  const steps: Step[] = [];
  let group: Prepared[] = [];
  let places = new Set<string>();
  const close = () => {
    steps.push(...stepsOfGroup(group));
    group = [];
    places = new Set();
  };
  for (const one of prepared) {
    if (!canShare(one)) {
      close();
      steps.push(stepOf(one));
      continue;
    }
    const touched = touchedBy(one);
    if (touched.some((place) => places.has(place))) close();
    for (const place of touched) places.add(place);
    group.push(one);
  }
  close();
  return steps;
}

/** A step for each workspace, since rows of one are invisible in another. */
function stepsOfGroup(group: readonly Prepared[]): readonly Step[] {
  const byWorkspace = Map.groupBy(group, ({ change }) => change.workspace);
  const inOrder = [...byWorkspace].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([workspace, of]) => {
    const once = of.flatMap((one) =>
      one.change.once === undefined ? [] : [onceRow(one, one.change.once)],
    );
    return toStep(workspace, { once, rows: rowsByKind(of) });
  });
}

function rowsByKind(group: readonly Prepared[]): readonly (readonly [WriteKind, Rows])[] {
  const byKind = new Map<WriteKind, Rows>();
  for (const { c, entries } of group) {
    for (const { kind, rows } of entries) {
      const known = byKind.get(kind);
      const own = rows.map(withChange(c));
      if (known === undefined) byKind.set(kind, own);
      else known.push(...own);
    }
  }
  return [...byKind].sort(([a], [b]) => RANKS[a] - RANKS[b]);
}

const RANKS = Object.fromEntries(Object.keys(WRITES).map((kind, rank) => [kind, rank])) as Readonly<
  Record<WriteKind, number>
>;

function toStep(
  workspace: WorkspaceId,
  { once, rows }: { once: Rows; rows: readonly (readonly [WriteKind, Rows])[] },
): Step {
  const conditional = rows.filter(([kind]) => WRITES[kind].when === "if");
  const others = rows.filter(([kind]) => WRITES[kind].when === "rest");
  return {
    workspace,
    ...present({
      if: conditional.length === 0 ? undefined : conditional,
      once: once.length === 0 ? undefined : once,
      rest: others.length === 0 ? undefined : others,
    }),
  };
}

/** Whether its writes can be done together with those of other changes, each row once. */
function canShare({ entries }: Prepared): boolean {
  const seen = new Set<string>();
  return entries.every(({ kind, places = [] }) => {
    const { when, isMany } = WRITES[kind];
    // A conditional write can report only one row per change.
    const names = when === "if" ? [kind] : places.map((place) => `${kind} ${place}`);
    const isNew = names.every((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return isMany === true && isNew;
  });
}

/** The places that a change touches, with its idempotency key. */
function touchedBy(prepared: Prepared): readonly string[] {
  const { entries } = prepared;
  const places = entries.flatMap(({ places = [], within = [] }) => [...places, ...within]);
  return [...places, ...onceNames(prepared)];
}

/** The name of its idempotency key, if it has one. */
export function onceNames({ change: { workspace, once } }: Prepared): readonly string[] {
  return once === undefined ? [] : [`${workspace} once ${once.principal} ${once.key}`];
}

function onceRow({ c, change: { workspace } }: Prepared, once: Once): object {
  const { principal, key, digest, result } = once;
  return { c, workspace, principal, key, digest, result };
}

/** Null means absent, and is not sent. */
function withChange(c: number): (row: object) => object {
  return (row) => {
    const sent: Record<string, unknown> = { c };
    for (const [name, value] of Object.entries(row)) if (value !== null) sent[name] = value;
    return sent;
  };
}
