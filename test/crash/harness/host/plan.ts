import type { SessionPoint } from "../../../../src/host/sessions/session-point.ts";
import type { Random } from "../../../../src/testing/simulator/random.ts";
import type { DeathPoint } from "../../../support/serve-when-told.ts";

/** What is done to hosts and servers in one cycle. */
export type HostHarm =
  /** A host kills itself at a point of a session. */
  | { readonly kind: SessionPoint; readonly count: number }
  | { readonly kind: "host_killed"; readonly afterMs: number }
  /** It stops for longer than its claims last, and then continues. */
  | { readonly kind: "host_frozen"; readonly afterMs: number }
  | { readonly kind: "server_killed"; readonly afterMs: number }
  /** A server kills itself at a point of a commit or of its work on a platform. */
  | { readonly kind: DeathPoint; readonly count: number };

export const SESSION_POINTS = [
  "claimed",
  "before_prompt",
  "after_prompt",
  "before_model",
  "after_model",
  "after_reply",
  "before_tool",
  "after_tool",
  "after_done",
  "before_ask",
  "after_ask",
  "before_end",
  "after_end",
] as const satisfies readonly SessionPoint[];

const MAX_COUNT = 2;
const MAX_COMMITS = 12;
const MAX_TRAFFIC_MS = 300;

/** Out of a hundred: 55 at a point of a session, 8 hosts killed, 7 frozen, 30 servers killed. */
export function planHostHarm(random: Random, serverPoints: readonly DeathPoint[]): HostHarm {
  const choice = random.next();
  const afterMs = random.next() * MAX_TRAFFIC_MS;
  if (choice < 0.55) return { kind: random.pick(SESSION_POINTS), count: random.int(1, MAX_COUNT) };
  if (choice < 0.63) return { kind: "host_killed", afterMs };
  if (choice < 0.7) return { kind: "host_frozen", afterMs };
  if (choice < 0.76 || serverPoints.length === 0) return { kind: "server_killed", afterMs };
  const kind = random.pick(serverPoints);
  const isCommit = kind === "before_commit" || kind === "after_commit";
  return { kind, count: random.int(1, isCommit ? MAX_COMMITS : MAX_COUNT) };
}
