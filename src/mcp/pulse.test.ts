import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPulse } from "./pulse.ts";

function counting() {
  const counts: number[] = [];
  const enough = Promise.withResolvers<void>();
  return {
    counts,
    enough: enough.promise,
    beat(count: number) {
      counts.push(count);
      if (count === 3) enough.resolve();
    },
  };
}

test("every one that is held beats by itself, and its count rises by one", async () => {
  const pulse = createPulse(20);
  const [one, other] = [counting(), counting()];
  pulse.hold(one);
  await pause(30);
  pulse.hold(other);
  await Promise.all([one.enough, other.enough]);
  pulse.release(one);
  pulse.release(other);
  expect(one.counts.slice(0, 3)).toEqual([1, 2, 3]);
  expect(other.counts.slice(0, 3)).toEqual([1, 2, 3]);
});

test("who was released beats no more, also where its turn was next", async () => {
  const pulse = createPulse(20);
  const late = counting();
  const first = { beat: () => pulse.release(late) };
  pulse.hold(first);
  pulse.hold(late);
  const other = counting();
  pulse.hold(other);
  await other.enough;
  pulse.release(first);
  pulse.release(other);
  expect(late.counts).toEqual([]);
});
