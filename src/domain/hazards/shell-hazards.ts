import type { Hazard } from "./hazard.ts";
import { type Pipeline, readShell, type ShellCommand } from "./shell-commands.ts";
import { hazardOfCommand, namesIn } from "./shell-rules.ts";
import { sqlHazards } from "./sql-hazards.ts";

const MOST_DEPTH = 6;
const SHELLS: ReadonlySet<string> = new Set("sh bash zsh dash ksh ash fish".split(" "));
/** What runs a text that is piped into it. */
const RUNS: ReadonlySet<string> = new Set([
  ...SHELLS,
  ..."python python2 python3 perl ruby node php iex invoke-expression eval source pwsh".split(" "),
]);
const LOADS: ReadonlySet<string> = new Set(
  "curl wget fetch iwr irm invoke-webrequest invoke-restmethod".split(" "),
);
const DATABASES: ReadonlySet<string> = new Set("psql mysql mariadb sqlite3 duckdb".split(" "));
/** They only show or keep their words, whatever those would do elsewhere. */
const QUIET: ReadonlySet<string> = new Set(
  "echo printf grep egrep rg git man which awk sed cat less".split(" "),
);

/** What stands out in a text if a shell runs it. */
export function shellHazards(text: string): readonly Hazard[] {
  return hazardsOf(readShell(text), 0);
}

function hazardsOf(pipelines: readonly Pipeline[], depth: number): readonly Hazard[] {
  if (depth > MOST_DEPTH) return [];
  return pipelines.flatMap((pipeline) => [
    ...pipeline.flatMap((command) => hazardsWithin(command, depth)),
    ...pipedHazards(pipeline),
  ]);
}

function hazardsWithin(command: ShellCommand, depth: number): readonly Hazard[] {
  const words = namesIn(command.words);
  const texts = textsRun(words, command.fed);
  const sql = DATABASES.has(words[0] ?? "") ? [...words.slice(1), ...command.fed] : [];
  return [
    ...hazardOfCommand(words, command.writes),
    ...loadedHazards(words[0] ?? "", command, texts),
    ...hazardsOf(command.inner, depth + 1),
    ...texts.flatMap((text) => hazardsOf(readShell(text), depth + 1)),
    ...sql.flatMap((text) => sqlHazards(text, true)),
  ];
}

/** What a command gives to a shell: `sh -c "…"`, `ssh host …`, `eval …`. */
function textsRun(words: readonly string[], fed: readonly string[]): readonly string[] {
  const [name = "", ...rest] = words;
  if (QUIET.has(name)) return [];
  const at = words.findIndex((word, index) => isShell(word) && isCode(words[index + 1] ?? ""));
  const given = at < 0 ? undefined : words[at + 2];
  return [
    ...(given === undefined ? [] : [given]),
    ...(SHELLS.has(name) ? fed : []),
    ...(name === "eval" ? [rest.join(" ")] : []),
    ...(name === "su" ? rest.filter((_, index) => rest[index - 1] === "-c") : []),
    ...remoteText(name, rest),
  ];
}

function isShell(word: string): boolean {
  return SHELLS.has(word.slice(word.lastIndexOf("/") + 1));
}

function isCode(word: string): boolean {
  return /^-[a-z]*c$/.test(word);
}

/** What runs on another machine or in a container, behind its name. */
function remoteText(name: string, rest: readonly string[]): readonly string[] {
  const isExec = ["docker", "podman", "kubectl"].includes(name) && rest.includes("exec");
  if (name !== "ssh" && !isExec) return [];
  const end = rest.indexOf("--");
  if (end >= 0) return [joined(rest.slice(end + 1))];
  const from = isExec ? rest.indexOf("exec") + 1 : 0;
  let at = from;
  while (rest[at]?.startsWith("-") === true) at += VALUED.has(rest[at] ?? "") ? 2 : 1;
  const behind = rest.slice(at + 1);
  return behind.length === 0 ? [] : [name === "ssh" ? behind.join(" ") : joined(behind)];
}
const VALUED: ReadonlySet<string> = new Set(
  "-i -l -p -o -F -J -e -u -w -n --env --user --workdir".split(" "),
);

/** Words as they are, for another reading. */
function joined(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/** `curl … | sh`, and what was encoded. */
function pipedHazards(pipeline: Pipeline): readonly Hazard[] {
  const names = pipeline.map(({ words }) => namesIn(words));
  const runs = names.findLastIndex((words) => RUNS.has(words[0] ?? "") && readsInput(words));
  if (runs < 1) return [];
  const by = names[runs]?.[0] ?? "";
  const before = names.slice(0, runs);
  const load = before.find(([name = ""]) => LOADS.has(name))?.[0];
  const code = before.find((words) => isDecoding(words));
  return [
    ...(load === undefined
      ? []
      : [{ kind: "runs_from_network", what: `${load} | ${by}` } as const]),
    ...(code === undefined
      ? []
      : [{ kind: "runs_encoded", what: `${code[0]} -d | ${by}` } as const]),
  ];
}

/** With a file or a module named, it runs that. */
function readsInput(words: readonly string[]): boolean {
  // Behind it stand the arguments of what is read.
  if (words.includes("-s")) return true;
  return words.slice(1).every((word) => word === "-" || word === "$()" || /^-(?!m$|c$)/.test(word));
}

function isDecoding([name, ...rest]: readonly string[]): boolean {
  return (
    (name === "base64" || name === "base32") &&
    rest.some((word) => ["-d", "-D", "--decode"].includes(word))
  );
}

/** `bash <(curl …)` and `sh -c "$(curl …)"`. */
function loadedHazards(
  name: string,
  { inner }: ShellCommand,
  texts: readonly string[],
): readonly Hazard[] {
  const isRun = RUNS.has(name) || texts.some((text) => text.includes("$()"));
  if (!isRun) return [];
  const loads = inner
    .flatMap((pipeline) => pipeline.map(({ words }) => namesIn(words)[0] ?? ""))
    .filter((one) => LOADS.has(one));
  const by = RUNS.has(name) ? name : "sh";
  return loads.slice(0, 1).map((load) => ({ kind: "runs_from_network", what: `${load} | ${by}` }));
}
