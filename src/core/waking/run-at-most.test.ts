import { expect, test } from "vitest";
import { atMost } from "./run-at-most.ts";

test("no more run at once than that, and a failure keeps nobody waiting", async () => {
  const inLine = atMost(2);
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    throw new Error("away");
  };
  const done = await Promise.allSettled([1, 2, 3, 4, 5].map(() => inLine(work)));
  expect(done.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  expect(most).toBe(2);
});
