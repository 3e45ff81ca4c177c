import type { Context } from "../../src/core/call/context.ts";
import { newDelivery } from "../../src/core/call/new-delivery.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Inbound } from "../../src/ports/channels/channel.ts";
import { contents } from "../../src/render/contents/contents.ts";
import type { Scene } from "./scene.ts";

/* A question that ana was sent on a channel, and what comes back from there. */

interface Chat {
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly account: string;
  /** What the platform calls the post. */
  readonly postIds: (key: string) => readonly string[];
}

export async function askOn(
  { ctx, as, keys }: Scene,
  { channel, chatId, account, postIds }: Chat,
): Promise<{ readonly key: string; readonly request: RequestId }> {
  const ana = keys.ana.principal;
  const { workspace } = ana;
  const at = toTimestamp(ctx.clock.now());
  const { request } = await (await as("scout")).ask({ text: "May I?" });
  const link = {
    id: ctx.ids.next("lnk"),
    workspace,
    operator: ana.id,
    createdBy: ana.id,
    createdAt: at,
    channel,
    chatId,
    account,
    name: "Ana",
    rank: 1,
  };
  const delivery = newDelivery(ctx, {
    workspace,
    item: request.id,
    agent: keys.scout.principal.id,
    operator: ana.id,
    address: { channel, chatId },
    createdAt: at,
    dueAt: at,
  });
  const post = { chatId, ids: postIds(delivery.id) };
  const { job: _, dueAt: __, ...sent } = { ...delivery, status: "sent" as const, post };
  await ctx.commit({
    workspace,
    writes: [
      { type: "link.insert", link },
      { type: "outbox.insert", delivery: sent },
    ],
    events: [],
  });
  return { key: delivery.id, request: request.id };
}

export async function bring({ ctx }: Scene, event: Inbound): Promise<void> {
  const outlets: Context["outlets"] = {
    channels: new Map(),
    failed: new Map(),
    contents,
    pageUrl: (id) => `http://localhost:4242/${id}`,
  };
  await createReceive({ ...ctx, outlets })(event);
}
