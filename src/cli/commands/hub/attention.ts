import { InvalidArgumentError } from "commander";
import type { Attention } from "../../../domain/hub/link.ts";
import { languageTag } from "../../../domain/language-tag.ts";
import { present } from "../../../domain/present.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";

interface Options extends AttentionOptions {
  readonly off?: true;
}

export const attention: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "attention",
      summary:
        "Say when you want to be interrupted, and in which language; without options, show it",
      changes: true,
      more: "What an option does not name stays as it is; off takes it back. Urgent items, and those about to expire, do not wait.",
      examples: [
        "npx earshot attention",
        "npx earshot attention --quiet 22:00-07:00 --zone Europe/Berlin",
        "npx earshot attention --digest 09:00,14:00 --per-hour 6",
        "npx earshot attention --language de",
        "npx earshot attention --off",
      ],
    })
      .option("--quiet <from-to>", "no interruption between these times, or off", quietHours)
      .option("--zone <name>", "time zone of these times, as Europe/Berlin")
      .option("--digest <times>", "when what is not urgent comes together, or off", digestTimes)
      .option("--per-hour <count>", "how many items come one by one, or off", itemsPerHour)
      .option("--language <tag>", "of posts, mails and the terminal, as de, or off", language)
      .option("--off", "take all of it back"),

  async run(context, command) {
    const { off, ...parts } = command.opts<Options>();
    const { quiet, zone, digest, perHour, language } = parts;
    const isChange = [quiet, zone, digest, perHour, language].some((part) => part !== undefined);
    if (off === true && isChange) command.error("error: --off takes all back; it goes alone.");
    const earshot = context.connectAs("operator");
    const before = await earshot.attention();
    const change = off === true ? {} : changedAttention(before, parts);
    const after =
      off === true || isChange ? await earshot.setAttention(change, context.call) : before;
    if (context.options.json === true) context.output.json(after);
    else for (const line of attentionLines(after)) context.output.line(line);
    return EXIT_CODES.answered;
  },
};

const OFF = "off";
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What the options say; `null` removes a part. */
interface AttentionOptions {
  readonly quiet?: Attention["quiet"] | null;
  readonly zone?: string;
  readonly digest?: readonly string[] | null;
  readonly perHour?: number | null;
  readonly language?: string | null;
}

/** `22:00-07:00`, or `off`. */
function quietHours(text: string): AttentionOptions["quiet"] {
  if (text === OFF) return null;
  const [from = "", to = "", ...others] = text.split("-");
  if (TIME.test(from) && TIME.test(to) && others.length === 0) return { from, to };
  throw new InvalidArgumentError("Give two times of the day as 22:00-07:00, or off.");
}

/** `09:00,14:00`, or `off`. */
function digestTimes(text: string): AttentionOptions["digest"] {
  if (text === OFF) return null;
  const times = text.split(",");
  if (times.every((time) => TIME.test(time))) return times;
  throw new InvalidArgumentError("Give times of the day as 09:00,14:00, or off.");
}

/** `6`, or `off`. */
function itemsPerHour(text: string): AttentionOptions["perHour"] {
  if (text === OFF) return null;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number from 1, or off.");
}

/** `de`, or `off`. */
function language(text: string): AttentionOptions["language"] {
  if (text === OFF) return null;
  const tag = languageTag(text);
  if (tag !== undefined) return tag;
  throw new InvalidArgumentError("Name a language as de or de-AT, or off.");
}

const LABEL_WIDTH = 12;

/** When an operator wants to be interrupted, one line for each part. */
function attentionLines({
  language: tag,
  quiet,
  timeZone,
  digest,
  perHour,
}: Attention): readonly string[] {
  return [
    ["quiet hours", quiet === undefined ? "none" : `${quiet.from} to ${quiet.to}`],
    ["digest", digest === undefined || digest.length === 0 ? "none" : `at ${digest.join(", ")}`],
    ["per hour", perHour === undefined ? "any number" : `${perHour} one by one, the rest later`],
    ["time zone", visibleText(timeZone ?? "UTC", { keepLines: false })],
    ...(tag === undefined ? [] : [["language", visibleText(tag, { keepLines: false })]]),
  ].map(([label = "", value]) => `${label.padEnd(LABEL_WIDTH)} ${value}`);
}

/** The previous settings, with the changes from the options. */
function changedAttention(
  before: Attention,
  { quiet, zone, digest, perHour, language: tag }: AttentionOptions,
): Omit<Attention, "operator"> {
  const after = {
    timeZone: zone ?? before.timeZone,
    quiet: quiet === undefined ? before.quiet : quiet,
    digest: digest === undefined ? before.digest : digest,
    perHour: perHour === undefined ? before.perHour : perHour,
    language: tag === undefined ? before.language : tag,
  };
  return {
    ...present({
      timeZone: after.timeZone,
      quiet: after.quiet ? after.quiet : undefined,
      digest: after.digest ? after.digest : undefined,
      perHour: after.perHour ? after.perHour : undefined,
      language: after.language ? after.language : undefined,
    }),
  };
}
