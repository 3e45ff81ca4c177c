import { setTimeout as pause } from "node:timers/promises";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { readStoreMark, servingOf } from "../../system/data-folder.ts";
import { ensureServer } from "../terminal/ensure-server.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** What the server of the data folder did with new settings. */
export type TakenBy = (
  | { readonly state: "taken"; readonly channel: ChannelState }
  /** It goes on with the former ones. */
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "removed" }
  /** Nothing was new. */
  | { readonly state: "same" }
  | { readonly state: "no_server" }
  /** It did not say in time, or cannot be asked. */
  | { readonly state: "unknown"; readonly why: string }
) & {
  /** Other nodes have data folders of their own. */
  readonly isNode?: true;
};

/** A server looks at the file every half second, and asks the platform before it replaces a channel. */
const PATIENCE_MS = 45_000;
const LOOK_MS = 250;

/** How the channel stands before its settings are written; undefined if there is nobody to ask. */
export async function stateBefore(
  context: RunContext,
  kind: RemoteChannel,
): Promise<ChannelState | undefined> {
  if (!runsHere(context)) return undefined;
  return await stateOf(context, kind).catch(() => undefined);
}

export interface Awaited {
  readonly kind: RemoteChannel;
  readonly before: ChannelState | undefined;
  /** A person is there, for whom a server is started where none runs. */
  readonly mayStart?: boolean;
  /** The settings are gone. */
  readonly isRemoval?: boolean;
}

/** Waits until the server of the data folder has taken up what was written, or has refused it. */
export async function takenBy(context: RunContext, awaited: Awaited): Promise<TakenBy> {
  const { environment, options, signal } = context;
  if (!runsHere(context)) {
    if (awaited.mayStart !== true || environment.url !== undefined) return { state: "no_server" };
    await ensureServer(context);
  }
  const isNode = readStoreMark(options.data) === undefined ? {} : ({ isNode: true } as const);
  const deadline = Date.now() + PATIENCE_MS;
  try {
    while (Date.now() < deadline) {
      signal.throwIfAborted();
      const known = outcomeOf(await stateOf(context, awaited.kind), awaited);
      if (known !== undefined) return { ...known, ...isNode };
      await pause(LOOK_MS, undefined, { signal });
    }
  } catch (error) {
    signal.throwIfAborted();
    return { state: "unknown", why: (error as Error).message };
  }
  return { state: "unknown", why: "The server did not say in time; its log says why." };
}

function outcomeOf(
  now: ChannelState | undefined,
  { before, isRemoval }: Awaited,
): TakenBy | undefined {
  if (isRemoval === true) return now === undefined ? { state: "removed" } : undefined;
  if (now === undefined) return undefined;
  const { refused } = now;
  if (refused !== undefined && refused.at !== before?.refused?.at) {
    return { state: "refused", why: refused.why };
  }
  const isNew = now.takenAt !== undefined && now.takenAt !== before?.takenAt;
  return isNew ? { state: "taken", channel: now } : undefined;
}

function runsHere({ environment, options }: RunContext): boolean {
  return environment.url === undefined && servingOf(options.data) !== undefined;
}

async function stateOf(
  context: RunContext,
  kind: RemoteChannel,
): Promise<ChannelState | undefined> {
  const { items } = await context.connectAs("operator").channels();
  return items.find(({ channel }) => channel === kind);
}

/** What became of it, for a person. */
export function takenWords(taken: TakenBy): string {
  const others =
    taken.isNode === true
      ? " Each other node takes up a copy of channels.json in its own data folder, without a restart."
      : "";
  switch (taken.state) {
    case "taken":
      return `${heardWords(taken.channel)}${others}`;
    case "refused":
      return `The running server goes on with the former settings: ${visibleText(taken.why)}`;
    case "removed":
      return `The running server has let it go.${others}`;
    case "same":
      return "Nothing is new.";
    case "no_server":
      return "A server takes it up when it starts: npx earshot start. One that runs takes it up by itself.";
    case "unknown":
      return `A running server takes it up by itself; this one has not said so. ${visibleText(taken.why)}`;
  }
}

function heardWords({ state, why = "" }: ChannelState): string {
  if (state === "running") return "The running server has taken it up.";
  return `The running server has taken it up, and does not hear it: ${visibleText(why)}`;
}
