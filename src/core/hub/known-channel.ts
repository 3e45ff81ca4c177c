import { BUILT_IN_CHANNELS } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { OWN_PLACES } from "../../domain/hub/message-rules.ts";
import type { Context } from "../call/context.ts";

/** Earshot's own channels and the configured external ones, whether or not they could be opened. */
export function knownChannels({ outlets }: Pick<Context, "outlets">): readonly string[] {
  const configured = [...(outlets?.channels.keys() ?? []), ...(outlets?.failed.keys() ?? [])];
  return [...new Set<string>([...BUILT_IN_CHANNELS, ...configured])];
}

/** Throws CHANNEL_UNAVAILABLE for a name that is no channel here. */
export function assertKnown(ctx: Pick<Context, "outlets">, channel: string): void {
  const names = knownChannels(ctx);
  if (names.includes(channel)) return;
  throw new EarshotError(
    "CHANNEL_UNAVAILABLE",
    `There is no channel ${JSON.stringify(channel)}. The channels are ${[...OWN_PLACES, ...names].join(", ")}.`,
    { details: { channel } },
  );
}
