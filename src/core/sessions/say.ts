import { EarshotError } from "../../domain/errors.ts";
import { isOwnPlace } from "../../domain/hub/message-rules.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { Session, SessionPlace } from "../../domain/sessions/session.ts";
import type { Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { messageParts } from "../hub/send.ts";

/** An agent's words in a session, as stored. */
export interface Said {
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

/**
 * The agent's words in the session's conversation and chat. Throws CHANNEL_UNAVAILABLE or
 * QUEUE_FULL if the chat cannot take them.
 */
export async function say(
  ctx: Context,
  caller: Caller,
  { session, text }: { readonly session: Session; readonly text: string },
): Promise<Said> {
  const { workspace, conversation, place, agent } = session;
  const message: Message = {
    id: ctx.ids.next("msg"),
    workspace,
    conversation,
    text,
    from: actorOf(caller),
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
  };
  const deliveries = isRemote(place)
    ? await messageParts(
        ctx,
        { ...addressOf(place), ...answering(place), text },
        { message, agent },
      )
    : [];
  return {
    writes: [
      { type: "message.insert", message },
      ...deliveries.map((delivery): Write => ({ type: "outbox.insert", delivery })),
    ],
    events: [
      {
        type: "message.created",
        at: message.createdAt,
        actor: agent,
        subject: message.id,
        data: {
          digest: ctx.digest.content(message.salt, text),
          ...present({ channel: isRemote(place) ? place.channel : undefined }),
          session: session.id,
        },
      },
    ],
  };
}

/** As `say`; if the chat cannot be reached, the words stand in the conversation alone. */
export async function sayWherePossible(
  ctx: Context,
  caller: Caller,
  given: { readonly session: Session; readonly text: string },
): Promise<Said> {
  try {
    return await say(ctx, caller, given);
  } catch (error) {
    if (!(error instanceof EarshotError)) throw error;
    const { place: _, ...session } = given.session;
    return await say(ctx, caller, { session, text: given.text });
  }
}

/** Whether the session talks in a chat of another platform. */
export function isRemote(place: SessionPlace | undefined): place is SessionPlace {
  return place !== undefined && !isOwnPlace(place.channel);
}

/** Without threads, the answer refers to the message. */
export function answering({ threadId, messageId }: SessionPlace): { readonly replyTo?: string } {
  return threadId !== undefined || messageId === undefined ? {} : { replyTo: messageId };
}

export function addressOf({ channel, chatId, threadId }: SessionPlace) {
  return { channel, chatId, ...present({ threadId }) };
}
