import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small file system of its own. */
export interface SmallDisk {
  readonly path: string;
  /** Fills all the room that is left, to the last byte. */
  fill(): void;
  /** Gives back what `fill` has taken. */
  free(): void;
  remove(): void;
}

/** Mounts one in memory; returns the reason if this process may not. */
export function mountSmallDisk(bytes: number): SmallDisk | { readonly problem: string } {
  if (process.platform !== "linux") return { problem: `no tmpfs on ${process.platform}` };
  if (process.getuid?.() !== 0) return { problem: "only root may mount a small disk" };
  const path = mkdtempSync(join(tmpdir(), "earshot-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", path], {
    encoding: "utf8",
  });
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return { problem: `mount failed: ${mounted.stderr?.trim() ?? mounted.error}` };
  }
  const filler = join(path, "filler");
  return {
    path,
    fill() {
      const file = openSync(filler, "a");
      try {
        for (const size of [65_536, 4_096, 1]) fillWith(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      // Works even if a process that was just killed is not quite gone.
      spawnSync("umount", ["--lazy", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fillWith(file: number, bytes: Uint8Array): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
