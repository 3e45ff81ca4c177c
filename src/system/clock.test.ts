import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { createElapsed, systemClock } from "./clock.ts";

test("the time is the machine's, in milliseconds", () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test("an action runs after its time, unless it is taken back", async () => {
  const ran: string[] = [];
  const takeBack = systemClock.after(1, () => ran.push("taken back"));
  takeBack();
  await new Promise<void>((resolve) => systemClock.after(5, resolve));
  expect(ran).toEqual([]);
});

test("soon comes after the work that is ready now", async () => {
  const ran: string[] = [];
  const done = new Promise<void>((resolve) => {
    systemClock.soon(() => {
      ran.push("soon");
      resolve();
    });
  });
  queueMicrotask(() => ran.push("ready"));
  process.nextTick(() => ran.push("ready"));
  await done;
  expect(ran).toEqual(["ready", "ready", "soon"]);
});

test("a timer keeps no process alive", { timeout: 60_000 }, async () => {
  const script = `
    import { systemClock } from ${JSON.stringify(import.meta.resolve("./clock.ts"))};
    systemClock.after(3_600_000, () => {});
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: "inherit",
    timeout: 45_000,
    killSignal: "SIGKILL",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

describe("what has elapsed", () => {
  function machine() {
    const ms = { awake: 500, wall: Date.UTC(2026, 5, 1), uptime: 9_000 };
    const elapsed = createElapsed({
      awake: () => ms.awake,
      wall: () => ms.wall,
      uptime: () => ms.uptime,
    });
    const pass = (by: number, clocks: readonly (keyof typeof ms)[]) => {
      for (const name of clocks) ms[name] += by;
    };
    const start = elapsed();
    return { pass, passed: () => elapsed() - start };
  }

  test("counts the time that the machine slept", () => {
    const { pass, passed } = machine();
    pass(60_000, ["awake", "wall", "uptime"]);
    pass(3_600_000, ["wall", "uptime"]);
    expect(passed()).toBe(3_660_000);
    pass(7_200_000, ["wall", "uptime"]);
    pass(1_000, ["awake", "wall", "uptime"]);
    expect(passed()).toBe(10_861_000);
  });

  test("does not jump when somebody sets the clock, to either side", () => {
    const { pass, passed } = machine();
    pass(86_400_000, ["wall"]);
    expect(passed()).toBe(0);
    pass(-172_800_000, ["wall"]);
    pass(1_000, ["awake", "wall", "uptime"]);
    expect(passed()).toBe(1_000);
  });
});
