import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PYTHON_RUNS } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import { generatedPython } from "../../scripts/python-client.ts";
import { eventually, launch, openServer } from "../support/cli.ts";
import { findPythons, NO_PYTHON, PYTHON_SOURCES } from "../support/python.ts";
import { installMypy, installWheel, PYTHON, pythonOf, run } from "./installed.ts";

const PROVEN = provenCell("python");
const [python3] = findPythons("python3");

describe.runIf(PROVEN === undefined)("the Python client", () => {
  test.each([...generatedPython()])("has in %s what the contract makes of it", (path, text) => {
    expect(readFileSync(path, "utf8") === text, "Write it anew: npm run python").toBe(true);
  });

  test("asks, hears the answer, and names it as TypeScript does", async (context) => {
    if (python3 === undefined) return context.skip(NO_PYTHON);
    const server = await openServer();
    try {
      const program = join(import.meta.dirname, "ask.py");
      const { finished } = launch(python3, [program], {
        env: {
          PYTHONPATH: PYTHON_SOURCES,
          PYTHONDONTWRITEBYTECODE: "1",
          EARSHOT_DATA: server.data,
        },
      });
      const [request] = await eventually(async () => {
        const { items } = await server.operator.list({ status: "open" });
        return items.length === 0 ? undefined : items;
      });
      await server.operator.answer({
        id: request?.id ?? "req_",
        answer: { fields: { sure: false } },
      });
      const { stdout, stderr } = await finished;
      expect(stderr).toBe("");
      const digest = createHash("sha256").update(JSON.stringify(["ü\u2028\u001f", '"call\\1"']));
      expect(JSON.parse(stdout)).toEqual({
        outcome: "answered",
        values: { sure: false },
        key: `bridge:ask:${digest.digest("hex")}`,
      });
    } finally {
      await server.close();
    }
  });

  test("holds the contract of every bridge over kills, without a framework", async (context) => {
    if (python3 === undefined) return context.skip(NO_PYTHON);
    const server = await openServer();
    try {
      const { finished } = launch(
        python3,
        ["-W", "ignore", "-m", "unittest", "bridges.base.test_base"],
        {
          cwd: PYTHON,
          env: {
            PYTHONPATH: PYTHON_SOURCES,
            PYTHONDONTWRITEBYTECODE: "1",
            WORLD_DATA: server.data,
          },
        },
      );
      const { stderr } = await finished;
      expect(stderr).toMatch(/\nRan \d\d tests in [\d.]+s\n\nOK\n$/);
    } finally {
      await server.close();
    }
  });
});

describe.runIf(PROVEN !== undefined)("the Python client, installed from its wheel", () => {
  const pythons = PYTHON_RUNS.filter((one) => one === PROVEN && one !== "types");
  test.for(pythons)("holds on %s", { timeout: 600_000 }, (name, context) => {
    const version = name.replace("Python ", "");
    const python = pythonOf(version);
    if (python === undefined) return context.skip(`no ${name}`);
    const installed = installWheel(python);
    if ("missing" in installed) return context.skip(installed.missing);
    expect(run([installed.python, "-m", "pip", "freeze"])).toMatch(/^earshot-client @ [^\n]+\n$/);
    console.log(run([installed.python, "import_time.py"]));
    expect(run([installed.python, "-m", "unittest", "discover", "-t", ".", "-s", "tests"])).toMatch(
      /\nOK\n$/,
    );
  });

  test.runIf(PROVEN === "types")("is right by its types", { timeout: 600_000 }, (context) => {
    const python = ["3.13", "3.12", "3.11", "3.10"].flatMap((one) => pythonOf(one) ?? [])[0];
    if (python === undefined) return context.skip(NO_PYTHON);
    const mypy = installMypy(python);
    if ("missing" in mypy) return context.skip(mypy.missing);
    expect(run([mypy.python, "-m", "mypy"], PYTHON)).toContain("Success: no issues found");
  });
});
