import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OPENAPI_CLIENTS } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import { pythonOf } from "../python/installed.ts";
import { launch, openServer, type TestServer, testFolder } from "../support/cli.ts";
import { NO_PYTHON } from "../support/python.ts";

/*
 * Clients that generators make of a server's own document, each from its lock: they compile, and their calls are
 * taken. `npm run prove -- openapi`.
 */

const PROVEN = provenCell("openapi");
const RIGS = join(import.meta.dirname, "rigs");
const MADE = {
  options: ["staging", "production"],
  answer: { choice: "staging" },
  outcomes: ["answered", "approved"],
  acknowledged: 1,
  code: "NOT_FOUND",
};

let server: TestServer;
beforeAll(async () => {
  if (PROVEN !== undefined) server = await openServer();
});
afterAll(() => server?.close());

const isProven = (cell: (typeof OPENAPI_CLIENTS)[number]) => PROVEN === cell;

/** A folder of its own with the rig and the server's document. */
async function folderOf(rig: string): Promise<string> {
  const folder = join(testFolder(), rig);
  mkdirSync(folder, { recursive: true });
  cpSync(join(RIGS, rig), folder, { recursive: true });
  const document = await fetch(`${server.url()}/openapi.json`);
  writeFileSync(join(folder, "openapi.json"), await document.text());
  return folder;
}

/** Why a step failed; undefined if it did not. */
function failed([program = "", ...args]: readonly string[], cwd: string): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  return status === 0 ? undefined : `${args.join(" ")}: ${error?.message ?? stdout + stderr}`;
}

/** Whether there is what a rig needs; whatever is done with it then must succeed. */
function missing(steps: readonly (readonly string[])[], cwd: string): string | undefined {
  return steps.map((step) => failed(step, cwd)).find((why) => why !== undefined);
}

async function calls(program: string, args: readonly string[]): Promise<unknown> {
  const { finished } = launch(program, args, {
    env: {
      EARSHOT_URL: server.url(),
      AGENT_KEY: server.key("agent"),
      OPERATOR_KEY: server.key("operator"),
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  const { stdout, stderr, code } = await finished;
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

test.runIf(isProven("typescript"))(
  "a client that openapi-typescript makes compiles, and its calls are taken",
  { timeout: 300_000 },
  async (context) => {
    const folder = await folderOf("typescript");
    const install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const why = missing([install], folder);
    if (why !== undefined) return context.skip(why);
    const made = "made/earshot.d.ts";
    const bin = (name: string) => join(folder, "node_modules", ".bin", name);
    expect(failed([bin("openapi-typescript"), "openapi.json", "-o", made], folder)).toBeUndefined();
    const strict = ["--strict", "--noUncheckedIndexedAccess", "--noEmit", "--module", "nodenext"];
    const checked = ["--types", "node", "--typeRoots", join(RIGS, "../../../node_modules/@types")];
    expect(failed([bin("tsc"), ...strict, ...checked, "calls.ts"], folder)).toBeUndefined();
    expect(await calls(process.execPath, [join(folder, "calls.ts")])).toEqual(MADE);
  },
);

test.runIf(isProven("python"))(
  "a client that openapi-python-client makes compiles, and its calls are taken",
  { timeout: 600_000 },
  async (context) => {
    // The lock was made with the first.
    const python = ["3.11", "3.12", "3.13"].flatMap((version) => pythonOf(version) ?? [])[0];
    if (python === undefined) return context.skip(NO_PYTHON);
    const folder = await folderOf("python");
    const own = join(folder, "env", "bin", "python");
    const pip = [own, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"];
    const env = [python, "-m", "venv", join(folder, "env")];
    const why = missing([env, [...pip, "-r", "requirements.txt"]], folder);
    if (why !== undefined) return context.skip(why);
    const generator = join(folder, "env", "bin", "openapi-python-client");
    const given = "--path openapi.json --meta none --output-path earshot_made".split(" ");
    expect(failed([generator, "generate", ...given], folder)).toBeUndefined();
    expect(failed([own, "-m", "compileall", "-q", "earshot_made"], folder)).toBeUndefined();
    expect(await calls(own, [join(folder, "calls.py")])).toEqual(MADE);
  },
);
