import type { ErrorCode } from "../../../src/domain/errors.ts";
import type { WorkspaceId } from "../../../src/domain/id.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { Event } from "../../../src/domain/log/event.ts";
import type { PolicyInForce } from "../../../src/ports/earshot/authority.ts";
import type { Earshot } from "../../../src/ports/earshot/earshot.ts";

/**
 * The callers: `script` has an unattended key of the approver; `stranger` and `outsider` belong to
 * another workspace.
 */
export type Part =
  | "scout"
  | "rival"
  | "owner"
  | "approver"
  | "viewer"
  | "script"
  | "service"
  | "stranger"
  | "outsider";

/** The clock of a world: for everything that serves it, and for its database. */
export interface WorldClock {
  now(): number;
  /** Moves time by `ms`, with everything that falls due and what follows from it. */
  advance(ms: number): Promise<void>;
  /** Sets the time without running timers, like a person who sets the machine's clock. */
  jump(ms: number): Promise<void>;
}

/** Earshot under test as each part sees it, with a clock that the test moves. */
export interface World {
  as(part: Part): Earshot;
  /** The workspace of all but `stranger` and `outsider`. */
  readonly home: WorkspaceId;
  readonly clock: WorldClock;
  /** Sends everybody who waits away, as a stopping server does. */
  stop(): void;
  close(): Promise<void>;
}

/** The world of the running test, for the facts. */
export interface WorldUnderTest {
  readonly world: World;
}

/** The code of the error that the call throws; undefined if it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return (error as { code?: ErrorCode }).code ?? ("not an EarshotError" as ErrorCode);
  }
}

export async function collect(events: Promise<AsyncIterable<Event>>): Promise<Event[]> {
  const collected: Event[] = [];
  for await (const event of await events) collected.push(event);
  return collected;
}

/** Lets real time pass until the condition holds; throws after 15 seconds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error("It did not come about.");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A node may learn of a policy on another node a moment later, and calls alternate between two. */
const NODES = 2;

/** Puts rules in force for whichever node is asked next. */
export async function applyRules(
  owner: Earshot,
  rules: readonly JsonObject[],
): Promise<PolicyInForce> {
  return await applyPolicy(owner, { version: 1, rules: [...rules] });
}

/** Puts a policy in force for whichever node is asked next. */
export async function applyPolicy(owner: Earshot, source: JsonObject): Promise<PolicyInForce> {
  const applied = await owner.applyPolicy({ source });
  await eventually(async () => {
    for (let node = 0; node < NODES; node++) {
      if ((await owner.policy()).revision !== applied.revision) return false;
    }
    return true;
  });
  return applied;
}
