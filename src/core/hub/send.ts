import { EarshotError } from "../../domain/errors.ts";
import { checkChatId, checkPlace } from "../../domain/hub/chat-id.ts";
import type { Address, Delivery } from "../../domain/hub/delivery.ts";
import { isOwnPlace } from "../../domain/hub/message-rules.ts";
import type { DeliveryId, MessageId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { SendInput, SentMessage } from "../../ports/earshot/hub.ts";
import type { Write } from "../../ports/store/store.ts";
import { actorOf, conversationFor } from "../call/access.ts";
import { commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { hasRoom } from "../call/has-room.ts";
import { newDelivery } from "../call/new-delivery.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { messageWrites } from "../requests/mailbox.ts";
import { assertKnown } from "./known-channel.ts";
import { assertOpen, placeNamed } from "./reachable.ts";

/**
 * Beyond this many waiting messages, more are refused: an agent in a loop must not fill the disk.
 */
const MAX_QUEUED = 100_000;

/** The same for one agent and one chat: nobody should find an hour of messages there. */
const MAX_QUEUED_FOR_CHAT = 100;

/** Accepts a message for an address; the hub delivers it later. */
export async function send(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<SendInput>,
): Promise<SentMessage> {
  requireRight(caller, "tell");
  const call: CallIdentity = { caller, operation: "send", input, options };
  return await commitCall(ctx, call, {
    thing: "The address of the message",
    plan: () => sending(ctx, call, input),
    replay: (message) => sentBefore(ctx, caller, message as MessageId),
  });
}

async function sending(
  ctx: Context,
  { caller, options }: CallIdentity,
  input: SendInput,
): Promise<PlannedCall<SentMessage>> {
  const { channel, chatId, threadId, replyTo, text } = input;
  checkChatId(chatId);
  checkPlace(threadId, "thread id");
  checkPlace(replyTo, "message that it replies to");
  checkNotBlank(text, "message");
  checkText(text, "message");
  const isRemote = !isOwnPlace(channel);
  if (isRemote) assertKnown(ctx, channel);
  const { id: conversation, agent } = await conversationFor(ctx, caller, input.conversation);
  const { isPerson: _, names: __, ...place } = await placeNamed(ctx, caller, input);
  const { workspace } = caller.principal;
  const message: Message = {
    id: ctx.ids.next("msg"),
    workspace,
    conversation,
    from: actorOf(caller, options?.via),
    text,
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
  };
  const deliveries = isRemote
    ? await messageParts(ctx, { ...place, ...input, chatId: place.chatId }, { message, agent })
    : [];
  return {
    done: () => ({ message: message.id, deliveries: deliveries.map(({ id }) => id) }),
    result: message.id,
    change: {
      workspace,
      writes: [
        { type: "message.insert", message },
        ...messageWrites(message, { agent, by: caller.principal }),
        ...deliveries.map((delivery): Write => ({ type: "outbox.insert", delivery })),
      ],
      events: [
        {
          type: "message.created",
          at: message.createdAt,
          actor: caller.principal.id,
          subject: message.id,
          ...present({ agent: agent === caller.principal.id ? undefined : agent }),
          data: { digest: ctx.digest.content(message.salt, text), channel },
        },
      ],
    },
  };
}

async function sentBefore(ctx: Context, caller: Caller, message: MessageId): Promise<SentMessage> {
  const known = await ctx.store.deliveriesOf(caller.principal.workspace, message);
  return { message, deliveries: known.map(({ id }): DeliveryId => id) };
}

/**
 * One delivery per part that fits a post of the platform. Throws CHANNEL_UNAVAILABLE and
 * QUEUE_FULL.
 */
export async function messageParts(
  ctx: Context,
  input: SendInput,
  { message, agent }: { readonly message: Message; readonly agent: Delivery["agent"] },
): Promise<readonly Delivery[]> {
  const { workspace, createdAt } = message;
  const { outlet, link } = await assertReachable(ctx, workspace, input);
  await assertRoom(ctx, workspace);
  if (message.from.principal === agent) {
    await assertTurn(ctx, { workspace, agent, channel: input.channel, chatId: link.chatId });
  }
  const address: Address = {
    // A person can be named by their account too; their messages go to their chat.
    channel: input.channel,
    chatId: link.chatId,
    ...present({ threadId: input.threadId }),
  };
  const texts = outlet.contents.split(input.text, outlet.maxText);
  return texts.map((text, index) =>
    newDelivery(ctx, {
      workspace,
      item: message.id,
      agent,
      address,
      text,
      createdAt,
      dueAt: createdAt,
      ...present({
        operator: link.operator,
        part: texts.length === 1 ? undefined : { index: index + 1, of: texts.length },
        replyTo: input.replyTo === undefined || index > 0 ? undefined : input.replyTo,
      }),
    }),
  );
}

/** The link of the address and what its channel can hold; throws CHANNEL_UNAVAILABLE. */
export async function assertReachable(
  ctx: Context,
  workspace: Message["workspace"],
  { channel, chatId }: Pick<SendInput, "channel" | "chatId">,
) {
  const outlet = assertOpen(ctx, channel);
  const link = await ctx.store.linkTo({ workspace, channel, named: chatId });
  if (link === undefined) {
    throw new EarshotError(
      "CHANNEL_UNAVAILABLE",
      `No chat ${JSON.stringify(chatId)} on ${channel} is linked in this workspace. An operator links it: npx earshot links chat ${channel} ${chatId}.`,
      { details: { channel, chatId } },
    );
  }
  return { link, outlet };
}

/** Throws QUEUE_FULL if the agent has too much on its way to that chat. */
async function assertTurn(
  { store }: Context,
  by: Parameters<Context["store"]["countQueuedFor"]>[0],
): Promise<void> {
  const queued = await store.countQueuedFor(by);
  if (queued < MAX_QUEUED_FOR_CHAT) return;
  const { channel, chatId } = by;
  throw new EarshotError(
    "QUEUE_FULL",
    `${queued} messages of this agent already wait for delivery to ${JSON.stringify(chatId)} on ${channel}. Continue when they have arrived, and say more in one message.`,
    { details: { queued, channel, chatId } },
  );
}

async function assertRoom({ store }: Context, workspace: Message["workspace"]): Promise<void> {
  const count = () => store.countQueued(workspace);
  if (await hasRoom(store, { key: workspace, limit: MAX_QUEUED, count })) return;
  throw new EarshotError(
    "QUEUE_FULL",
    `${MAX_QUEUED} messages already wait for delivery. Try again later; an operator sees them with npx earshot deliveries list --status queued.`,
    { details: { queued: MAX_QUEUED } },
  );
}
