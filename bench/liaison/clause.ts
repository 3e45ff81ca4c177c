import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { SPOKEN, type Spoken } from "../../src/liaison/phrases/acts.ts";

/** What people do with a clause while they tell the task, and once they have been shown what was understood. */
export const DEFINING = "wish fact back filler go leave question correct undo talk wait".split(" ");
/** And while the result lies before them. */
export const JUDGING = "accept praise fault change reject hearsay later unreal ask thin".split(" ");

/** A clause as somebody typed it, and what it does. */
export interface LabelledClause {
  readonly language: Spoken;
  readonly label: string;
  readonly text: string;
}

export type Part = "test" | "train" | "validation";

const FOLDER = new URL("./people/clauses/", import.meta.url);
/** Of what may be learned from, one in so many is kept for calibration. */
const KEPT = 5;

/** Nobody learns from the test: its authors are others than those of the rest. */
export function labelledClauses(part: Part): readonly LabelledClause[] {
  const folder = part === "test" ? "test" : "train";
  const all = SPOKEN.flatMap((language) => readFile(folder, language));
  if (part === "test") return all;
  const tested = new Set(labelledClauses("test").map(({ text }) => text.toLowerCase()));
  return all.filter(
    ({ text }) => isKept(text) === (part === "validation") && !tested.has(text.toLowerCase()),
  );
}

function readFile(folder: string, language: Spoken): readonly LabelledClause[] {
  const file = new URL(`${folder}/${language}.tsv`, FOLDER);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [label = "", text = ""] = line.split("\t").map((part) => part.trim());
      return text !== "" && [...DEFINING, ...JUDGING].includes(label)
        ? [{ language, label, text }]
        : [];
    });
}

function isKept(text: string): boolean {
  return createHash("sha256").update(text.toLowerCase()).digest().readUInt32BE(0) % KEPT === 0;
}
