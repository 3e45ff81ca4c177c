import { EarshotError } from "../../domain/errors.ts";
import type { Delivery } from "../../domain/hub/delivery.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import { approve } from "../authority/approve.ts";
import { reject } from "../authority/reject.ts";
import { respond } from "../authority/respond.ts";
import type { Context } from "../call/context.ts";
import { answer } from "../requests/answer.ts";
import { askBack } from "../requests/ask-back.ts";
import { heldOn } from "./held-on.ts";
import { optionsOf } from "./who-acted.ts";

interface Worded {
  readonly outlets: Outlets;
  readonly event: Inbound;
  readonly delivery: Delivery;
  readonly request: ShownRequest;
}

/**
 * What a person chose to do with their words. Each needs what it needs anywhere: an approval the digest
 * that its post showed when they chose.
 */
export async function withWords(
  ctx: Context,
  caller: Caller,
  { outlets, event, delivery, request }: Worded,
): Promise<ShownRequest> {
  const { id } = request;
  const options = optionsOf(event);
  const held = heldOn(outlets, event);
  const [, name = ""] = event.kind === "submit" ? event.token.split(".") : [];
  const values = event.kind === "submit" ? event.values : {};
  const act = outlets.contents.words(name, values, request);
  switch (act?.do) {
    case "approve": {
      const digest = shownDigest(delivery, act.digest);
      const input = { id, digest, ...present({ note: act.note }), ...held };
      return await approve(ctx, caller, { input, options });
    }
    case "reject": {
      const said =
        act.reason ?? `Rejected on ${event.address.channel} by ${caller.principal.name}.`;
      return await reject(ctx, caller, { input: { id, reason: said, ...held }, options });
    }
    case "respond":
      return await respond(ctx, caller, { input: { id, text: act.text, ...held }, options });
    case "ask":
      return await askBack(ctx, caller, { input: { id, text: act.text }, options });
    case "answer":
      return await answer(ctx, caller, { input: { id, answer: act.answer, ...held }, options });
    case undefined:
      throw new EarshotError(
        "INVALID_INPUT",
        "Nothing was sent: say what to do, and write the words for it.",
        { details: { reason: "not_said" } },
      );
  }
}

/** Between choosing and sending somebody may have edited the action, and the post with it. */
function shownDigest({ digest = "" }: Delivery, chosen: string): string {
  if (digest !== "" && chosen !== "" && digest.startsWith(chosen)) return digest;
  throw new EarshotError(
    "DIGEST_MISMATCH",
    "The action was changed since you chose. See it as it is now. Nothing was approved.",
    { details: { reason: "changed_since" } },
  );
}
