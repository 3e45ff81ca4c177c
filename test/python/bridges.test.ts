import { expect, test } from "vitest";
import { PYTHON_BRIDGES } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import { NO_PYTHON } from "../support/python.ts";
import { installRig, pythonOf, run } from "./installed.ts";

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
    const said = run([installed.python].concat(discover.split(" ")));
    console.log(said);
    expect(said).toMatch(/\nOK\n$/);
  },
);
