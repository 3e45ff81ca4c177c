import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLockLook, isLocked, takeLock } from "./lock.ts";

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "earshot-lock-"));
  path = join(folder, "lock");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that takes the lock and says what came of it; it stays until it is killed. */
async function takenElsewhere(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { takeLock } from ${JSON.stringify(import.meta.resolve("./lock.ts"))};
    globalThis.lock = takeLock(${JSON.stringify(path)});
    console.log(globalThis.lock === undefined ? "refused" : "taken");
    setInterval(() => {}, 60_000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
  });
  children.push(child);
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return { child, said: String(chunk).trim() };
}

describe("a lock", () => {
  test("is one's own until it is released", () => {
    const lock = takeLock(path);
    expect(lock).toBeDefined();
    expect(takeLock(path)).toBeUndefined();
    lock?.release();
    const again = takeLock(path);
    expect(again).toBeDefined();
    again?.release();
  });

  test("is seen from outside while it is held", () => {
    const lock = takeLock(path);
    expect(isLocked(path)).toBe(true);
    lock?.release();
    expect(isLocked(path)).toBe(false);
  });

  test("is followed by one who looks again and again, over a release and a new file", () => {
    const look = createLockLook(path);
    expect(look.isLocked()).toBe(false);
    const first = takeLock(path);
    expect([look.isLocked(), look.isLocked()]).toEqual([true, true]);
    first?.release();
    expect(look.isLocked()).toBe(false);
    const second = takeLock(path);
    expect(look.isLocked()).toBe(true);
    rmSync(path);
    expect(look.isLocked()).toBe(false);
    const third = takeLock(path);
    expect(look.isLocked()).toBe(true);
    third?.release();
    expect(look.isLocked()).toBe(false);
    second?.release();
    look.close();
  });

  test("that another process holds is seen, and its end too, by one who looks again and again", async () => {
    const look = createLockLook(path);
    const { child, said } = await takenElsewhere();
    expect(said).toBe("taken");
    expect([look.isLocked(), look.isLocked()]).toEqual([true, true]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(look.isLocked()).toBe(false);
    const again = takeLock(path);
    expect(again).toBeDefined();
    again?.release();
    look.close();
  });

  test("that nobody ever took is free, and looking at it makes no file", () => {
    expect(isLocked(path)).toBe(false);
    expect(existsSync(path)).toBe(false);
  });

  test("of one folder says nothing of another", () => {
    const lock = takeLock(path);
    const other = takeLock(`${path}-of-another`);
    expect(other).toBeDefined();
    other?.release();
    lock?.release();
  });
});

/** Looks at the lock, and takes 30 ms for it. */
const LOOK = `
  const { parentPort, workerData } = require("node:worker_threads");
  const file = new (require("node:sqlite").DatabaseSync)(workerData, { readOnly: true });
  file.exec("begin; select 1 from sqlite_master");
  parentPort.postMessage("looking");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  file.close();
`;

test("a lock is taken although somebody looks at it in that moment", async () => {
  takeLock(path)?.release();
  const look = new Worker(LOOK, { eval: true, workerData: path });
  await once(look, "message");
  const lock = takeLock(path);
  expect(lock).toBeDefined();
  lock?.release();
  await once(look, "exit");
});

describe("between processes", () => {
  test("a lock that is taken here is refused there", { timeout: 60_000 }, async () => {
    const lock = takeLock(path);
    expect((await takenElsewhere()).said).toBe("refused");
    lock?.release();
  });

  test("a lock ends with its process, even by signal 9", { timeout: 60_000 }, async () => {
    const { child, said } = await takenElsewhere();
    expect(said).toBe("taken");
    expect(takeLock(path)).toBeUndefined();
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    const lock = takeLock(path);
    expect(lock).toBeDefined();
    lock?.release();
  });
});

describe("a file that nobody can lock", () => {
  test("is told as such, not as another server", () => {
    writeFileSync(path, "no file of ours ".repeat(100));
    expect(() => takeLock(path)).toThrow(
      expect.objectContaining({
        code: "STORE_UNAVAILABLE",
        message: expect.stringContaining(`The lock file ${path} cannot be used: file is not a`),
        details: { path },
      }),
    );
  });

  test("in a folder that is not there is told as well", () => {
    expect(() => takeLock(join(folder, "nowhere", "lock"))).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
    );
  });
});
