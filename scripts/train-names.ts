import { parseArgs } from "node:util";
import { learnNames } from "./liaison/learn-names.ts";
import { dialoguesOf } from "./liaison/learn-readiness.ts";
import { writeWeights } from "./liaison/write-weights.ts";

/* Learns from the open dialogues which of its words name a task. `--half even` leaves the other half to judge. */
const { values } = parseArgs({ options: { half: { type: "string" } } });

const names = writeWeights({
  file: "names",
  name: "nameWeights",
  type: "NameWeights",
  from: "./name-scoring.ts",
  by: "train-names",
  weights: await learnNames(dialoguesOf(values.half)),
});
console.log(`names ${names} bytes`);
