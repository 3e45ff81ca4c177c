import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();
process.once("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/** Gives `use` an empty folder and removes it afterwards, even after an error. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "earshot-bench-"));
  made.add(folder);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    made.delete(folder);
  }
}
