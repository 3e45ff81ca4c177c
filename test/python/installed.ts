import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ROOT, testFolder } from "../support/cli.ts";
import { findPythons } from "../support/python.ts";

/* `earshot-client` for Python as a user has it: built as a wheel, in an environment with nothing else. */

export const PYTHON = join(ROOT, "python");
const MYPY = "mypy==1.18.2";

/** The Python of this version, wherever machines usually have it. */
export function pythonOf(version: string): string | undefined {
  const kept = process.env["PYENV_ROOT"] ?? join(homedir(), ".pyenv");
  const places = globSync(`versions/${version}.*/bin/python3`, { cwd: kept });
  const found = findPythons(`python${version}`, "python3", ...places.map((at) => join(kept, at)));
  return found.find((python) => isOf(python, version));
}

function isOf(python: string, version: string): boolean {
  const script = "import sys; print('%d.%d' % sys.version_info[:2])";
  return spawnSync(python, ["-c", script], { encoding: "utf8" }).stdout.trim() === version;
}

/** An environment of this Python with the client alone, installed from its wheel. */
export function installWheel(python: string): { readonly python: string } | { missing: string } {
  const folder = testFolder();
  const wheels = join(folder, "wheels");
  const own = join(folder, "env", "bin", "python");
  const steps = [
    [python, "-m", "venv", join(folder, "env")],
    [own, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", wheels, PYTHON],
  ];
  const missing = steps.map(missingOf).find((why) => why !== undefined);
  if (missing !== undefined) return { missing };
  const [wheel = ""] = globSync(join(wheels, "*.whl"));
  run([own, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel]);
  return { python: own };
}

/** An environment with the client from its wheel, and exactly what a rig's lock names. */
export function installRig(
  python: string,
  rig: string,
): { readonly python: string } | { missing: string } {
  const installed = installWheel(python);
  if ("missing" in installed) return installed;
  const lock = join(PYTHON, "bridges", rig, "requirements.txt");
  const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"];
  const missing = missingOf([installed.python, ...pip, "-r", lock]);
  return missing === undefined ? installed : { missing };
}

/** Where mypy is, in an environment of its own; or why it cannot be had. */
export function installMypy(python: string): { readonly python: string } | { missing: string } {
  const folder = testFolder();
  const own = join(folder, "bin", "python");
  const steps = [
    [python, "-m", "venv", folder],
    [own, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", MYPY],
  ];
  const missing = steps.map(missingOf).find((why) => why !== undefined);
  return missing === undefined ? { python: own } : { missing };
}

function missingOf([program = "", ...args]: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return undefined;
  const why = error?.message ?? stderr.trim().split("\n").at(-1) ?? "it failed";
  return `${args.slice(0, 3).join(" ")}: ${why}`;
}

/** All that it printed; throws that if it failed. */
export function run([program = "", ...args]: readonly string[], cwd = PYTHON): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: "", PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout + stderr;
}
