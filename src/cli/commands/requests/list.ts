import { Option } from "commander";
import type { Voice } from "../../../channels/console/voice.ts";
import { LEVELS } from "../../../domain/authority/action.ts";
import { decisiveArgs } from "../../../domain/authority/decisive-args.ts";
import { hazardsIn } from "../../../domain/hazards/hazards.ts";
import { foldAlike, foldOf } from "../../../domain/inbox/fold.ts";
import { present } from "../../../domain/present.ts";
import {
  askerNames,
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestKind,
  type RequestStatus,
  type ShownRequest,
  wasRevoked,
} from "../../../domain/requests/request.ts";
import type { WrittenSpan } from "../../../domain/time-span.ts";
import { toMs } from "../../../domain/timestamp.ts";
import { useWords } from "../../../render/approval-words.ts";
import { askerWords } from "../../../render/askers.ts";
import { decisiveWords } from "../../../render/decisive-words.ts";
import { padded, textWidth } from "../../../render/fit.ts";
import { foldLines, foldWords } from "../../../render/fold-words.ts";
import { headline } from "../../../render/headline.ts";
import { whoDecides } from "../../../render/refused-words.ts";
import { oneLine, revealed } from "../../../render/visible-text.ts";
import { hazardWords } from "../../../render/words/hazard-words.ts";
import { lengthWords } from "../../../render/words/lengths.ts";
import { addCommand, type CommandModule, noteNext, wholeNumber } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import type { Output } from "../../terminal/output.ts";
import { voiceHere } from "../../terminal/voice-here.ts";

interface ListOptions {
  readonly kind?: RequestKind;
  readonly status: RequestStatus | "all";
  readonly mine?: boolean;
  readonly each?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly cursor?: string;
}

/** Where no terminal tells how wide a line may be, questions are cut here. */
const DEFAULT_WIDTH = 160;
/** Of a digest, to tell one from another. */
const DIGITS = 12;
const LEVEL_WIDTH = Math.max(...LEVELS.map(({ length }) => length));

export const list: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "list",
      summary: "List requests: what waits for a person",
      more: 'Open requests of one agent that are alike stand on one line, with what differs; each is decided by its own id. What you cannot decide yourself stands below the rest, with who can. --since and --until go by when something was asked, in your time zone: 2026-11-21, "2026-11-21 09:30", today, yesterday, three days ago as 3d; a day of --until counts to its end.',
      examples: [
        "npx earshot list",
        "npx earshot list --status all --limit 100",
        "npx earshot list --kind authorization",
        "npx earshot list --status all --since yesterday",
        "npx earshot list --status approved --since 2026-11-01 --until 2026-11-21",
        "npx earshot list --json",
      ],
    })
      .addOption(
        new Option("--status <status>", "which ones")
          .choices([...REQUEST_STATUSES, "all"])
          .default("open"),
      )
      .addOption(
        new Option("--kind <kind>", "only questions, or only what wants a yes").choices([
          ...REQUEST_KINDS,
        ]),
      )
      .option("--each", "each on a line of its own, also those of one agent that are alike")
      .option("--since <time>", "only what was asked then or later")
      .option("--until <time>", "only what was asked before that")
      .option("--mine", "only those that ask me, by name or as any operator")
      .option("--limit <count>", "how many at most", wholeNumber(1, 100), 50)
      .option("--cursor <cursor>", "go on behind a page, with its next"),

  async run(context, command) {
    const { kind, status, mine, each, limit, cursor } = command.opts<ListOptions>();
    const earshot = context.connectAs("operator");
    const page = await earshot.list({
      ...present({
        kind,
        status: status === "all" ? undefined : status,
        mine: mine === true ? mine : undefined,
      }),
      ...spanOf(command.opts<ListOptions>()),
      ...present({ cursor }),
      order: status === "open" ? "oldest" : "newest",
      limit,
    });
    const { output } = context;
    if (context.options.json === true) {
      output.json(page);
      return EXIT_CODES.answered;
    }
    const rows =
      each === true
        ? page.items.map((request) => [request])
        : foldAlike(page.items, (request) => request);
    const voice = await voiceHere(context, earshot);
    printRows(rows, output, voice);
    if (page.items.length === 0) output.note(noneWords(status, voice));
    noteNext(output, command, page.next);
    return EXIT_CODES.answered;
  },
};

/** In the zone of this terminal: whoever types a day means their own. */
function spanOf({ since, until }: ListOptions): WrittenSpan {
  if ((since ?? until) === undefined) return {};
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { since, until, timeZone };
}

/** What whoever looks can do something about comes first. */
function printRows(rows: readonly (readonly ShownRequest[])[], output: Output, voice: Voice): void {
  const last = rows.filter(isForOthers);
  for (const alike of rows.filter((row) => !isForOthers(row))) printRow(alike, output, voice);
  if (last.length > 0) output.line(output.style.bold(voice.own.say("list.others")));
  for (const alike of last) printRow(alike, output, voice);
}

function isForOthers([first]: readonly ShownRequest[]): boolean {
  return first?.forOthers !== undefined;
}

function printRow(alike: readonly ShownRequest[], output: Output, voice: Voice): void {
  const [first] = alike;
  if (first === undefined) return;
  const { style, columns = DEFAULT_WIDTH } = output;
  const { own, words } = voice;
  output.line(row(first, output, voice));
  if (first.forOthers !== undefined) output.line(style.dim(`  ${whoDecides(first, words)}`));
  const told = hazardsOf(alike, words);
  if (told !== "") output.line(style.dim(`  ! ${oneLine(told, columns - 4)}`));
  const fold = foldOf(alike);
  if (fold === undefined) {
    const args =
      first.kind === "question" ? "" : decisiveWords(decisiveArgs(first.authorization), voice);
    if (args !== "") output.line(style.dim(`  ${oneLine(args, columns - 2)}`));
    return;
  }
  output.line(style.dim(`  ${own.say("list.each", { fold: foldWords(fold, words) })}`));
  for (const text of foldLines(fold, words))
    output.line(style.dim(`  ${oneLine(text, columns - 2)}`));
}

/** What stands out in any of them. */
function hazardsOf(alike: readonly ShownRequest[], words: Voice["words"]): string {
  const all = alike.flatMap((request) =>
    request.kind === "question" ? [] : hazardsIn(request.authorization.action.args),
  );
  return hazardWords([...new Map(all.map((one) => [one.kind, one])).values()], words);
}

/** All that ask it: whoever answers, answers all of them. */
function agents(request: ShownRequest, { words }: Voice): string {
  const names = askerNames(request).map((name) => oneLine(name, 16));
  return askerWords(names.join(", "), request, words);
}

/** Of an approval also whether it was used, can be, or was taken back. */
function statusOf(request: ShownRequest, now: number, { own, words }: Voice): string {
  if (wasRevoked(request)) return own.say("list.revoked");
  const use = request.status === "approved" ? useWords(request, now, words) : undefined;
  const status = words.say(`status.${request.status}`);
  return use === undefined ? status : words.say("list.comma", { first: status, last: use });
}

function noneWords(status: ListOptions["status"], { own, words }: Voice): string {
  if (status === "all") return own.say("list.none");
  return own.say("list.none_of", { status: words.say(`status.${status}`) });
}

const STATUS_WIDTH = 9;
const AGE_WIDTH = 7;

function row(request: ShownRequest, { style, columns }: Output, voice: Voice): string {
  const now = Date.now();
  const age = lengthWords(now - toMs(request.createdAt), voice.words);
  const blanks = " ".repeat(Math.max(AGE_WIDTH - textWidth(age), 0));
  const status = padded(statusOf(request, now, voice), STATUS_WIDTH);
  const head = `${request.id}  ${status} ${blanks}${age}  ${agents(request, voice)}`;
  const room = Math.max((columns ?? DEFAULT_WIDTH) - textWidth(head) - 2, 20);
  if (request.kind === "question") {
    return `${style.dim(head)}  ${headline(request.question.text, room)}`;
  }
  const { action, demand, digest } = request.authorization;
  const tail = `sha256:${digest.slice(0, DIGITS)}…`;
  const level = demand.level.padEnd(LEVEL_WIDTH);
  const tool = oneLine(revealed(action.tool), Math.max(room - tail.length - LEVEL_WIDTH - 4, 20));
  return `${style.dim(head)}  ${style.bold(level)}  ${tool}  ${style.dim(tail)}`;
}
