import type { Random } from "../../../../src/testing/simulator/random.ts";
import type { DeathPoint } from "../../../support/serve-when-told.ts";

/** How a server's life ends: it kills itself at a point, or is killed after a time. */
export type HubKill =
  | { readonly kind: DeathPoint; readonly count: number }
  | { readonly kind: "in_traffic"; readonly afterMs: number };

/** Points where more can be lost are chosen more often. */
const POINTS = [
  "before_begin",
  "after_begin",
  "before_post",
  "after_post",
  "after_post",
  "after_mark",
  "before_edit",
  "after_edit",
  "received",
  "before_ack",
  "before_ack",
] as const;
const MAX_COUNT = 2;
const MAX_COMMITS = 8;
const MAX_TRAFFIC_MS = 800;

/**
 * Out of a hundred: 70 at a point of the hub, 15 at one of a commit, 15 from outside; or at
 * `points` alone.
 */
export function planHubKill(random: Random, points?: readonly DeathPoint[]): HubKill {
  if (points !== undefined) return { kind: random.pick(points), count: 1 };
  const choice = random.next();
  if (choice < 0.7) return { kind: random.pick(POINTS), count: random.int(1, MAX_COUNT) };
  if (choice < 0.85) {
    const kind = random.chance(0.5) ? "before_commit" : "after_commit";
    return { kind, count: random.int(1, MAX_COMMITS) };
  }
  return { kind: "in_traffic", afterMs: random.next() * MAX_TRAFFIC_MS };
}
