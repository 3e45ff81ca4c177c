import type { z } from "zod";
import { isChannelKind } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { isOwnPlace, MESSAGE_PLACES, type MessagePlace } from "../../domain/hub/message-rules.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Hub, SentMessage } from "../../ports/earshot/hub.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";
import type { MessageInput } from "./message-input.ts";

/** What the tool needs of the call that it serves. */
interface MessageContext extends Pick<ToolExecutionContext, "channel" | "call" | "signal" | "via"> {
  readonly earshot: Pick<Hub<CallOptions>, "send">;
}

interface QueuedMessage extends SentMessage {
  /** What the model is told. */
  readonly text: string;
}

/** Hands a message to the hub, once for each call; `fallback` is the tool's own channel. */
export async function queueMessage(
  { chat_id: chatId, content, channel: named }: z.output<typeof MessageInput>,
  { earshot, call, signal, via, channel: current }: MessageContext,
  fallback: MessagePlace | undefined,
): Promise<QueuedMessage> {
  const channel = channelOf(named, current, fallback);
  const sent = await earshot.send(
    { channel, chatId, text: content },
    { idempotencyKey: call, signal, ...present({ via }) },
  );
  return { ...sent, text: `Message queued for delivery to ${chatId} via ${channel}` };
}

const MAX_SHOWN_LENGTH = 40;
const NAMES = MESSAGE_PLACES.join(", ");

/**
 * The first that is present: the argument, the conversation's channel, the tool's default. Throws
 * INVALID_INPUT if none is, and CHANNEL_UNAVAILABLE if no channel can have that name.
 */
function channelOf(...named: readonly (string | undefined)[]): MessagePlace {
  const name = named.find((one) => one !== undefined);
  if (name === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `"channel" is missing, and this call belongs to no conversation whose channel it could be. Give one of ${NAMES}.`,
    );
  }
  // Only the hub knows whether this outside channel exists.
  if (isOwnPlace(name) || isChannelKind(name)) return name;
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN_LENGTH).toWellFormed());
  throw new EarshotError(
    "CHANNEL_UNAVAILABLE",
    `There is no channel ${shown}. The channels are ${NAMES}.`,
  );
}
