import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "./clock.ts";

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
