import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { loadChannelModule } from "../../channels/load-channel.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ChannelModule, SetupField } from "../../ports/channels/channel.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import { readChannelSettings, writeChannelSettings } from "../../system/channel-settings.ts";
import { systemClock } from "../../system/clock.ts";
import { createIds } from "../../system/ids.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import { type Finding, findingLine } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { askChat, askSettings, askYes } from "./ask-settings.ts";
import { checkChannel } from "./check-channel.ts";
import { type ChannelToOpen, withChannel } from "./open-channel.ts";

export interface AddOptions extends GivenOptions {
  readonly test?: string;
  readonly force?: boolean;
  /** A file or a package. */
  readonly module?: string;
}

/** Asks, checks, tries and saves. Nothing is saved before all of that succeeds. */
export async function addChannel(
  context: RunContext,
  kind: RemoteChannel,
  options: AddOptions,
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
    for (const finding of findings) output.line(findingLine(finding, output.style));
  }
  await requireGood(context, { findings, collected, isForced: options.force === true });
  const chat = options.test ?? (collected.isAsked ? await askChat(context) : undefined);
  if (chat !== undefined) await sendTest(opened, chat);
  writeChannelSettings(common.data, { ...saved, [kind]: settings });
  if (common.json === true) output.json({ channel: kind, findings, tested: chat !== undefined });
  else {
    if (chat !== undefined) output.note("The test message was sent.");
    output.note(`Saved ${kind}. ${AT_NEXT_START} Then link yourself: npx earshot link ${kind}`);
  }
  return EXIT_CODES.answered;
}

/** What a running server does with a change. */
export const AT_NEXT_START =
  "A server takes it when it starts: npx earshot stop, then npx earshot start.";

async function requireGood(
  context: RunContext,
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
  if (collected.isAsked && (await askYes("Not all is well. Save it all the same?", context))) {
    return;
  }
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

/** Posts one message with nothing to decide in it. CHANNEL_UNAVAILABLE says why it failed. */
async function sendTest(given: ChannelToOpen, chatId: string): Promise<void> {
  const post = {
    key: createIds(systemClock).next("dlv"),
    address: { channel: given.kind, chatId },
    content: {
      blocks: [
        { kind: "title", text: "Earshot reaches you here" },
        { kind: "note", text: "This is a test. There is nothing to do." },
      ],
      controls: [],
    },
  } as const;
  try {
    await withChannel(given, (channel) => channel.post(post));
  } catch (cause) {
    if (!isChannelError(cause)) throw cause;
    throw new EarshotError(
      "CHANNEL_UNAVAILABLE",
      `The test message was not sent: ${cause.message} Nothing was saved.`,
      { details: { channel: given.kind, kind: cause.kind }, cause },
    );
  }
}

interface Collected {
  readonly settings: JsonObject;
  /** Whether a person at a terminal was asked, and can be asked more. */
  readonly isAsked: boolean;
}

/**
 * The settings of a channel: the existing ones, what the command line gives, what a person types.
 */
async function collectSettings(
  { output, signal }: Pick<RunContext, "output" | "signal">,
  { setup, kind }: Pick<ChannelModule, "setup" | "kind">,
  { before, given }: { readonly before: JsonObject; readonly given: JsonObject },
): Promise<Collected> {
  const known = { ...defaultsOf(setup.fields), ...before, ...given };
  const missing = setup.fields.filter((field) => isMissing(field, known));
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  // A person at a terminal who gives only a module is asked for its settings, including optional
  // ones.
  const isGiven = Object.keys(given).some((name) => name !== "module" || !isTerminal);
  if (isGiven && missing.length === 0) return { settings: known, isAsked: false };
  for (const step of setup.steps) output.note(step);
  if (!isTerminal) {
    throw missing.length === 0 ? nothingGiven(kind) : missingError(kind, missing);
  }
  const toAsk = setup.fields.filter(({ name }) => given[name] === undefined);
  const asked = await askSettings(toAsk, known, { signal });
  return { settings: withoutEmpty({ ...known, ...asked }), isAsked: true };
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

interface GivenOptions {
  /** `name=value`, for what is no secret. */
  readonly set?: readonly string[];
  /** `name=file`, where `-` is standard input. */
  readonly secretFile?: readonly string[];
}

const STDIN = 0;

/**
 * What the command line gives; a secret only by file, since every process can see the arguments.
 */
function givenSettings(
  fields: readonly SetupField[],
  { set = [], secretFile = [] }: GivenOptions,
): JsonObject {
  const given: Record<string, string> = {};
  for (const [name, value] of set.map(pairOf)) {
    if (fieldNamed(fields, name).isSecret) {
      throw invalid(
        `${name} is a secret, and every process on this machine sees the arguments of another. Give it as --secret-file ${name}=FILE, and take a new one where this one is good.`,
      );
    }
    given[name] = value;
  }
  const files = secretFile.map(pairOf);
  if (files.filter(([, file]) => file === "-").length > 1) {
    throw invalid("Standard input gives one secret. Name files for the others.");
  }
  for (const [name, file] of files) {
    fieldNamed(fields, name);
    given[name] = contentOf(name, file);
  }
  return given;
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  // Not quoted: it may be a secret that was given in the wrong place.
  throw invalid("Give --set as name=value, and --secret-file as name=FILE.");
}

function fieldNamed(fields: readonly SetupField[], name: string): SetupField {
  const field = fields.find((one) => one.name === name);
  if (field !== undefined) return field;
  const names = fields.map((one) => one.name).join(", ");
  throw invalid(
    `There is no setting ${JSON.stringify(name)}. Here ${names} can be given; whatever else a channel takes is written into channels.json in the data folder.`,
  );
}

function contentOf(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file === "-" ? STDIN : file, "utf8");
  } catch (cause) {
    throw invalid(`${name} cannot be read: ${(cause as Error).message}.`, cause);
  }
  const value = text.replace(/\r?\n$/, "");
  if (value !== "") return value;
  throw invalid(`${name} is empty in ${file === "-" ? "standard input" : file}.`);
}

function invalid(message: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", message, { cause });
}
