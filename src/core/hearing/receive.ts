import { isEarshotError } from "../../domain/errors.ts";
import type { Heard, Inbound } from "../../ports/channels/channel.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import type { Context } from "../call/context.ts";
import { bounced } from "./hear-bounce.ts";
import { pressed } from "./hear-button.ts";
import { reacted } from "./hear-reaction.ts";
import { said } from "./hear-words.ts";
import { refusedBy } from "./outcome-text.ts";

export interface ReceiveOptions {
  /** Hears of what is no outage and nothing that a person did: a fault of ours. */
  readonly onFault?: (error: unknown) => void;
}

/** So often an event comes again that meets a fault of ours. */
const MOST_TRIES = 5;
/** So many events are counted at once. */
const MOST_COUNTED = 1_000;

const NOT_TAKEN: Heard = {
  isRefusal: true,
  say: "Something failed here, and this was not taken. Do it on the page; what failed stands in the server's log.",
};

/**
 * Takes what a platform has delivered. Resolves once what came of it is stored: every change carries
 * the event's key, so that an event which comes twice does something once. Rejects where it must come
 * again. What would never pass is given up: all that is said behind it waits for it.
 */
export function createReceive(
  ctx: Context,
  { onFault = () => {} }: ReceiveOptions = {},
): (event: Inbound) => Promise<Heard> {
  const { outlets } = ctx;
  const tries = new Map<string, number>();

  /** Whether it has come often enough by now. */
  function isGivenUp({ address, key }: Inbound): boolean {
    const name = `${address.channel} ${key}`;
    const count = (tries.get(name) ?? 0) + 1;
    tries.delete(name);
    if (count >= MOST_TRIES) return true;
    tries.set(name, count);
    const [oldest = ""] = tries.keys();
    if (tries.size > MOST_COUNTED) tries.delete(oldest);
    return false;
  }

  function failed(error: unknown, event: Inbound): Heard {
    // What came of an event may be something else the second time: words go to whoever spoke last. Its
    // key then says that it was done, and to ask for it again would never end.
    if (isEarshotError(error, "KEY_REUSED")) return {};
    if (isEarshotError(error)) return refusedBy(error, event);
    onFault(error);
    if (isGivenUp(event)) return NOT_TAKEN;
    throw error;
  }

  return async (event) => {
    if (outlets === undefined) return {};
    return await receive(ctx, outlets, event).catch((error) => failed(error, event));
  };
}

async function receive(ctx: Context, outlets: Outlets, event: Inbound): Promise<Heard> {
  // What a bot says is nobody's word; Earshot's own posts come back so too. Only what could not be
  // brought a machine tells.
  if (event.from.isBot === true && event.kind !== "bounce") return {};
  switch (event.kind) {
    case "press":
    case "choose":
    case "submit":
      return await pressed(ctx, outlets, event);
    case "text":
      return await said(ctx, event);
    case "reaction":
      return await reacted(ctx, event);
    case "bounce":
      return await bounced(ctx, event);
    default:
      throw new Error(`Unknown event ${String(event satisfies never)}`);
  }
}
