import { parseArgs } from "node:util";
import { learnAspect, writeAspectWeights } from "./liaison/learn-aspect.ts";
import { learnVagueness } from "./liaison/learn-vagueness.ts";
import { readTasks } from "./liaison/read-tasks.ts";
import { writeWeights } from "./liaison/write-weights.ts";

/* Learns the weights of the liaison from all rows of the data sets and writes them to src/liaison. */
const { values } = parseArgs({ options: { data: { type: "string" } } });
const { data } = values;
if (data === undefined) throw new Error("--data names the folder of the data sets");

const vagueness = writeWeights({
  file: "vagueness",
  name: "vaguenessWeights",
  type: "VaguenessWeights",
  from: "./vagueness-scoring.ts",
  by: "train-liaison",
  weights: learnVagueness(readTasks(data)),
});
writeAspectWeights(learnAspect(data));
console.log(`vagueness ${vagueness} bytes`);
