import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./cli.ts";

/** Where the client for Python is, for programs that have not installed it. */
export const PYTHON_SOURCES = join(ROOT, "python", "src");
export const NO_PYTHON = "no Python 3.10";

const OLDEST = [3, 10] as const;

/** Those of the named programs that are a Python which the client runs on, each version once. */
export function findPythons(...names: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const name of names) {
    const script = "import sys; print(*sys.version_info[:2], sys.executable)";
    const { stdout } = spawnSync(name, ["-c", script], { encoding: "utf8" });
    const [, major, minor, path] = /^(\d+) (\d+) (.+)$/m.exec(stdout ?? "") ?? [];
    if (path === undefined) continue;
    const isNew = Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1];
    if (isNew && !found.has(`${major}.${minor}`)) found.set(`${major}.${minor}`, path);
  }
  return [...found.values()];
}
