import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { present } from "../../domain/present.ts";
import { folded } from "../../domain/requests/matter.ts";
import type {
  ErasedMatter,
  EraseMatterInput,
  FoundWords,
  WordsState,
} from "../../ports/earshot/erasure.ts";
import { visibleText } from "../../render/visible-text.ts";
import { backupSchedule, newestBackup } from "../../system/backup-notes.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";

export interface MatterOptions {
  readonly about?: string;
  readonly person?: string;
  readonly close?: boolean;
  readonly yes?: boolean;
}

type StateWords = Readonly<Record<WordsState, string>>;

/** What is said about a row in each state. */
const WORDS: StateWords = {
  due: "would be erased",
  erased: "erased",
  open: "open",
  stays: "stays",
};
/** The same afterwards: what is still due came in the meantime, or depends on something open. */
const WORDS_AFTER: StateWords = { ...WORDS, due: "not erased" };

/** Shows what names a person or a case; with `yes` it erases that and looks again. */
export async function eraseMatter(context: RunContext, options: MatterOptions): Promise<number> {
  const { yes = false, close = false, about, person } = options;
  const named = about === undefined ? present({ person }) : { about };
  const before = await goThrough(context, named);
  const files = await filesThatName(context, named);
  const isBarred = before.found.some(({ state }) => state === "open") && !close;
  if (!yes || isBarred) {
    show(context, { ...before, files }, WORDS);
    return nothingErased(context, before, yes);
  }
  const taken = await goThrough(context, { ...named, take: true, close });
  const after = await goThrough(context, named);
  const erased = taken.found.filter(({ state }) => state === "erased");
  const report = { found: [...erased, ...after.found], left: taken.left ?? [], files };
  show(context, report, WORDS_AFTER);
  const still = after.found.filter(({ state }) => state === "due" || state === "open").length;
  if (still === 0) return EXIT_CODES.answered;
  context.output.note(
    `${still} ${still === 1 ? "is" : "are"} still there. What is open ends first: then say it again.`,
  );
  return EXIT_CODES.error;
}

function nothingErased({ output }: RunContext, { found }: ErasedMatter, isWanted: boolean): number {
  if (found.every(({ state }) => state === "stays")) {
    output.note("There is nothing to erase.");
    return EXIT_CODES.answered;
  }
  output.note(
    isWanted
      ? "Nothing was erased: somebody may need what is open. Close it, or say --close."
      : "Nothing was erased. To erase it: the same with --yes.",
  );
  return isWanted ? EXIT_CODES.error : EXIT_CODES.answered;
}

async function goThrough(context: RunContext, input: EraseMatterInput): Promise<ErasedMatter> {
  const { signal } = context.call;
  const earshot = context.connectAs("operator");
  const found: FoundWords[] = [];
  let part = await earshot.eraseMatter(input, present({ signal }));
  found.push(...part.found);
  while (part.next !== undefined) {
    const next: EraseMatterInput = { ...input, after: part.next };
    part = await earshot.eraseMatter(next, present({ signal }));
    found.push(...part.found);
  }
  return { found, ...present({ left: part.left }) };
}

interface Report {
  readonly found: readonly FoundWords[];
  readonly left?: readonly string[];
  /** Files on this machine, such as transcripts, that do not belong to the server. */
  readonly files: readonly string[];
}

function show({ output, options }: RunContext, report: Report, wording: StateWords): void {
  if (options.json === true) {
    output.json(report);
    return;
  }
  const { found, left = [], files } = report;
  for (const { place, id, state, why } of found) {
    const reason = why === undefined ? "" : `: ${why}`;
    output.line(`${wording[state]}  ${place}  ${visibleText(id)}${reason}`);
  }
  for (const { channel, chatId, messageId } of found.flatMap(({ posts = [] }) => posts)) {
    output.line(`delete there  ${visibleText(`${channel} ${chatId} ${messageId}`)}`);
  }
  for (const one of [...left, ...files]) output.line(`is left  ${visibleText(one)}`);
  const counts = Object.entries(wording).flatMap(([state, words]) => {
    const count = found.filter((one) => one.state === state).length;
    return count === 0 ? [] : [`${count} ${count > 1 && words === "stays" ? "stay" : words}`];
  });
  output.note(counts.length === 0 ? "Nothing names it." : `${counts.join(", ")}.`);
}

/** The database is reported by itself, and keys hold no words. */
const OTHERS = /^(?:earshot\.db.*|lock|.*\.key|.*-keys\.json|store\.json)$/;

async function filesThatName(
  { options }: RunContext,
  { about, person }: MatterOptions,
): Promise<readonly string[]> {
  const { root } = dataPaths(options.data);
  if (!existsSync(root)) return [];
  const term = folded(about ?? person ?? "");
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && !OTHERS.test(one.name),
  );
  const naming: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    if (await holds(path, term)) naming.push(`${path}: delete it by hand`);
  }
  const backup = newestBackup.read(options.data);
  const schedule = backupSchedule.read(options.data);
  if (backup !== undefined) {
    naming.push(`the backup of ${backup.at} and those before, ${backup.file}: until deleted`);
  }
  if (schedule !== undefined) {
    naming.push(`the backups in ${schedule.to}: until ${schedule.keep} newer ones are taken`);
  }
  return naming;
}

/** Read in parts, each with the end of the one before, since a term may begin there. */
async function holds(path: string, term: string): Promise<boolean> {
  let end = "";
  for await (const chunk of createReadStream(path, "utf8")) {
    const text = folded(`${end}${chunk}`);
    if (text.includes(term)) return true;
    end = text.slice(-term.length);
  }
  return false;
}
