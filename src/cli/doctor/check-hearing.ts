import type { ChannelState } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Finding } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** How the server hears its channels: a check from here can go well while the server is deaf. */
export async function checkHearing(context: RunContext): Promise<readonly Finding[]> {
  let items: readonly ChannelState[];
  try {
    ({ items } = await context.connectAs("operator").channels());
  } catch {
    // Why the operator's key cannot ask, another check tells.
    return [];
  }
  return items.map(findingOf);
}

function findingOf({ channel, state, why, since, lastHeardAt }: ChannelState): Finding {
  const check = channel;
  const last = lastHeardAt === undefined ? "nothing heard yet" : `last heard ${lastHeardAt}`;
  if (state === "running") return { check, state: "ok", detail: `the server hears it, ${last}` };
  const reason = visibleText(why ?? "", { keepLines: false });
  const detail = `The server does not hear it${since === undefined ? "" : ` since ${since}`}, ${last}: ${reason}`;
  return { check, state: state === "reconnecting" ? "warning" : "failed", detail };
}
