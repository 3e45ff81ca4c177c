import type { PrincipalId } from "../id.ts";
import { type AuthorizationRequest, closersOf, type ShownRequest } from "../requests/request.ts";
import { saysWhatItDoes } from "../requests/similarity.ts";
import { type Difference, differencesOf } from "./fold.ts";

/**
 * How an open action stands to the last ones of its agent and tool that people decided. It tells what
 * was, and decides nothing: whoever approves looks at the action itself.
 */
export interface Precedent {
  /** How many of the last it is like, at most five. */
  readonly count: number;
  readonly approved: number;
  /** How many of the approved ones had other arguments than were asked for. */
  readonly edited: number;
  readonly rejected: number;
  /** How many of them the reader decided. */
  readonly own: number;
  /**
   * Where it differs from any of them, at most three places; the first value is its own, and the others
   * are theirs, newest first. Empty if it is the same as all of them.
   */
  readonly differs: readonly Difference[];
}

/** With more differences it is not the same in any sense that helps. */
const MOST_DIFFERENCES = 3;
/** The agent writes these anew for each request. */
const WORDS: ReadonlySet<string> = new Set(["reason", "session"]);

export function precedentOf(
  request: ShownRequest,
  {
    earlier,
    reader,
  }: { readonly earlier: readonly AuthorizationRequest[]; readonly reader: PrincipalId },
): Precedent | undefined {
  if (request.kind !== "authorization" || request.status !== "open") return undefined;
  if (earlier.length === 0) return undefined;
  const differs = [
    ...differencesOf([request, ...earlier], WORDS),
    ...levels([request, ...earlier]),
  ];
  if (differs.length > MOST_DIFFERENCES || differs.some(({ pointer }) => saysWhatItDoes(pointer)))
    return undefined;
  const approved = earlier.filter(({ status }) => status === "approved");
  return {
    count: earlier.length,
    approved: approved.length,
    edited: approved.filter(({ authorization }) => authorization.edit !== undefined).length,
    rejected: earlier.length - approved.length,
    own: earlier.filter((one) => isBy(one, reader)).length,
    differs,
  };
}

function isBy(request: AuthorizationRequest, reader: PrincipalId): boolean {
  if (request.status !== "approved" && request.status !== "rejected") return false;
  return closersOf(request).some(({ principal }) => principal === reader);
}

function levels(
  requests: readonly Extract<ShownRequest, { kind: "authorization" }>[],
): readonly Difference[] {
  const values = requests.map(({ authorization }) => JSON.stringify(authorization.demand.level));
  const count = new Set(values).size;
  return count === 1 ? [] : [{ pointer: "level", count, values }];
}
