import { parseArgs } from "node:util";
import { tryMutants } from "../test/policy/mutants/try-mutants.ts";

/*
 * node scripts/policy-mutants.ts [--mutants COUNT] [--seed SEED]
 * Makes mutants of the example policies, finds by many calls which rules decide nothing, and asks the check.
 */
const { values } = parseArgs({
  options: {
    mutants: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});
const { wrong, missed, ...figures } = await tryMutants({
  each: Number(values.mutants),
  seed: Number(values.seed),
});
for (const one of wrong) console.log(`wrongly told: ${one}`);
for (const one of missed) console.log(`not told: ${one}`);
if (wrong.length > 0 || figures.told < 0.9 * figures.dead) process.exitCode = 1;
console.log(JSON.stringify({ ...figures, wrong: wrong.length }));
