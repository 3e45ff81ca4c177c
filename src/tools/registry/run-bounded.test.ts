import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { isEarshotError } from "../../domain/errors.ts";
import { runBounded } from "./run-bounded.ts";

const never = () => new Promise<never>(() => {});
const unbounded = { signal: new AbortController().signal, timeoutMs: Number.POSITIVE_INFINITY };

test("what returns, returns; what throws, threw, also before its first await", async () => {
  const error = new Error("no");
  expect(await runBounded(async () => 7, unbounded)).toEqual({ kind: "returned", value: 7 });
  const rejecting = runBounded(() => Promise.reject(error), unbounded);
  expect(await rejecting).toEqual({ kind: "threw", error });
  const throwing = runBounded(() => {
    throw error;
  }, unbounded);
  expect(await throwing).toEqual({ kind: "threw", error });
});

test("the signal ends what ignores it, and is passed on with its reason", async () => {
  const caller = new AbortController();
  let given: AbortSignal | undefined;
  const ended = runBounded(
    (signal) => {
      given = signal;
      return never();
    },
    { ...unbounded, signal: caller.signal },
  );
  const reason = new Error("gone");
  caller.abort(reason);
  expect(await ended).toEqual({ kind: "cancelled" });
  expect(given?.reason).toBe(reason);
});

test("nothing is begun once the signal has come", async () => {
  let begun = false;
  const ended = runBounded(
    async () => {
      begun = true;
    },
    { ...unbounded, signal: AbortSignal.abort() },
  );
  expect(await ended).toEqual({ kind: "cancelled" });
  expect(begun).toBe(false);
});

test("time ends what ignores it, and the signal says TIMED_OUT", async () => {
  let given: AbortSignal | undefined;
  const ended = runBounded(
    (signal) => {
      given = signal;
      return never();
    },
    { ...unbounded, timeoutMs: 5 },
  );
  expect(await ended).toEqual({ kind: "timed-out" });
  expect(isEarshotError(given?.reason, "TIMED_OUT")).toBe(true);
});

test("a failure that comes too late disturbs nobody", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const ended = await runBounded(() => promise, { ...unbounded, timeoutMs: 5 });
  reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual({ kind: "timed-out" });
});

test("a bound beyond what a timer can hold is none", async () => {
  const caller = new AbortController();
  const ended = runBounded(never, { signal: caller.signal, timeoutMs: 2 ** 40 });
  const first = await Promise.race([
    ended,
    new Promise((resolve) => setTimeout(resolve, 20, "still running")),
  ]);
  caller.abort();
  expect([first, await ended]).toEqual(["still running", { kind: "cancelled" }]);
});

test("no listener stays on the caller's signal", async () => {
  const caller = new AbortController();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      runBounded(async () => 1, { ...unbounded, signal: caller.signal }),
    ),
  );
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
});
