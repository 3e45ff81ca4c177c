import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { loadChannelModule } from "../../channels/load-channel.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ChannelModule, SetupField } from "../../ports/channels/channel.ts";
import { readChannelSettings, writeChannelSettings } from "../../system/channel-settings.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import { type Finding, findingLine } from "../terminal/finding.ts";
import { holdKeyboard } from "../terminal/held-keyboard.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { type AtTerminal, askSettings, askText, askYes } from "./ask-settings.ts";
import { checkChannel } from "./check-channel.ts";
import { type GivenOptions, givenSettings } from "./given-settings.ts";
import { linkHere } from "./link-here.ts";
import { sendTest } from "./send-test.ts";
import { stateBefore, type TakenBy, takenBy, takenWords } from "./taken-up.ts";

export interface AddOptions extends GivenOptions {
  /** A file or a package. */
  readonly module?: string;
  /** A chat to send a test message to. */
  readonly test?: string;
}

/**
 * Asks, checks, tries and saves. Nothing is saved before all of that succeeds. A running server
 * takes it up, and a person at a terminal is linked at once.
 */
export async function addChannel(
  given: RunContext,
  kind: RemoteChannel,
  options: AddOptions,
): Promise<number> {
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  // A secret that comes by standard input is no answer to a question.
  const isFed = options.secretFile?.some((given) => given.endsWith("=-")) === true;
  if (!isTerminal || isFed) return await add(given, { kind, options });
  const keyboard = holdKeyboard();
  try {
    return await add({ ...given, keyboard }, { kind, options });
  } finally {
    keyboard.release();
  }
}

/** With a keyboard if a person is at a terminal. */
type Context = RunContext & Partial<Pick<AtTerminal, "keyboard">>;

function isAtTerminal(context: Context): context is AtTerminal {
  return context.keyboard !== undefined;
}

async function add(
  context: Context,
  { kind, options }: { readonly kind: RemoteChannel; readonly options: AddOptions },
): Promise<number> {
  const { output, options: common } = context;
  const saved = readChannelSettings(common.data);
  const before = saved[kind] ?? {};
  const named = present({
    module: options.module === undefined ? undefined : namedModule(options.module),
  });
  const place = { settings: { ...before, ...named }, dataFolder: common.data };
  const module = await loadChannelModule(kind, place);
  const given = { ...named, ...givenSettings(module.setup.fields, options) };
  const collected = await collectSettings(context, module, { before, given });
  const { settings } = collected;
  const opened = { kind, settings, output, dataFolder: common.data };
  const findings = await checkChannel(opened);
  if (common.json !== true) {
    // What a person has read while they gave it is not said twice.
    const news = findings.filter(({ detail }) => !collected.told.has(detail));
    for (const finding of news) output.line(findingLine(finding, output.style));
  }
  await requireGood(context, { findings, collected, isForced: options.force === true });
  const chat = options.test ?? (await chatToTest(context, module, collected));
  if (chat !== undefined) await sendTest(opened, chat);
  const isChange = !isDeepStrictEqual(settings, saved[kind]);
  const ago = await stateBefore(context, kind);
  writeChannelSettings(common.data, { ...saved, [kind]: settings });
  const taken: TakenBy = isChange
    ? await takenBy(context, { kind, before: ago, mayStart: collected.isAsked })
    : { state: "same" };
  if (common.json === true) {
    output.json({ channel: kind, findings, tested: chat !== undefined, server: taken.state });
    return EXIT_CODES.answered;
  }
  if (chat !== undefined) output.note("The test message was sent.");
  output.note(`Saved ${kind}. ${takenWords(taken)}`);
  const isLinked =
    collected.isAsked &&
    isAtTerminal(context) &&
    (await linkHere(context, { module, taken, channel: opened }));
  if (!isLinked) output.note(`Then link yourself: npx earshot link ${kind}`);
  return EXIT_CODES.answered;
}

/** A person who is linked here gets the test message there. */
async function chatToTest(
  context: Context,
  { setup }: ChannelModule,
  { isAsked }: Collected,
): Promise<string | undefined> {
  if (!isAsked || !isAtTerminal(context) || setup.linking !== undefined) return undefined;
  const message = "Chat or address to send a test message to; Enter sends none";
  return await askText(message, { ...context, saved: "nothing was saved" });
}

async function requireGood(
  context: Context,
  {
    findings,
    collected,
    isForced,
  }: {
    readonly findings: readonly Finding[];
    readonly collected: Collected;
    readonly isForced: boolean;
  },
): Promise<void> {
  const failed = findings.filter(({ state }) => state === "failed");
  if (failed.length === 0 || isForced) return;
  const isAsked = collected.isAsked && isAtTerminal(context);
  if (isAsked && (await askYes("Not all is well. Save it all the same?", context))) return;
  throw new EarshotError(
    "CHANNEL_UNAVAILABLE",
    `Not all is well, and nothing was saved: ${failed.map(({ detail }) => detail).join(" ")} --force saves it all the same.`,
  );
}

/**
 * The saved form of a module from the command line. A path is relative to the current folder, but
 * the server starts elsewhere; anything that is no file is a package name.
 */
function namedModule(given: string): string {
  const path = resolve(given);
  const isFile = existsSync(path) && statSync(path).isFile();
  return isFile || /^\.\.?(?:[/\\]|$)/.test(given) ? path : given;
}

interface Collected {
  readonly settings: JsonObject;
  /** Whether a person at a terminal was asked, and can be asked more. */
  readonly isAsked: boolean;
  /** What the person was told of it already. */
  readonly told: ReadonlySet<string>;
}

const NOTHING_TOLD: ReadonlySet<string> = new Set();

/**
 * The settings of a channel: the existing ones, what the command line gives, what a person types.
 */
async function collectSettings(
  context: Context,
  { setup, kind }: Pick<ChannelModule, "setup" | "kind">,
  { before, given }: { readonly before: JsonObject; readonly given: JsonObject },
): Promise<Collected> {
  const complete = (known: JsonObject) =>
    setup.complete?.(withoutEmpty(known)) ?? withoutEmpty(known);
  const known = { ...defaultsOf(setup.fields), ...before, ...given };
  const isTerminal = isAtTerminal(context);
  // A person at a terminal who gives only a module is asked for its settings, including optional
  // ones.
  const isGiven = Object.keys(given).some((name) => name !== "module" || !isTerminal);
  const settings = isGiven ? complete(known) : known;
  const missing = setup.fields.filter((field) => isMissing(field, settings));
  if (isGiven && missing.length === 0) return { settings, isAsked: false, told: NOTHING_TOLD };
  for (const step of setup.steps) context.output.note(step);
  if (!isTerminal) {
    tellSteps(context, setup.fields, known);
    throw missing.length === 0 ? nothingGiven(kind) : missingError(kind, missing);
  }
  const toAsk = setup.fields.filter(({ name }) => given[name] === undefined);
  const asked = await askSettings(context, toAsk, known);
  return { settings: complete(asked.settings), isAsked: true, told: asked.told };
}

/** Where nobody can be asked, what to do on the platform is said all at once. */
function tellSteps(
  { output }: Pick<RunContext, "output">,
  fields: readonly SetupField[],
  known: JsonObject,
): void {
  for (const field of fields.filter(({ when }) => when?.(known) !== false)) {
    for (const step of field.steps?.(known) ?? []) {
      output.note(typeof step === "string" ? step : `${step.label} ${step.url}`);
    }
  }
}

function defaultsOf(fields: readonly SetupField[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A setting that a person has emptied is removed. */
function withoutEmpty(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
}

function isMissing({ name, isOptional }: SetupField, known: JsonObject): boolean {
  return isOptional !== true && (known[name] === undefined || known[name] === "");
}

function missingError(kind: string, missing: readonly SetupField[]): EarshotError {
  const ways = missing.map(({ name, isSecret }) =>
    isSecret ? `--secret-file ${name}=FILE` : `--set ${name}=VALUE`,
  );
  return new EarshotError(
    "INVALID_INPUT",
    `${kind} needs more, and there is no terminal to ask at. Give ${ways.join(" ")}; the file - is standard input. Nothing was saved.`,
    { details: { missing: missing.map(({ name }) => name) } },
  );
}

function nothingGiven(kind: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `No setting of ${kind} was changed, and there is no terminal to ask at. Give --set name=value or --secret-file name=FILE.`,
  );
}
