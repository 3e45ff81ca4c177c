import { isEarshotError } from "../../../domain/errors.ts";
import type { Heard, Inbound } from "../../../ports/channel.ts";
import type { Outlets } from "../../../ports/outlets.ts";
import type { Context } from "../../context.ts";
import { bounced } from "./bounced.ts";
import { pressed } from "./pressed.ts";
import { reacted } from "./reacted.ts";
import { said } from "./said.ts";

/**
 * Takes what a platform has delivered. Resolves once what came of it is stored: every change carries
 * the event's key, so that an event which comes twice does something once. Rejects where it must come
 * again.
 */
export function createReceive(ctx: Context): (event: Inbound) => Promise<Heard> {
  const { outlets } = ctx;
  return async (event) => (outlets === undefined ? {} : await once(ctx, outlets, event));
}

/**
 * What came of an event may be something else the second time: words go to whoever spoke last. Its key
 * then says that it was done, and to ask for it again would never end.
 */
async function once(ctx: Context, outlets: Outlets, event: Inbound): Promise<Heard> {
  try {
    return await receive(ctx, outlets, event);
  } catch (error) {
    if (isEarshotError(error, "KEY_REUSED")) return {};
    throw error;
  }
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
