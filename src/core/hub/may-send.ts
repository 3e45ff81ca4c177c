import { EarshotError } from "../../domain/errors.ts";
import { maySend } from "../../domain/hub/message-rules.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { SendInput } from "../../ports/earshot/hub.ts";
import type { Context } from "../call/context.ts";

/**
 * The names of places, Earshot's and the platform's, to which the policy lets the caller send
 * there.
 */
export async function mayReach(
  { policies }: Context,
  { principal: { kind, name: agentName, workspace } }: Caller,
): Promise<(channel: SendInput["channel"], chatId: string) => boolean> {
  if (kind === "person") return () => true;
  const { messages } = (await policies.of(workspace)).compiled.policy;
  return (channel, chatId) => maySend(messages, { agentName, channel, chatId });
}

/** Throws NOT_ALLOWED if the policy forbids the agent to send there. It does not bind people. */
export async function assertAllowed(
  ctx: Context,
  caller: Caller,
  { channel, chatId }: Pick<SendInput, "channel" | "chatId">,
): Promise<void> {
  const may = await mayReach(ctx, caller);
  if (may(channel, chatId)) return;
  const { name: agentName } = caller.principal;
  const rule = JSON.stringify({ agents: [agentName], channels: [channel], chats: [chatId] });
  throw new EarshotError(
    "NOT_ALLOWED",
    `The policy lets ${agentName} send no message to ${JSON.stringify(chatId)} on ${channel}: no rule of messages.allow says so. An operator adds ${rule} to it in earshot.yaml and applies that.`,
    { details: { channel, chatId, reason: "no_message_rule" } },
  );
}
