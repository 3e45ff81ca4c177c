import { loadChannelModule } from "../../channels/load-channel.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Channel } from "../../ports/channels/channel.ts";
import type { Output } from "../terminal/output.ts";

/** Opens a channel for as long as the work takes; it receives nothing in that time. */
export async function withChannel<T>(
  { kind, settings, output, dataFolder }: ChannelToOpen,
  work: (channel: Channel) => Promise<T>,
): Promise<T> {
  const module = await loadChannelModule(kind, { settings, dataFolder });
  const channel = await module.open(settings, {
    now: Date.now,
    log: (line) => output.note(output.style.dim(line)),
  });
  try {
    return await work(channel);
  } finally {
    await channel.stop();
  }
}

export interface ChannelToOpen {
  readonly kind: RemoteChannel;
  readonly settings: JsonObject;
  readonly dataFolder: string;
  readonly output: Pick<Output, "note" | "style">;
}
