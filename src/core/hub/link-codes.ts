import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { checkChatId } from "../../domain/hub/chat-id.ts";
import { linkCode } from "../../domain/hub/link-code.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { LinkCode } from "../../ports/earshot/hub.ts";
import type { Write } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import { assertWholeKey } from "../call/assert-whole-key.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { newDelivery } from "../call/new-delivery.ts";
import type { Given } from "../call/use-case.ts";
import { assertOwnHand } from "../deciders/hands.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { newTicket } from "../sign-in/tickets.ts";

export interface LinkCodeInput {
  readonly channel: RemoteChannel;
  readonly chatId?: string;
}

/**
 * Makes a code that links the account which says it on the channel to the caller. Mail can be
 * forged, and only the content of an earlier mail proves a reply. On that channel the code must
 * therefore come in reply to a mail of ours.
 */
export async function createLinkCode(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<LinkCodeInput>,
): Promise<LinkCode> {
  const me = asOperator(caller);
  assertWholeKey(caller, "A linked account");
  await assertOwnHand(ctx, caller, "A linked account");
  const { channel, chatId } = input;
  const open = ctx.outlets?.channels.get(channel);
  if (open === undefined) throw notThere(channel);
  if (chatId !== undefined) checkChatId(chatId);
  if (channel === "email" && chatId === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "Name the e-mail address: a mail goes there, and its reply with the code links it.",
    );
  }
  return await inCallersTurn(ctx, caller, async () => {
    const code = linkCode(Buffer.from(ctx.ids.secret(), "base64url"));
    const { workspace, id: principal } = me;
    const content = { workspace, principal, purpose: "channel_link" } as const;
    const { ticket, writes } = newTicket(ctx, content, linkToken(channel, code));
    const invitation = chatId === undefined ? [] : invitationWrites(ctx, me, { channel, chatId });
    await commitOrThrow(ctx, { workspace, writes: [...writes, ...invitation], events: [] });
    void options;
    const url = open.linkUrl?.(code);
    return {
      code,
      channel,
      say: sayOf(channel, { code, chatId, url }),
      ...present({ url }),
      expiresAt: ticket.expiresAt,
    };
  });
}

/** What the ticket of a code is made from: one channel's code is worthless on another. */
export function linkToken(channel: RemoteChannel, code: string): string {
  return `link ${channel} ${code}`;
}

const INVITATION =
  "Somebody who is signed in to Earshot wants to be reached here. If that is you, reply to this message with the code that you were shown. If it is not, do nothing.";

function invitationWrites(
  ctx: Context,
  me: PersonPrincipal,
  address: { readonly channel: RemoteChannel; readonly chatId: string },
): readonly Write[] {
  const createdAt = nowOf(ctx);
  const { workspace, id } = me;
  const item = ctx.ids.next("msg");
  const place = { workspace, item, agent: id, createdAt, dueAt: createdAt };
  return [
    { type: "outbox.insert", delivery: newDelivery(ctx, { ...place, address, text: INVITATION }) },
  ];
}

function sayOf(
  channel: RemoteChannel,
  {
    code,
    chatId,
    url,
  }: {
    readonly code: string;
    readonly chatId: string | undefined;
    readonly url: string | undefined;
  },
): string {
  switch (channel) {
    case "slack":
      return `Send this to the Earshot app on Slack, as a direct message: link ${code}`;
    case "telegram":
      return url === undefined
        ? `Send this to the bot on Telegram: /link ${code}`
        : `Open the link and press Start; or send this to the bot on Telegram: /link ${code}`;
    case "email":
      return `A mail is on its way to ${chatId}. Reply to it with: ${code}`;
    case "webhook":
      return `Have your receiver call back with a reply that says: link ${code}`;
    default:
      return `Say this to Earshot on ${channel}, from your own account: link ${code}`;
  }
}

function notThere(channel: RemoteChannel): EarshotError {
  return new EarshotError(
    "CHANNEL_UNAVAILABLE",
    `The channel ${channel} is not configured here. Add it first: npx earshot channels add ${channel}.`,
    { details: { channel } },
  );
}
