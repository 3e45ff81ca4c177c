import { writeResult } from "../scripts/result-file.ts";
import { type Figure, type Judged, type Result, toResult } from "./figure.ts";
import { FIGURES } from "./figures.ts";
import { readOptions } from "./read-options.ts";
import { table } from "./table.ts";

const HELP = `Measures Earshot, most of it beside the least that the same work can cost (bench/limit.ts).

  npm run bench                        all figures
  npm run bench -- cycle.sqlite.c32    some of them
  npm run bench -- --list              their names

  --quick            only whether everything works; the figures mean nothing
  --json-file PATH   also writes the results to a file, with commit, machine and date

Standard output is one JSON line for each result; everything else goes to standard error. The exit
code says whether everything could be measured, not whether it was good.
`;
const FAILED = 1;

const say = (text: string) => void process.stderr.write(`${text}\n`);

async function measure(figure: Figure, isQuick: boolean): Promise<Result | undefined> {
  say(`\n${figure.name}: ${figure.what}`);
  try {
    const note = (text: string) => say(`  ${text}`);
    const result = toResult(figure, await figure.measure({ isQuick, note }));
    console.log(JSON.stringify(result));
    return result;
  } catch (error) {
    say(`  could not be measured: ${error instanceof Error ? error.stack : error}`);
    return undefined;
  }
}

function judged(result: Result): readonly Judged[] {
  const figure = FIGURES.find(({ name }) => name === result.name);
  if (figure === undefined) return [];
  const { judged, better, atLeast, aim } = figure;
  return [{ ...result, judged, better, atLeast, aim }];
}

const options = readOptions({
  what: "figure",
  names: FIGURES.map(({ name }) => name),
  command: "npm run bench",
});
if (options.help === true) {
  process.stdout.write(HELP);
  process.exit();
}
if (options.list === true) {
  for (const { name, what } of FIGURES) console.log(`${name.padEnd(18)} ${what}`);
  process.exit();
}
const { names } = options;
const chosen = FIGURES.filter(({ name }) => names.length === 0 || names.includes(name));
const results: Result[] = [];
for (const figure of chosen) {
  const result = await measure(figure, options.quick);
  if (result !== undefined) results.push(result);
}
say(`\n${table(chosen, results)}`);
if (options.quick) say("\nThis was --quick: it shows that the bench works, and nothing else.");
if (options["json-file"] !== undefined) {
  const command = ["npm run bench", ...(names.length === 0 ? [] : ["--", ...names])].join(" ");
  writeResult(options["json-file"], { command, results: results.flatMap(judged) });
}
process.exit(results.length === chosen.length ? 0 : FAILED);
