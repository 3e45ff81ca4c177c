import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { run } from "../python/installed.ts";
import { ROOT, testFolder } from "../support/cli.ts";
import { findPythons, NO_PYTHON } from "../support/python.ts";

/* Verifiers that were written from the specification alone: `npm run prove -- verifiers`. */

/** Each with the vectors of its format. */
const VERIFIERS = [
  ["signed_statements", "signed-statements"],
  ["action_proofs", "action-proofs"],
].map(([program = "", format]) => ({
  program,
  vectors: join(ROOT, `docs/specification/vectors/${format}.json`),
}));
const CRYPTOGRAPHY = "cryptography==48.0.0";
const GO = join(ROOT, "verifiers/go");
const [python3] = findPythons("python3");
const isProved = volumeOf("verifiers") > 0;

/** The last line of a verifier, and that it ends well. */
function agreed(command: string, args: readonly string[], cwd = ROOT) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  return { status, last: stdout.trim().split("\n").at(-1), stderr };
}

const ALL = /^(\d+) of \1 vectors agree$/;

test.runIf(isProved)(
  "the verifiers in Go agree on all vectors",
  (context) => {
    if (spawnSync("go", ["version"]).status !== 0) return context.skip("go is not installed");
    for (const { program, vectors } of VERIFIERS) {
      const { status, last, stderr } = agreed("go", ["run", `${program}.go`, vectors], GO);
      expect(stderr).toBe("");
      expect(last).toMatch(ALL);
      expect(status).toBe(0);
    }
  },
  120_000,
);

test.runIf(isProved)(
  "the verifiers in Python agree on all vectors",
  (context) => {
    if (python3 === undefined) return context.skip(NO_PYTHON);
    const env = join(testFolder(), "env");
    const python = join(env, "bin", "python");
    run([python3, "-m", "venv", env]);
    run([python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", CRYPTOGRAPHY]);
    for (const { program, vectors } of VERIFIERS) {
      const file = join(ROOT, "verifiers/python", `${program}.py`);
      const { status, last, stderr } = agreed(python, [file, vectors]);
      expect(stderr).toBe("");
      expect(last).toMatch(ALL);
      expect(status).toBe(0);
    }
  },
  300_000,
);
