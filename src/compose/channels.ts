import type { Logger } from "pino";
import type { Context } from "../core/call/context.ts";
import { startCatchUp } from "../core/hearing/catch-up.ts";
import { createHeardChats, type HeardChats } from "../core/hearing/heard-chats.ts";
import { startMarks } from "../core/hearing/project-marks.ts";
import { createReceive } from "../core/hearing/receive.ts";
import { hear } from "../core/hearing/start-hearing.ts";
import { startDispatcher } from "../core/hub/dispatch/dispatcher.ts";
import type { OnHubPoint } from "../core/hub/dispatch/hub-point.ts";
import type { RemoteChannel } from "../domain/channel-kind.ts";
import type { Hooks } from "../http/hooks.ts";
import type { Channel, Sink } from "../ports/channels/channel.ts";
import { readChannelSettings, watchChannelSettings } from "../system/channel-settings.ts";
import { type ChannelRunner, type LiveOutlets, secretsIn } from "./outlets.ts";

export interface RunningChannels {
  readonly hooks: Hooks;
  /** Starts nothing new, and resolves once everything under way is stored. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log: Logger;
  readonly onPoint?: OnHubPoint | undefined;
  /** Absent for a server that opens no channel. */
  readonly live?: LiveChannels | undefined;
}

/** What a server needs to take up other settings while it runs. */
export interface LiveChannels extends Pick<LiveOutlets, "change" | "refuse" | "isBehind"> {
  readonly dataFolder: string;
  /** Gets each secret of new settings before they are used. */
  readonly addSecret: (secret: string) => void;
}

/** Starts to hear what people do and to bring them what is queued. */
export function startChannels(ctx: Context, { log, onPoint, live }: StartOptions): RunningChannels {
  const channels = ctx.outlets?.channels ?? new Map<RemoteChannel, Channel>();
  const heard = createHeardChats(ctx);
  const receive = createReceive(ctx, {
    onFault: (error) => log.error({ err: error }, "what a person did in a chat could not be taken"),
  });
  const sink = observed(noted(receive, heard), onPoint);
  const running = new Map<RemoteChannel, readonly (() => Promise<void>)[]>();
  const runner: ChannelRunner = {
    begin: (channel) => void running.set(channel.kind, runOne(ctx, channel, { log, sink, heard })),
    async end(kind) {
      const ends = running.get(kind) ?? [];
      running.delete(kind);
      await Promise.all(ends.map((end) => end()));
    },
  };
  let isStopped = false;
  for (const channel of channels.values()) runner.begin(channel);
  const stopFollowing = live === undefined ? async () => {} : followSettings(live, { runner, log });
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
      await stopFollowing();
      await Promise.all([...running.keys()].map(runner.end));
      await heard.stop();
      await stopMarks();
      await stopDispatcher();
    },
  };
}

interface RunOptions {
  readonly log: Logger;
  readonly sink: Sink;
  readonly heard: HeardChats;
}

/** Hears one channel until all that is returned was called. */
function runOne(ctx: Context, channel: Channel, { log, sink, heard }: RunOptions) {
  const about = { channel: channel.kind };
  return [
    hear(ctx, channel, {
      sink,
      onFault: (error) =>
        log.warn({ ...about, err: error }, "the channel does not hear; tried again"),
      onHearing: (why) =>
        why === undefined
          ? log.info(about, "the channel is heard again")
          : log.error(
              { ...about, why },
              "what people do on the channel is not heard: answers there are lost or late",
            ),
    }),
    startCatchUp(ctx, channel, {
      sink,
      heard,
      onFault: (error) => log.warn({ ...about, err: error }, "what was missed could not be read"),
    }),
  ];
}

/** A platform that was away when new settings were checked is asked again after this. */
const AGAIN_MS = 60_000;

/** Takes up what the file of settings says whenever it changes; the returned function stops it. */
function followSettings(
  live: LiveChannels,
  { runner, log }: { readonly runner: ChannelRunner; readonly log: Logger },
): () => Promise<void> {
  let working: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function take(): Promise<void> {
    if (isStopped) return;
    try {
      const settings = readChannelSettings(live.dataFolder);
      for (const secret of secretsIn(settings)) live.addSecret(secret);
      await live.change(settings, runner);
    } catch (error) {
      log.error({ err: error }, "the settings of the channels cannot be read");
      live.refuse((error as Error).message);
    }
  }

  const look = () => {
    working = working.then(take);
  };
  const stopWatching = watchChannelSettings(live.dataFolder, look);
  const timer = setInterval(() => {
    if (live.isBehind()) look();
  }, AGAIN_MS);
  timer.unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    stopWatching();
    await working;
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
