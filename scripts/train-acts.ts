import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { learnActs } from "./liaison/learn-acts.ts";

/* Learns what clauses do from bench/liaison/people/clauses/train and writes the weights to src/liaison. */
const { defining, judging } = await learnActs();
const path = fileURLToPath(
  new URL("../src/liaison/learned/clause-acts.generated.ts", import.meta.url),
);
writeFileSync(
  path,
  [
    "// Learned by scripts/train-acts.ts; not to be changed by hand.",
    'import type { ActWeights } from "./act-scoring.ts";',
    "",
    `export const definingWeights: ActWeights = ${JSON.stringify(defining, undefined, 2)};`,
    "",
    `export const judgingWeights: ActWeights = ${JSON.stringify(judging, undefined, 2)};`,
    "",
  ].join("\n"),
);
spawnSync("npx", ["biome", "format", "--write", path]);
console.log(`clause acts ${readFileSync(path).length} bytes`);
