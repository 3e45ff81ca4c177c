import type { DeliveryId, MessageId, RequestId } from "../../domain/id.ts";
import type { PostedCopy } from "../../ports/earshot/erasure.ts";
import { DUE, type Eraser, idOf, type Pursuit } from "./pursuit.ts";

/** Where copies of an item stand on platforms; empty if nowhere. */
export async function postsOf(
  { ctx, caller }: Pursuit,
  item: RequestId | MessageId,
): Promise<{ readonly posts?: readonly PostedCopy[] }> {
  const deliveries = await ctx.store.deliveriesOf(caller.principal.workspace, item);
  const posts = deliveries.flatMap(({ address: { channel }, post }) =>
    (post?.ids ?? []).map((messageId) => ({ channel, chatId: post?.chatId ?? "", messageId })),
  );
  return posts.length === 0 ? {} : { posts };
}

/** A delivery under way must arrive, or be dropped by a person, before anything of it is erased. */
export const OUTBOX: Eraser = {
  keeps: ["item"],
  instead: { text: "", error: null },
  async look(pursuit, row) {
    const { ctx, caller } = pursuit;
    const id = idOf(row) as DeliveryId;
    const delivery = await ctx.store.findDelivery(caller.principal.workspace, id);
    if (delivery === undefined || delivery.item === pursuit.approvedBy) return undefined;
    if (delivery.job === undefined) return { ...DUE, ...(await postsOf(pursuit, delivery.item)) };
    return { state: "open", why: `it is on its way: npx earshot deliveries drop ${id}` };
  },
};

export const OUTBOX_POSTS: Eraser = {
  async look(_, { key: [, chat, message], texts: { channel = null } }) {
    const post = { channel: String(channel), chatId: String(chat), messageId: String(message) };
    return { ...DUE, posts: [post] };
  },
  holds: () => true,
  async take({ ctx, caller }, { key }) {
    const { workspace } = caller.principal;
    const drop = { type: "words.drop", place: "outbox_posts", key } as const;
    await ctx.commit({ workspace, writes: [drop], events: [] });
  },
};
