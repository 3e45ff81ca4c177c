import { existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { EarshotError } from "../domain/errors.ts";
import type { Anchor } from "../ports/system/anchor.ts";
import { flushFolder } from "./private-file.ts";

const FILE_MODE = 0o600;

/** An anchor in a file that is only ever appended to. */
export function createAnchor(path: string): Anchor {
  let last: Promise<void> = Promise.resolve();
  return {
    append(line) {
      const next = last.then(() => appendLine(path, line));
      // An anchor that fails does not stop the ones after it.
      last = next.catch(() => {});
      return next;
    },
    tail: () => tailOf(path),
  };
}

/** Bytes of about a hundred checkpoints. */
const TAIL_BYTES = 128 * 1024;

async function tailOf(path: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString("utf8").split("\n");
    // The first may have begun before.
    return (size > length ? lines.slice(1) : lines).filter((line) => line !== "");
  } finally {
    await file.close();
  }
}

/** An anchor that ends with the process. */
export function createMemoryAnchor(): Anchor & { lines(): readonly string[] } {
  const lines: string[] = [];
  return {
    append: async (line) => void lines.push(line),
    tail: async () => lines,
    lines: () => lines,
  };
}

async function appendLine(path: string, line: string): Promise<void> {
  if (line.includes("\n")) {
    throw new EarshotError("INTERNAL", "A line of the anchor must not hold a line break.");
  }
  const isNew = !existsSync(path);
  const file = await open(path, "a+", FILE_MODE);
  try {
    await file.appendFile(`${(await isCut(file)) ? "\n" : ""}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (isNew) flushFolder(dirname(path));
}

/** Whether the last line has no end, because its writer stopped or ran out of room. */
async function isCut(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") !== "\n";
}
