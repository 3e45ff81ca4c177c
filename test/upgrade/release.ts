import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT, testFolder } from "../support/cli.ts";

/** The commit of the release before this one; its tables and its wire are what an upgrade meets. */
const PREVIOUS = "dd895d0";

/** Why the release before cannot be had here; undefined where it can. */
export function historyProblem(): string | undefined {
  const { status } = spawnSync("git", ["cat-file", "-e", `${PREVIOUS}^{commit}`], { cwd: ROOT });
  return status === 0 ? undefined : `this clone has no commit ${PREVIOUS}: fetch its history`;
}

/** The program of the release before, in a folder that goes with the test. */
export function previousProgram(): string {
  const folder = join(testFolder(), "previous");
  mkdirSync(folder);
  const unpacked = spawnSync("sh", ["-c", `git archive ${PREVIOUS} | tar -x -C "$0"`, folder], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (unpacked.status !== 0) throw new Error(`git archive failed: ${unpacked.stderr}`);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return join(folder, "bin", "earshot.js");
}
