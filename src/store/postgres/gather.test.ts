import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { gather, gatherWithin } from "./gather.ts";

function counted(fail = false) {
  const reads: (readonly number[])[] = [];
  const find = gather<number, string>(async (keys) => {
    reads.push(keys);
    if (fail) throw new Error("away");
    return new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`]));
  });
  return { find, reads };
}

test("what is asked for in one turn is read at once, each key once", async () => {
  const { find, reads } = counted();
  const found = await Promise.all([
    find(1),
    find(2),
    find(1),
    Promise.resolve().then(() => find(3)),
  ]);
  expect(found).toEqual(["value 1", "value 2", "value 1", "value 3"]);
  expect(reads).toEqual([[1, 2, 3]]);
});

test("what is asked for later is read anew", async () => {
  const { find, reads } = counted();
  await find(1);
  await find(1);
  expect(reads).toEqual([[1], [1]]);
});

test("what is not there is undefined", async () => {
  expect(await counted().find(-1)).toBeUndefined();
});

test("a failure reaches everybody who asked", async () => {
  const { find } = counted(true);
  const results = await Promise.allSettled([find(1), find(2)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a statement names a thousand values at most", async () => {
  const { find, reads } = counted();
  await Promise.all(Array.from({ length: 2_500 }, (_, index) => find(index + 1)));
  expect(reads.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
});

test("what is asked for while a read is under way is read next, at once", async () => {
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>();
  const reads: (readonly number[])[] = [];
  const find = gather<number, number>(async (keys) => {
    reads.push(keys);
    if (reads.length === 1) await isDone;
    return new Map(keys.map((key) => [key, key]));
  });
  const first = find(1);
  await setImmediate();
  const second = find(2);
  await setImmediate();
  const third = find(3);
  end();
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
  expect(reads).toEqual([[1], [2, 3]]);
});

test("a read that never ends keeps nobody else waiting", async () => {
  const find = gather<number, number>(async ([key = 0]) =>
    key === 1 ? await new Promise<never>(() => {}) : new Map([[key, key]]),
  );
  void find(1);
  await setImmediate();
  expect(await find(2)).toBe(2);
});

test("each workspace is read by itself", async () => {
  const reads: (readonly [string, readonly number[]])[] = [];
  const find = gatherWithin<number, string>(async (workspace, keys) => {
    reads.push([workspace, keys]);
    return new Map(keys.map((key) => [key, `${workspace} ${key}`]));
  });
  const found = await Promise.all([find("a", 1), find("b", 1), find("a", 2)]);
  expect(found).toEqual(["a 1", "b 1", "a 2"]);
  expect(reads).toEqual([
    ["a", [1, 2]],
    ["b", [1]],
  ]);
});
