import type { ContentDigest } from "../../domain/content/content.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { AttachedFile } from "../../ports/earshot/liaison.ts";
import { notFound } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { findLiaison } from "../liaison-changes/liaison-access.ts";

/** For everybody to whom the conversation is shown. A digest alone opens nothing. */
export async function readAttachment(
  ctx: Context,
  caller: Caller,
  input: { readonly conversation_id: ConversationId; readonly digest: ContentDigest },
): Promise<AttachedFile> {
  requireRight(caller, "read");
  const { conversation_id: id, digest } = input;
  const { workspace, exchanges, results } = await findLiaison(ctx, caller, id);
  const named = [...exchanges, ...results].flatMap(({ attachments = [] }) => attachments);
  const attachment = named.findLast((one) => one.digest === digest);
  const content =
    attachment === undefined ? undefined : await ctx.store.findContent(workspace, id, digest);
  if (attachment === undefined || content === undefined) throw notFound("attachment", digest);
  return { ...attachment, bytes: content.bytes };
}
