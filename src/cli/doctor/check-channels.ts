import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type ChannelSettings, readChannelSettings } from "../../system/channel-settings.ts";
import { checkChannel } from "../hub/check-channel.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** What each configured channel says of itself: all of them at once, in the order of the file. */
export async function checkChannels(
  { options, output }: Pick<RunContext, "options" | "output">,
  only: readonly RemoteChannel[] = [],
): Promise<readonly Finding[]> {
  let saved: ChannelSettings;
  try {
    saved = readChannelSettings(options.data);
  } catch (error) {
    return [unknown("channels", error)];
  }
  const wanted = (Object.entries(saved) as [RemoteChannel, JsonObject][]).filter(
    ([kind]) => only.length === 0 || only.includes(kind),
  );
  const found = await Promise.all(
    wanted.map(([kind, settings]) =>
      checkChannel({ kind, settings, output, dataFolder: options.data }),
    ),
  );
  return found.flat();
}
