import { parseArgs } from "node:util";
import { writeResult } from "../../scripts/result-file.ts";
import { measureAsking } from "./asking.ts";
import { measureClauses } from "./clauses.ts";
import { measureIn3 } from "./in3.ts";
import { isGood, type JudgedLine, lineText } from "./judged-line.ts";
import { measureKinds } from "./kinds.ts";
import { measureAspects } from "./mams.ts";
import { measureMemory } from "./memory.ts";
import { nearnessBy } from "./nearness-by.ts";
import { measurePeople } from "./people-corpus.ts";
import { measureTurns } from "./turn.ts";

const HELP = `Measures the liaison's embedded engine: what it understands, on public data that is not part of
the project, and what a turn costs.

  npm run bench:liaison -- --data DIR
  npm run bench:liaison -- people [--verbose] [--only TEXT] [--held]
  npm run bench:liaison -- clauses [--validation] [--verbose] [--only LABEL or LANGUAGE]
  npm run bench:liaison -- asking [--verbose]
  npm run bench:liaison -- turn
  npm run bench:liaison -- kinds [--encoder ADDRESS] [--verbose] [--held]

  --data DIR         a folder with in3/train.jsonl, in3/score.mjs, mams/train.xml and mams/val.xml
  --relearn          also learns the weights that ship anew and compares them; takes a minute more
  --json-file PATH   also writes the results to a file, with commit, machine and date

people: dialogues of people in bench/liaison/people, each reply judged by what a person would expect of
it. Prints the share without a fault and the mean of five points.
clauses: single clauses with what they do, each said in a small conversation: right by label, by
language and by phase, and what was accepted that nobody accepted. asking: whether an agent should ask,
beside what a sensible person would do and beside always asking. turn: what a turn costs.
kinds: requests with the kind of task that a person would choose; right first, right in the first three,
and how often a kind is named where none fits.

  --verbose          prints each fault
  --encoder ADDRESS  an encoder beside the words, as \`earshot start --liaison-encoder\` takes it
  --only TEXT        only dialogues whose id contains it
  --validation       the part of the clauses that calibrates, instead of those that nobody learns from
  --held             the part that was written by somebody who has seen neither the engine nor the rest;
                     at most three times, each noted in results/liaison-held.jsonl

Tasks of IN3 are judged out of fold, by weights learned from the other four folds by the code that
makes those that ship; MAMS by the weights that ship, which have seen its training part alone.
`;
const FAILED = 1;
const USAGE = 2;
const CONVERSATIONS = 50;
const ROUNDS = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    held: { type: "boolean", default: false },
    encoder: { type: "string" },
    only: { type: "string" },
    validation: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    data: { type: "string" },
    help: { type: "boolean", default: false },
    relearn: { type: "boolean", default: false },
    "json-file": { type: "string" },
  },
});
if (positionals[0] === "people") {
  await measurePeople(values);
  process.exit(0);
}
if (positionals[0] === "clauses") {
  await measureClauses({ ...values, part: values.validation ? "validation" : "test" });
  process.exit(0);
}
if (positionals[0] === "asking") {
  await measureAsking(values);
  process.exit(0);
}
if (positionals[0] === "turn") {
  console.log(JSON.stringify(await measureTurns(CONVERSATIONS)));
  process.exit(0);
}
if (positionals[0] === "kinds") {
  const nearness = values.encoder === undefined ? undefined : await nearnessBy(values.encoder);
  console.log(JSON.stringify(await measureKinds({ ...values, nearness })));
  process.exit(0);
}
if (values.help || values.data === undefined) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : USAGE);
}

const say = (text: string) => void process.stderr.write(`${text}\n`);
const data = values.data;
say("vagueness and questions, five folds …");
const in3 = await measureIn3(data);
say("sentiment of aspects …");
const mams = measureAspects(data, values.relearn);
say("turns …");
const turns = await measureTurns(CONVERSATIONS);
say("memory …");
const memory = await measureMemory(ROUNDS);

const more = { unit: "", better: "more" } as const;
const less = { unit: "", better: "less" } as const;
const lines: readonly JudgedLine[] = [
  { name: "vague or clear, macro-F1", value: in3.macroF1, ...more, atLeast: 0.73, aim: 0.765 },
  { name: "aspect among several", value: mams.accuracy, ...more, atLeast: 0.77, aim: 0.77 },
  { name: "ECE of vagueness", value: in3.calibrationError, ...less, atLeast: 0.06, aim: 0.03 },
  { name: "a turn, p50", value: turns.p50, ...less, unit: "ms", atLeast: 15, aim: 15 },
  { name: "memory", value: memory.more, ...less, unit: "MiB", atLeast: 60, aim: 60 },
];
for (const line of lines) console.log(lineText(line));
say(
  `three questions beside IN3's list, Ask-F1 ${in3.askF1.toFixed(3)}, recall ${in3.recall.toFixed(3)}, of the most important ${in3.recallImportant.toFixed(3)}, precision ${in3.precision.toFixed(3)}, Brier ${in3.brier.toFixed(3)}`,
);
say(
  `aspects: macro-F1 ${mams.macroF1.toFixed(3)}, ECE ${mams.ece.toFixed(3)}, without the others told ${mams.alone.accuracy.toFixed(3)}`,
);
say(`turns: ${turns.turns}, p99 ${turns.p99.toFixed(1)} ms`);
say(`memory that as many questions without the liaison take: ${memory.others.toFixed(1)} MiB`);
if (mams.relearned !== undefined) say(`learned anew the same: ${mams.relearned}`);
const path = values["json-file"];
if (path !== undefined) {
  const results = { lines, in3, mams, turns, memory };
  writeResult(path, { command: "npm run bench:liaison -- --data DIR", results });
}
process.exit(lines.every(isGood) ? 0 : FAILED);
