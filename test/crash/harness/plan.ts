import type { CommitPoint } from "../../../src/ports/store/store.ts";
import type { Random } from "../../../src/testing/simulator/random.ts";

/** How a server's life ends. */
export type Kill =
  /** From outside, this long after the start: on an empty folder, or on one with a past. */
  | { readonly kind: "while_founding" | "while_starting"; readonly afterMs: number }
  /**
   * From outside, this long after the first calls are let through, or after the first is
   * acknowledged.
   */
  | {
      readonly kind: "in_traffic";
      readonly since: "first_call" | "first_reply";
      readonly afterMs: number;
    }
  /** It kills itself when it reaches a named point of a commit for this time. */
  | { readonly kind: CommitPoint; readonly count: number };

export type KillKind = Kill["kind"];
export type KillCounts = Record<KillKind, number>;

export const KILL_KINDS: readonly KillKind[] = [
  "while_founding",
  "while_starting",
  "in_traffic",
  "before_commit",
  "after_commit",
];

const MAX_FOUNDING_MS = 150;
const MAX_START_MS = 80;
const MAX_TRAFFIC_MS = 50;
const MAX_COMMITS = 12;

/** Out of a hundred: 3 foundings, 7 starts, 40 in the traffic, 25 at each point of a commit. */
export function planKill(random: Random): Kill {
  const choice = random.next();
  const time = random.next();
  if (choice < 0.03) return { kind: "while_founding", afterMs: time * MAX_FOUNDING_MS };
  if (choice < 0.1) return { kind: "while_starting", afterMs: time * MAX_START_MS };
  if (choice < 0.5) {
    const since = random.chance(0.3) ? "first_call" : "first_reply";
    return { kind: "in_traffic", since, afterMs: time * MAX_TRAFFIC_MS };
  }
  const count = random.int(1, MAX_COMMITS);
  return { kind: choice < 0.75 ? "before_commit" : "after_commit", count };
}
