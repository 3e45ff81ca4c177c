import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PYTHON_BRIDGES } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import { writeOutcomes } from "../bridges/outcomes.ts";
import { NO_PYTHON } from "../support/python.ts";
import { installRig, PYTHON, pythonOf, run } from "./installed.ts";

/* Each bridge with its framework, which is installed for this alone: `npm run prove -- bridges-python`. */

const PROVEN = provenCell("bridges-python");
const RIGS = PYTHON_BRIDGES.filter((one) => PROVEN === undefined || one === PROVEN);
/** The locks were made with the first. */
const PYTHONS = ["3.11", "3.12", "3.13"];

test.runIf(PROVEN !== undefined).for(RIGS)(
  "the bridge to %s holds with its framework",
  { timeout: 900_000 },
  (rig, context) => {
    const python = PYTHONS.flatMap((one) => pythonOf(one) ?? [])[0];
    if (python === undefined) return context.skip(NO_PYTHON);
    const installed = installRig(python, rig);
    if ("missing" in installed) return context.skip(installed.missing);
    const discover = `-W ignore -m unittest discover -v -t . -s bridges/${rig}`;
    // Its lines say how each fact came out.
    const said = run([installed.python].concat(discover.split(" ")));
    console.log(said);
    writeOutcomes(`python-${rig}`, {
      language: "Python",
      page: pageOf(rig),
      packages: lockedOf(rig),
      facts: factsIn(said),
      alone: existsSync(join(PYTHON, "bridges", rig, "alone.py"))
        ? aloneIn(run([installed.python, "-W", "ignore", "-m", "bridges.alone", rig]))
        : {},
    });
    expect(said).toMatch(/\nOK\n$/);
  },
);

/** Its tests name the page of the framework. */
function pageOf(rig: string): string {
  const tests = readFileSync(join(PYTHON, "bridges", rig, `test_${rig}.py`), "utf8");
  return /page = "([\w.-]+)"/.exec(tests)?.[1] ?? "";
}

/** The framework's own packages: those whose names share its words. */
function lockedOf(rig: string): Record<string, string> {
  const lock = readFileSync(join(PYTHON, "bridges", rig, "requirements.txt"), "utf8");
  const pinned = [...lock.matchAll(/^([\w.-]+)==([\w.]+)/gm)].map(([, name = "", version = ""]) => [
    name,
    version,
  ]);
  const word = rig.replaceAll("_", "-");
  const own = [word, `${word}-slim`, "langchain"];
  return Object.fromEntries(pinned.filter(([name = ""]) => own.includes(name)));
}

/** The lines of unittest: `test_… (…) ... ok`, with what the test printed between. */
function factsIn(said: string): Record<string, string> {
  const facts = said.split(/^(?=test_\w+ \()/m).flatMap((lines) => {
    const [name] = /^test_\w+/.exec(lines) ?? [];
    const how = /(?:\.\.\. |^)(ok|FAIL|ERROR)$/m.exec(lines)?.[1];
    return name === undefined || how === undefined ? [] : [[name, how] as const];
  });
  return Object.fromEntries(facts.map(([name, how]) => [name, how === "ok" ? "held" : "violated"]));
}

const aloneIn = (said: string): Record<string, string> =>
  JSON.parse(
    said
      .trim()
      .split("\n")
      .findLast((line) => line.startsWith("{")) ?? "{}",
  );
