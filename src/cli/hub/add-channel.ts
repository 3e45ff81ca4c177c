import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { loadChannelModule } from "../../channels/load-channel.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isChannelError } from "../../ports/channels/is-channel-error.ts";
import { readChannelSettings, writeChannelSettings } from "../../system/channel-settings.ts";
import { systemClock } from "../../system/clock.ts";
import { createIds } from "../../system/ids.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import { type Finding, findingLine } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { askChat, askYes } from "./ask-settings.ts";
import { checkChannel } from "./check-channel.ts";
import { type Collected, collectSettings } from "./collect-settings.ts";
import { type GivenOptions, givenSettings } from "./given-settings.ts";
import { type ChannelToOpen, withChannel } from "./open-channel.ts";

export interface AddOptions extends GivenOptions {
  readonly test?: string;
  readonly force?: boolean;
  /** A file or a package. */
  readonly module?: string;
}

/** Asks, checks, tries and saves. Nothing is saved before all of that went well. */
export async function addChannel(
  context: RunContext,
  kind: RemoteChannel,
  options: AddOptions,
): Promise<number> {
  const { output, options: common } = context;
  const saved = readChannelSettings(common.data);
  const before = saved[kind] ?? {};
  const named = options.module === undefined ? {} : { module: namedModule(options.module) };
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

/** What a server that runs makes of a change. */
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
 * What is saved for a module that the command line names: a path is meant from where one is, and the
 * server starts elsewhere; what is no file is the name of a package.
 */
function namedModule(given: string): string {
  const path = resolve(given);
  const isFile = existsSync(path) && statSync(path).isFile();
  return isFile || /^\.\.?(?:[/\\]|$)/.test(given) ? path : given;
}

/** Posts one message with nothing to decide in it. CHANNEL_UNAVAILABLE says why it could not. */
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
