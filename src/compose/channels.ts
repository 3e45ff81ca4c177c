import type { Logger } from "pino";
import { loadChannelModule } from "../channels/load-channel.ts";
import type { Context } from "../core/call/context.ts";
import { startCatchUp } from "../core/hearing/catch-up.ts";
import { createHeardChats, type HeardChats } from "../core/hearing/heard-chats.ts";
import { startMarks } from "../core/hearing/project-marks.ts";
import { createReceive } from "../core/hearing/receive.ts";
import { hear } from "../core/hearing/start-hearing.ts";
import { startDispatcher } from "../core/hub/dispatch/dispatcher.ts";
import type { OnHubPoint } from "../core/hub/dispatch/hub-point.ts";
import type { RemoteChannel } from "../domain/channel-kind.ts";
import { isEarshotError } from "../domain/errors.ts";
import type { Hooks } from "../http/hooks.ts";
import type { Channel, Sink } from "../ports/channels/channel.ts";
import type { Outlets } from "../ports/channels/outlets.ts";
import { contents } from "../render/contents.ts";
import type { ChannelSettings } from "../system/channel-settings.ts";

export interface ChannelsOptions {
  readonly settings: ChannelSettings;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly place: PagePlace;
}

/** Where people reach the page. Without a public URL this is known once the server has its port. */
export interface PagePlace {
  base: string | undefined;
}

/**
 * Opens each channel that is configured; undefined where none is. One whose settings are wrong does not keep the others from
 * working: it says why wherever it is asked for.
 */
export async function openOutlets({
  settings,
  dataFolder,
  log,
  place,
}: ChannelsOptions): Promise<Outlets | undefined> {
  const channels = new Map<RemoteChannel, Channel>();
  const failed = new Map<RemoteChannel, string>();
  for (const [kind, own] of Object.entries(settings)) {
    const ports = { now: Date.now, log: (line: string) => log.info({ channel: kind }, line) };
    try {
      const module = await loadChannelModule(kind, { settings: own, dataFolder });
      channels.set(kind, await module.open(own, ports));
    } catch (error) {
      if (!isEarshotError(error)) throw error;
      failed.set(kind, error.message);
      log.error({ channel: kind, why: error.message }, "the channel cannot be opened");
    }
  }
  // A server without channels pays nothing for them.
  if (channels.size + failed.size === 0) return undefined;
  return { channels, failed, contents, pageUrl: (id) => `${place.base ?? ""}/${id}` };
}

/** The texts in the settings. No line of the log may show them. */
export function secretsIn(settings: ChannelSettings): readonly string[] {
  const texts = Object.values(settings).flatMap(({ module: _, ...own }) => Object.values(own));
  return texts.filter((text): text is string => typeof text === "string" && text.length >= 16);
}

export interface RunningChannels {
  readonly hooks: Hooks;
  /** Starts nothing new, and resolves once everything under way is stored. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log: Logger;
  readonly onPoint?: OnHubPoint | undefined;
}

/** Starts to hear what people do and to bring them what is queued. */
export function startChannels(ctx: Context, { log, onPoint }: StartOptions): RunningChannels {
  const channels = ctx.outlets?.channels ?? new Map<RemoteChannel, Channel>();
  const heard = createHeardChats(ctx);
  const receive = createReceive(ctx, {
    onFault: (error) => log.error({ err: error }, "what a person did in a chat could not be taken"),
  });
  const sink = observed(noted(receive, heard), onPoint);
  let isStopped = false;
  const hearing = [...channels.values()].map((channel) =>
    hear(ctx, channel, {
      sink,
      onFault: (error) =>
        log.warn({ channel: channel.kind, err: error }, "the channel does not hear; tried again"),
      onHearing: (why) =>
        why === undefined
          ? log.info({ channel: channel.kind }, "the channel is heard again")
          : log.error(
              { channel: channel.kind, why },
              "what people do on the channel is not heard: answers there are lost or late",
            ),
    }),
  );
  const catchingUp = [...channels.values()].map((channel) =>
    startCatchUp(ctx, channel, {
      sink,
      heard,
      onFault: (error) =>
        log.warn({ channel: channel.kind, err: error }, "what was missed could not be read"),
    }),
  );
  const stopMarks = startMarks(ctx, {
    random: Math.random,
    onFault: (error) => log.warn({ err: error }, "marks could not be brought; tried again"),
  });
  const stopDispatcher = startDispatcher(ctx, {
    onPoint,
    random: Math.random,
    onFault: (error) => log.warn({ err: error }, "what waits could not be brought; tried again"),
  });
  return {
    hooks(kind) {
      const channel = channels.get(kind);
      if (isStopped || channel?.receive === undefined) return undefined;
      return (call) => (isStopped ? undefined : channel.receive?.(call));
    },
    async stop() {
      isStopped = true;
      await Promise.all([...hearing, ...catchingUp].map((end) => end()));
      await heard.stop();
      await stopMarks();
      await stopDispatcher();
    },
  };
}

/** What was taken in is behind what was heard; what was not comes again. */
function noted(sink: Sink, heard: HeardChats): Sink {
  return async (event) => {
    const outcome = await sink(event);
    heard.note(event);
    return outcome;
  };
}

function observed(sink: Sink, onPoint: OnHubPoint | undefined): Sink {
  if (onPoint === undefined) return sink;
  return async (event) => {
    onPoint("received");
    const heard = await sink(event);
    onPoint("before_ack");
    return heard;
  };
}
