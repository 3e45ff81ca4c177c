import { EarshotError } from "../../domain/errors.ts";
import { type ConversationId, isId } from "../../domain/id.ts";
import { SHOWN_IN_LIST_LENGTH } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { ListedConversation } from "../../domain/requests/conversation.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { ConversationsInput } from "../../ports/earshot/conversations.ts";
import type { LatestConversation, LatestPlace } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { pageLimit, toPage } from "../call/page.ts";

export async function listConversations(
  ctx: Context,
  caller: Caller,
  { cursor, limit: most, order = "oldest" }: ConversationsInput = {},
): Promise<Page<ListedConversation>> {
  requireRight(caller, "read");
  const limit = pageLimit(most);
  const { workspace, id } = caller.principal;
  const whose = {
    workspace,
    ...present({ agent: seesAll(caller) ? undefined : id }),
    limit: limit + 1,
  };
  if (order === "oldest") {
    const after = cursor === undefined ? {} : { after: cursor as ConversationId };
    return toPage(await ctx.store.listConversations({ ...whose, ...after }), limit);
  }
  const after = cursor === undefined ? {} : { after: placeOf(cursor) };
  const found = await ctx.store.latestConversations({ ...whose, ...after });
  const shown = found.slice(0, limit);
  const end = found.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(listed),
    ...present({ next: end === undefined ? undefined : `${end.latest}.${end.id}` }),
  };
}

function listed({ latest: _, last, ...conversation }: LatestConversation): ListedConversation {
  if (last === undefined) return conversation;
  const { id, from, text, createdAt } = last;
  const beginning = Array.from(text.slice(0, 2 * SHOWN_IN_LIST_LENGTH))
    .slice(0, SHOWN_IN_LIST_LENGTH)
    .join("");
  return { ...conversation, last: { id, from, text: beginning, createdAt } };
}

function placeOf(cursor: string): LatestPlace {
  const [latest = "", id = "", ...more] = cursor.split(".");
  if (more.length === 0 && isId("cnv", `cnv_${latest}`) && isId("cnv", id)) return { latest, id };
  throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
}
