import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createClient } from "earshot/client";

/* Chooses the variant of an agent that runs next, and what a change of it is to aim at; see README.md. */

interface Requirement {
  readonly description: string;
  readonly importance: number;
  readonly score: number;
  readonly confidence: number;
}

interface Round {
  readonly agent: string;
  readonly fitness: number;
  readonly confidence: number;
  readonly requirements: readonly Requirement[];
  readonly improvement_suggestions: readonly string[];
}

async function readRounds(file: string | undefined): Promise<readonly Round[]> {
  if (file !== undefined) {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Round);
  }
  const { EARSHOT_URL: url = "http://127.0.0.1:4242", EARSHOT_KEY: key = "" } = process.env;
  const found: Round[] = [];
  for await (const round of await createClient({ url, key }).exportFitness()) found.push(round);
  return found;
}

/**
 * The mean and spread of Beta(good + 1, bad + 1), in whole feedbacks, give a lower bound or a draw.
 */
function standing(rounds: readonly Round[], isSure: boolean): number {
  let [good, count] = [1, 2];
  for (const { fitness, confidence } of rounds) {
    good += confidence * fitness;
    count += confidence;
  }
  const mean = good / count;
  const spread = Math.sqrt((mean * (1 - mean)) / (count + 1));
  const [one, other] = [Math.random(), Math.random()];
  const drawn = Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
  return Math.min(1, Math.max(0, mean + spread * (isSure ? -1.645 : drawn)));
}

/** How far a requirement fell short, by its importance and by how surely people said so. */
function shortfall(said: readonly Requirement[] = []): number {
  return said.reduce((sum, one) => sum + one.importance * one.confidence * (0.5 - one.score), 0);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" }, sure: { type: "boolean", default: false } },
});
const rounds = await readRounds(values.rounds);
const names = new Set([...positionals, ...rounds.map(({ agent }) => agent)]);
const standings = [...names]
  .map((agent) => ({ agent, own: rounds.filter((round) => round.agent === agent) }))
  .map(({ agent, own }) => ({ agent, own, value: standing(own, values.sure) }))
  .sort((one, other) => other.value - one.value);
for (const { agent, own, value } of standings) {
  console.log(`${agent}: ${value.toFixed(2)}, of ${own.length} rounds with feedback`);
}

const [next] = standings;
if (next === undefined) throw new Error("There are no rounds yet: name the variants there are.");
console.log(`Run next: ${next.agent}`);
const said = next.own.flatMap(({ requirements }) => requirements);
const [worst] = [...Map.groupBy(said, ({ description }) => description)]
  .filter(([, some]) => shortfall(some) > 0)
  .sort(([, one], [, other]) => shortfall(other) - shortfall(one));
console.log(worst === undefined ? "No requirement fell short." : `Aim at: ${worst[0]}`);
for (const wish of next.own.at(-1)?.improvement_suggestions ?? [])
  console.log(`Asked for: ${wish}`);
