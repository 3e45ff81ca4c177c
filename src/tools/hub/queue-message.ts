import type { z } from "zod";
import type { MessagePlace } from "../../domain/hub/message-rules.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Hub, SentMessage } from "../../ports/earshot/hub.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";
import { channelOf } from "./channel-of.ts";
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
