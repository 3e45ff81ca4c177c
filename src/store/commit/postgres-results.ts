import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import { isForGood, refusedForGood } from "../postgres/errors.ts";
import { decodeText } from "../postgres/text-codec.ts";

/** The result of `earshot_commit_1`, as JSON. */
interface Results {
  /** The database's time. */
  readonly now: number;
  /** Changes by their place in the batch; all others are committed. */
  readonly refusals: readonly (readonly [c: number, outcome: string, ...more: string[]])[];
  /** The last sequence number of each log that grew. */
  readonly heads: readonly (readonly [workspace: WorkspaceId, seq: number])[];
}

export function parseResults(text: string): Results {
  return JSON.parse(text) as Results;
}

/** The results in the order of the changes, with the events in their places. */
export function toCommitResults(
  changes: readonly Change[],
  { refusals, heads }: Results,
): readonly CommitResult[] {
  const refused = new Map(refusals.map(([c, ...refusal]) => [c, toRefusal(refusal)]));
  const next = firstPlaces(
    heads,
    changes.filter((_, c) => !refused.has(c)),
  );
  return changes.map((change, c) => refused.get(c) ?? committed(change, next));
}

/** The number of the first event of the batch in each log: the head minus what was appended. */
function firstPlaces(
  heads: Results["heads"],
  changes: readonly Change[],
): Map<WorkspaceId, number> {
  const next = new Map(heads.map(([workspace, seq]) => [decodeText(workspace), seq + 1]));
  for (const { workspace, events } of changes) {
    if (events.length > 0) next.set(workspace, (next.get(workspace) ?? 0) - events.length);
  }
  return next;
}

function committed(
  { workspace, events: drafts }: Change,
  next: Map<WorkspaceId, number>,
): CommitResult {
  const first = next.get(workspace) ?? 0;
  if (drafts.length > 0) next.set(workspace, first + drafts.length);
  const events = drafts.map((draft, index): Event => ({ ...draft, workspace, seq: first + index }));
  return { outcome: "committed", events };
}

function toRefusal([outcome, ...more]: readonly string[]): CommitResult {
  switch (outcome) {
    case "conflict":
    case "key_reused":
      return { outcome };
    case "replayed":
      return { outcome, result: decodeText(more[0] ?? "") };
    default: {
      const [state = "", said = ""] = more;
      if (isForGood(state)) return { outcome: "failed", error: refusedForGood(state, said) };
      const text = `PostgreSQL refused what was to be stored (${state}): ${said}.`;
      return { outcome: "failed", error: new EarshotError("STORE_UNAVAILABLE", text) };
    }
  }
}
