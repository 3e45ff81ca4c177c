import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { readChannelSettings } from "../../system/channel-settings.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";

/**
 * What the server says about its channels, and those of the data folder that it has not taken up
 * yet.
 */
export async function listStates(context: RunContext): Promise<number> {
  const { output, options, environment } = context;
  const listed = await context.connectAs("operator").channels();
  if (options.json === true) {
    output.json(listed);
    return EXIT_CODES.answered;
  }
  for (const state of listed.items) output.line(stateLine(state));
  const known = listed.items.map(({ channel }) => channel);
  const isOurs = environment.url === undefined;
  const saved = isOurs ? Object.keys(readChannelSettings(options.data)) : [];
  const waiting = (saved as RemoteChannel[]).filter((kind) => !known.includes(kind));
  for (const kind of waiting) output.line(`${kind.padEnd(8)}  from the next start of the server`);
  if (known.length + waiting.length === 0) {
    output.note("No channels. Set one up: npx earshot channels add slack");
  }
  return EXIT_CODES.answered;
}

function stateLine({ channel, state, queued, failed, ...heard }: ChannelState): string {
  const counts = `${queued} queued, ${failed} failed`;
  const { why, since, lastHeardAt, isElsewhere } = heard;
  const facts = [
    counts,
    ...(since === undefined ? [] : [`since ${since}`]),
    lastHeardAt === undefined ? "nothing heard yet" : `last heard ${lastHeardAt}`,
    ...(isElsewhere === true ? ["by another node"] : []),
  ];
  const line = `${channel.padEnd(8)}  ${state.padEnd(12)}  ${facts.join(", ")}`;
  return why === undefined ? line : `${line}\n  ${visibleText(why, { keepLines: false })}`;
}
