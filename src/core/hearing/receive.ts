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
  /** Hears of faults of ours: neither outages nor errors of people. */
  readonly onFault?: (error: unknown) => void;
}

/** An event that meets a fault of ours is tried this often. */
const MOST_TRIES = 5;
/** This many events are counted at once. */
const MOST_COUNTED = 1_000;

const NOT_TAKEN: Heard = {
  isRefusal: true,
  say: "Something failed here, and this was not taken. Do it on the page; the server's log says what failed.",
};

/**
 * Takes what a platform delivered. Resolves once the result is stored. Every change carries the
 * event's key, so an event that arrives twice has one effect. Rejects if it must come again. An
 * event that can never succeed is given up, because all later ones wait for it.
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
    // A repeated event may have another meaning: words go to whoever spoke last. Its key then says
    // that it was handled, and asking for it again would never end.
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
  // A bot's words are nobody's, and Earshot's own posts come back this way too. Only bounces come
  // from machines.
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
