import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { experimentSchemaFile } from "../../scripts/experiment-pages.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import { readExperiment } from "../../src/host/read-experiment.ts";
import { cutNotes, MAX_NOTES } from "../../src/host/run-experiment.ts";
import { ROOT, testFolder } from "../support/cli.ts";

const TOOLS = { names: ["write", "read", "list"], sets: ["classic"] };

const SAMPLE = `name: sample
model:
  url: http://127.0.0.1:1/v1
  name: scripted
prompt: Begin cycle {{cycle}}.
cycles: 3
`;

function read(text: string) {
  const file = join(testFolder(), "experiment.yaml");
  writeFileSync(file, text);
  return readExperiment(file, TOOLS);
}

/** What is refused, without the path of the file. */
function refusalOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    return error.message.replaceAll(/^.*experiment\.yaml:/gm, "");
  }
  throw new Error("It was not refused.");
}

test("a short experiment gets the usual for what it leaves out", () => {
  expect(read(SAMPLE)).toEqual({
    name: "sample",
    model: { url: "http://127.0.0.1:1/v1", name: "scripted", api: "openai" },
    prompt: "Begin cycle {{cycle}}.",
    tools: "classic",
    cycles: 3,
    limits: { steps: 50 },
    system: "",
  });
});

test.for([
  [
    "an unknown key",
    `${SAMPLE}cycels: 2\n`,
    '7: cycels is no key of an experiment. Did you mean "cycles"?',
  ],
  [
    "an unknown key within the model",
    SAMPLE.replace("  name:", "  nmae:"),
    '4: nmae is no key of model. Did you mean "name"?',
  ],
  ["a missing key", SAMPLE.replace("cycles: 3\n", ""), "1: cycles is missing."],
  [
    "a wrong type",
    SAMPLE.replace("cycles: 3", "cycles: three"),
    "6: cycles: expected number, received string.",
  ],
  [
    "a number that is too small",
    SAMPLE.replace("cycles: 3", "cycles: 0"),
    "6: cycles: too small: expected number to be >=1.",
  ],
  [
    "an address that is none",
    SAMPLE.replace("http://127.0.0.1:1/v1", "localhost"),
    "3: model.url: invalid URL.",
  ],
  [
    "an unknown set of tools",
    `${SAMPLE}tools: clasic\n`,
    "7: There is no set of tools named clasic; there is classic.",
  ],
  [
    "an unknown tool",
    `${SAMPLE}tools:\n  - write\n  - raed\n`,
    '9: There is no tool named raed. Did you mean "read"?',
  ],
  ["a tool named twice", `${SAMPLE}tools: [read, read]\n`, "7: The tool read is named twice."],
  [
    "an unknown placeholder",
    SAMPLE.replace("{{cycle}}", "{{cylce}}"),
    "5: {{cylce}} in prompt stands for nothing; there are {{cycle}}, {{cycles}}, {{notes}}.",
  ],
  [
    "a time that is no duration",
    `${SAMPLE}limits:\n  time: long\n`,
    "8: limits.time: is no duration; write 45s, 10m, 8h or 3d.",
  ],
  [
    "two system prompts",
    `${SAMPLE}system: a\nsystem_file: b\n`,
    "8: Give either system or system_file, not both.",
  ],
  ["a key given twice", `${SAMPLE}cycles: 4\n`, "7: Map keys must be unique."],
  [
    "broken YAML",
    `${SAMPLE}tools: [read\n`,
    "8: Flow sequence in block collection must be sufficiently indented and end with a ].",
  ],
  [
    "no map at all",
    "- a\n- b\n",
    "1: An experiment file is a map of keys, such as name and model.",
  ],
  ["an empty file", "", "1: An experiment file is a map of keys, such as name and model."],
] as const)("%s is refused with its line", ([, text, expected]) => {
  expect(refusalOf(text)).toContain(expected);
});

test("all faults of a file are named at once", () => {
  const message = refusalOf(SAMPLE.replace("cycles: 3", "cycles: 0").replace("name: sample\n", ""));
  expect(message.split("\n")).toHaveLength(2);
});

test("the system prompt is read from a file beside the experiment", () => {
  const folder = testFolder();
  writeFileSync(join(folder, "system.md"), "Be careful.\n");
  writeFileSync(join(folder, "experiment.yaml"), `${SAMPLE}system_file: system.md\n`);
  expect(readExperiment(join(folder, "experiment.yaml"), TOOLS).system).toBe("Be careful.\n");
});

test("a file that is not there is named", () => {
  const missing = join(testFolder(), "none.yaml");
  expect(() => readExperiment(missing, TOOLS)).toThrow(
    `The experiment file ${missing} is not there.`,
  );
  expect(() => read(`${SAMPLE}system_file: none.md\n`)).toThrow(
    /system_file .*none\.md is not there/,
  );
});

test("the schema file of the package is what the code says", () => {
  const text = readFileSync(join(ROOT, "experiment.schema.json"), "utf8");
  expect(text).toBe(experimentSchemaFile());
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(files).toContain("experiment.schema.json");
});

test("the example is a right experiment", () => {
  const file = fileURLToPath(new URL("../../examples/experiment/experiment.yaml", import.meta.url));
  expect(readExperiment(file, TOOLS)).toMatchObject({ cycles: 3, tools: "classic" });
});

test("notes that fit are carried as they are; longer ones are cut at a line and say so", () => {
  const fits = "x".repeat(MAX_NOTES);
  expect(cutNotes(fits)).toBe(fits);
  const lines = Array.from({ length: 900 }, (_, index) => `line ${index} ........`).join("\n");
  const cut = cutNotes(lines);
  expect(cut.length).toBeLessThanOrEqual(MAX_NOTES);
  expect(cut).toMatch(
    /\nline \d+ \.{8}\n\(These notes were cut: they had \d+ characters, and 8000 are carried\.\)$/,
  );
});

test("one long line of notes is cut within, between two characters", () => {
  const cut = cutNotes("😀".repeat(MAX_NOTES));
  expect(cut.length).toBeLessThanOrEqual(MAX_NOTES);
  expect(cut.isWellFormed()).toBe(true);
});
