import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { loadChannelModule } from "../channels/load-channel.ts";
import type { RemoteChannel } from "../domain/channel-kind.ts";
import { isEarshotError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { languageTag } from "../domain/language-tag.ts";
import type { Channel } from "../ports/channels/channel.ts";
import type { Outlets, TakenUp } from "../ports/channels/outlets.ts";
import { contents } from "../render/contents/contents.ts";
import type { ChannelSettings } from "../system/channel-settings.ts";

export interface OutletsOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  readonly place: PagePlace;
}

/** Where people reach the page. Without a public URL this is known once the server has its port. */
export interface PagePlace {
  base: string | undefined;
  readonly isPublic: boolean;
}

/** Begins and ends what a running server does with one channel. */
export interface ChannelRunner {
  begin(channel: Channel): void;
  end(kind: RemoteChannel): Promise<void>;
}

/** The channels of a server, which other settings change while it runs. */
export interface LiveOutlets {
  readonly outlets: Outlets;
  /**
   * Takes up what differs from the settings in use. A channel that runs is only replaced by one whose check
   * succeeds; otherwise it goes on with its former settings. Never rejects.
   */
  change(settings: ChannelSettings, runner: ChannelRunner): Promise<void>;
  /** Settings that name nothing to take up, such as a file that cannot be read. */
  refuse(why: string): void;
  /** Whether a channel runs with other settings than it was given last. */
  isBehind(): boolean;
}

const CHECK_MS = 30_000;

/**
 * Opens each channel that is configured. One whose settings are wrong does not keep the others from
 * working: it says why wherever it is asked for.
 */
export async function openOutlets(
  settings: ChannelSettings,
  options: OutletsOptions,
): Promise<LiveOutlets> {
  const { log, place } = options;
  const channels = new Map<RemoteChannel, Channel>();
  const failed = new Map<RemoteChannel, string>();
  const taken = new Map<RemoteChannel, TakenUp>();
  const inUse = new Map<RemoteChannel, JsonObject>();
  const listeners: (() => void)[] = [];

  function put(kind: RemoteChannel, own: JsonObject, opened: Channel | Fault): void {
    inUse.set(kind, own);
    taken.set(kind, { atMs: Date.now() });
    channels.delete(kind);
    failed.delete(kind);
    if (!isFault(opened)) {
      channels.set(kind, opened);
      return;
    }
    const why = opened.fault.message;
    failed.set(kind, why);
    log.error({ channel: kind, why }, "the channel cannot be opened");
  }

  function keep(kind: RemoteChannel, why: string): void {
    const known = taken.get(kind);
    taken.set(kind, { atMs: known?.atMs ?? Date.now(), refused: { atMs: Date.now(), why } });
    if (known?.refused?.why === why) return;
    log.error(
      { channel: kind, why },
      "the new settings of the channel are wrong; it goes on with the former",
    );
  }

  async function replace(kind: RemoteChannel, own: JsonObject, runner: ChannelRunner) {
    const opened = await openOne(kind, own, options);
    const isRunning = channels.has(kind);
    const why = isRunning ? await faultOf(opened) : undefined;
    if (why !== undefined) return keep(kind, why);
    if (isRunning) await runner.end(kind);
    put(kind, own, opened);
    if (!isFault(opened)) runner.begin(opened);
    log.info({ channel: kind }, "the settings of the channel were taken up");
  }

  async function remove(kind: RemoteChannel, runner: ChannelRunner): Promise<void> {
    if (channels.has(kind)) await runner.end(kind);
    for (const known of [channels, failed, taken, inUse]) known.delete(kind);
    log.info({ channel: kind }, "the channel was removed");
  }

  async function changeOne(
    kind: RemoteChannel,
    own: JsonObject | undefined,
    runner: ChannelRunner,
  ) {
    try {
      if (own === undefined) await remove(kind, runner);
      else if (!isDeepStrictEqual(own, inUse.get(kind))) await replace(kind, own, runner);
      else if (taken.get(kind)?.refused !== undefined) taken.set(kind, { atMs: Date.now() });
    } catch (error) {
      log.error({ channel: kind, err: error }, "the settings of the channel could not be taken up");
    }
  }

  for (const [kind, own] of Object.entries(settings)) {
    const opened = await openOne(kind, own, options);
    if (isFault(opened) && !isEarshotError(opened.fault)) throw opened.fault;
    put(kind, own, opened);
  }
  const pageUrl = (id: string) => `${place.base ?? ""}/${id}`;
  return {
    outlets: {
      channels,
      failed,
      taken,
      contents,
      pageUrl,
      isPageLocal: () => !place.isPublic,
      languageOf: (kind) => languageIn(inUse.get(kind)),
      onChange: (add) => listeners.push(add),
    },
    async change(next, runner) {
      const kinds = new Set([...Object.keys(next), ...inUse.keys()]);
      await Promise.all([...kinds].map((kind) => changeOne(kind, next[kind], runner)));
      for (const tell of listeners) tell();
    },
    refuse(why) {
      for (const kind of inUse.keys()) keep(kind, why);
    },
    isBehind: () => [...taken.values()].some(({ refused }) => refused !== undefined),
  };
}

function languageIn({ language }: JsonObject = {}): string | undefined {
  return typeof language === "string" ? languageTag(language) : undefined;
}

interface Fault {
  readonly fault: Error;
}

async function openOne(
  kind: RemoteChannel,
  own: JsonObject,
  { dataFolder, log }: OutletsOptions,
): Promise<Channel | Fault> {
  const ports = { now: Date.now, log: (line: string) => log.info({ channel: kind }, line) };
  try {
    const module = await loadChannelModule(kind, { settings: own, dataFolder });
    return await module.open(own, ports);
  } catch (error) {
    return { fault: error as Error };
  }
}

function isFault(opened: Channel | Fault): opened is Fault {
  return "fault" in opened;
}

/** Why it cannot take the place of a channel that works; undefined if it can. */
async function faultOf(opened: Channel | Fault): Promise<string | undefined> {
  if (isFault(opened)) return opened.fault.message;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The platform did not answer.")), CHECK_MS);
  timer.unref();
  try {
    const lines = await Promise.race([opened.check(), late.promise]);
    const bad = lines.filter(({ isOk }) => !isOk).map(({ text }) => text);
    return bad.length === 0 ? undefined : bad.join(" ");
  } catch (error) {
    return (error as Error).message;
  } finally {
    clearTimeout(timer);
  }
}

/** The texts in the settings. No line of the log may show them. */
export function secretsIn(settings: ChannelSettings): readonly string[] {
  const texts = Object.values(settings).flatMap(({ module: _, ...own }) => Object.values(own));
  return texts.filter((text): text is string => typeof text === "string" && text.length >= 16);
}
