import { present } from "../../domain/present.ts";
import type { OpenRequest } from "../../domain/requests/request.ts";
import type { Session } from "../../domain/sessions/session.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { newDelivery } from "../call/new-delivery.ts";
import { assertReachable } from "../hub/send.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { addressOf, answering, isRemote } from "./say.ts";

/**
 * Where people are asked for a session: in its chat, and at the addresses of anybody asked by name
 * or needed to decide. Throws CHANNEL_UNAVAILABLE if the chat cannot be reached.
 */
export async function sessionDeliveries(
  ctx: Context,
  session: Session,
  request: OpenRequest,
): Promise<readonly Write[]> {
  const { place } = session;
  if (!isRemote(place)) return await requestDeliveries(ctx, request);
  const { workspace, id: item, agent, createdAt } = request;
  const address = addressOf(place);
  const { link } = await assertReachable(ctx, workspace, address);
  const here: Write = {
    type: "outbox.insert",
    delivery: newDelivery(ctx, {
      workspace,
      item,
      agent,
      createdAt,
      dueAt: createdAt,
      address: { ...address, chatId: link.chatId },
      ...answering(place),
      ...present({ operator: link.operator }),
    }),
  };
  const isForAll = request.kind === "question" && request.to.length === 0;
  if (isForAll) return [here];
  const elsewhere = await requestDeliveries(ctx, request);
  return [here, ...elsewhere.filter((write) => !isAt(write, link.chatId))];
}

function isAt(write: Write, chatId: string): boolean {
  return write.type === "outbox.insert" && write.delivery.address.chatId === chatId;
}
