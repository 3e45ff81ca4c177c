import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { type ChannelSettings, readChannelSettings } from "../../system/channel-settings.ts";
import { servingOf } from "../../system/data-folder.ts";
import { checkChannel } from "../hub/check-channel.ts";
import { NO_LINKS } from "../hub/public-url.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** What each configured channel says about itself: all at once, in the order of the file. */
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

/** How the server hears its channels: a check from here can succeed while the server is deaf. */
export async function checkHearing(context: RunContext): Promise<readonly Finding[]> {
  let items: readonly ChannelState[];
  try {
    ({ items } = await context.connectAs("operator").channels());
  } catch {
    // Another check says why the operator's key cannot ask.
    return [];
  }
  return items.flatMap((one) => [findingOf(one), ...refusalOf(one)]);
}

function refusalOf({ channel: check, refused }: ChannelState): readonly Finding[] {
  if (refused === undefined) return [];
  const why = visibleText(refused.why, { keepLines: false });
  const detail = `The settings in channels.json are wrong, so the server goes on with the former: ${why}`;
  return [{ check, state: "failed", detail }];
}

/** Links in posts lead to a page that opens nowhere but on the server's machine. */
export function checkLinks({ options, environment }: RunContext): readonly Finding[] {
  const serving = environment.url === undefined ? servingOf(options.data) : undefined;
  if (serving === undefined || serving.publicUrl !== undefined) return [];
  try {
    if (Object.keys(readChannelSettings(options.data)).length === 0) return [];
  } catch {
    // The check of the channels says why.
    return [];
  }
  const detail = `${NO_LINKS}. Start with --public-url https://… if there is a proxy with TLS.`;
  return [{ check: "public url", state: "warning", detail }];
}

function findingOf({ channel, state, why, since, lastHeardAt }: ChannelState): Finding {
  const check = channel;
  const last = lastHeardAt === undefined ? "nothing heard yet" : `last heard ${lastHeardAt}`;
  if (state === "running") return { check, state: "ok", detail: `the server hears it, ${last}` };
  const reason = visibleText(why ?? "", { keepLines: false });
  const detail = `The server does not hear it${since === undefined ? "" : ` since ${since}`}, ${last}: ${reason}`;
  return { check, state: state === "reconnecting" ? "warning" : "failed", detail };
}
