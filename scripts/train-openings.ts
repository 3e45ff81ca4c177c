import { parseArgs } from "node:util";
import { dialoguesOf, learnReadiness } from "./liaison/learn-readiness.ts";
import { writeWeights } from "./liaison/write-weights.ts";

/* Learns from the open dialogues when people would have the work begin at once. `--half even` leaves the other half to judge. */
const { values } = parseArgs({ options: { half: { type: "string" } } });

const readiness = writeWeights({
  file: "readiness",
  name: "readinessWeights",
  type: "ReadinessWeights",
  from: "./readiness-scoring.ts",
  by: "train-openings",
  weights: await learnReadiness(dialoguesOf(values.half)),
});
console.log(`readiness ${readiness} bytes`);
