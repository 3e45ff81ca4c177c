import fc from "fast-check";
import { expect, test } from "vitest";
import { EarshotError } from "../../domain/errors.ts";
import type { Change, CommitResult, Once } from "../../ports/store/store.ts";
import { commitCall } from "./commit-call.ts";
import type { Context } from "./context.ts";
import type { CallIdentity } from "./once.ts";

/*
 * A counter that many callers add to, over a store that refuses what was planned on an older value. Between
 * a plan and its commit somebody else may be faster, and a reply may get lost, so that a call comes again.
 */
interface Step {
  readonly key: "a" | "b" | "c" | undefined;
  readonly adds: number;
  /** How often somebody else is faster. */
  readonly races: number;
  readonly isRefused: boolean;
  /** Whether it finds that there is nothing to do. */
  readonly isSettled: boolean;
}

interface World {
  value: number;
  readonly done: Map<string, Once>;
  readonly added: number[];
}

const aStep: fc.Arbitrary<Step> = fc.record({
  key: fc.constantFrom("a", "b", "c", undefined),
  adds: fc.integer({ min: 1, max: 3 }),
  races: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
  isRefused: fc.boolean(),
  isSettled: fc.boolean(),
});

/** What a write of the counter expects, and what it adds. */
interface Adding {
  readonly expects: number;
  readonly adds: number;
}

function contextOf(world: World): Context {
  const commit = async ({ writes, once }: Change): Promise<CommitResult> => {
    const earlier = once && world.done.get(once.key);
    if (once !== undefined && earlier !== undefined) {
      return earlier.digest === once.digest
        ? { outcome: "replayed", result: earlier.result }
        : { outcome: "key_reused" };
    }
    const [{ expects, adds }] = writes as unknown as [Adding];
    if (expects !== world.value) return { outcome: "conflict" };
    world.value += adds;
    world.added.push(adds);
    if (once !== undefined) world.done.set(once.key, once);
    return { outcome: "committed", events: [] };
  };
  const store = { findOnce: async ({ key }: Once) => world.done.get(key) };
  return { commit, store, digest: { json: JSON.stringify } } as unknown as Context;
}

async function call(world: World, { key, adds, races, ...step }: Step): Promise<string> {
  const caller = { principal: { id: "prn_scout", workspace: "default" } };
  const options = key === undefined ? undefined : { idempotencyKey: key };
  const identity = { caller, operation: "add", input: { adds }, options };
  let left = races;
  try {
    return await commitCall(contextOf(world), identity as unknown as CallIdentity, {
      thing: "The counter",
      async plan() {
        if (step.isRefused) throw new EarshotError("NOT_ALLOWED", "Nobody adds now.");
        if (step.isSettled) return { alreadySo: "already so" };
        const expects = world.value;
        if (left > 0) {
          left -= 1;
          world.value += 1;
        }
        const write = { expects, adds } as unknown as Change["writes"][number];
        const result = `${expects + adds}`;
        return {
          change: { workspace: "default" as Change["workspace"], writes: [write], events: [] },
          result,
          done: () => result,
        };
      },
      replay: (result) => result,
    });
  } catch (error) {
    if (error instanceof EarshotError) return error.code;
    throw error;
  }
}

/** The races that a call survives. */
const MOST_RACES = 15;

interface First {
  readonly adds: number;
  readonly result: string;
}

/** What a call is told, and how often it takes effect. */
function expected(
  { adds, races, isRefused, isSettled }: Step,
  first: First | undefined,
  value: number,
): readonly [string, number] {
  if (first !== undefined && first.adds !== adds) return ["KEY_REUSED", 0];
  if (isRefused) return [first?.result ?? "NOT_ALLOWED", 0];
  if (isSettled) return ["already so", 0];
  if (first !== undefined) return [first.result, 0];
  return races > MOST_RACES ? ["CONFLICT", 0] : [`${value}`, 1];
}

test("whoever calls, as often and at whatever moment, a key takes effect once and is told the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 12 }), async (steps) => {
      const world: World = { value: 0, done: new Map(), added: [] };
      const firsts = new Map<string, First>();
      for (const step of steps) {
        const { key = "", adds } = step;
        const before = world.added.length;
        const result = await call(world, step);
        const took = world.added.length - before;
        expect([result, took]).toEqual(expected(step, firsts.get(key), world.value));
        if (key !== "" && took > 0) firsts.set(key, { adds, result });
      }
    }),
  );
});

test("what the store refused is told as it was refused, and nothing is tried again", async () => {
  let tries = 0;
  const refused = new EarshotError("STORE_UNAVAILABLE", "The disk is full.");
  const commit = async (): Promise<CommitResult> => {
    tries += 1;
    return { outcome: "failed", error: refused };
  };
  const context = { ...contextOf({ value: 0, done: new Map(), added: [] }), commit };
  const identity = { caller: { principal: {} }, operation: "add", input: {}, options: undefined };
  const called = commitCall(context, identity as unknown as CallIdentity, {
    thing: "The counter",
    plan: async () => ({
      change: { workspace: "default" as Change["workspace"], writes: [], events: [] },
      result: "1",
      done: () => "1",
    }),
    replay: (result) => result,
  });
  await expect(called).rejects.toBe(refused);
  expect(tries).toBe(1);
});
