import { isOfRequest } from "../../domain/hub/delivery.ts";
import type { Heard, Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { seen } from "../planning/mark-seen.ts";
import { whoDid } from "./who-acted.ts";

/** Reactions that people mean as yes or no, without a platform's additions such as a skin tone. */
const AS_ANSWER =
  /^(?:[👍👎✅❌✔✖🆗👌🚫]|(?:\+1|-1|thumbsup|thumbsdown|white_check_mark|heavy_check_mark|ballot_box_with_check|x|negative_squared_cross_mark|ok|ok_hand|no_entry|no_entry_sign)(?:::.+)?$)/u;

/**
 * A reaction decides nothing: it only says that an operator has seen the post. A person who meant
 * it as an answer is told so, instead of waiting in vain.
 */
export async function reacted(
  ctx: Context,
  event: Extract<Inbound, { kind: "reaction" }>,
): Promise<Heard> {
  const { channel, chatId } = event.address;
  const { messageId } = event;
  const delivery = await ctx.store.deliveryOfPost({ channel, chatId, messageId });
  if (delivery === undefined || !event.isAdded) return {};
  const caller = await whoDid(ctx, event);
  const { workspace, item } = delivery;
  if (caller?.principal.workspace !== workspace) return {};
  await seen(ctx, delivery);
  if (!AS_ANSWER.test(event.name) || !isOfRequest(item)) return {};
  const request = await ctx.store.findRequest(workspace, item);
  if (request?.status !== "open") return {};
  const how =
    request.kind === "question"
      ? "Press a button there, or reply in words"
      : "Press a button there";
  return { isRefusal: true, say: `A reaction answers nothing, so it is still open. ${how}.` };
}
