import type { Content } from "../../ports/channels/channel.ts";
import { shownContent } from "./shown-content.ts";

export type EventType = "earshot.request.posted" | "earshot.message.posted" | "earshot.post.edited";

export interface EventOptions {
  readonly type: EventType;
  readonly id: string;
  readonly atMs: number;
  /** The key of the post. */
  readonly key: string;
  readonly chatId: string;
  readonly content: Content;
  readonly replyTo?: string | undefined;
  readonly callbackUrl: string | undefined;
}

export const EVENT_MEDIA_TYPE = "application/cloudevents+json";

const HOW =
  "To answer, POST JSON to /hooks/webhook/callback of Earshot, signed as this event is by Standard Webhooks with the same secret and an id of its own. Copy key and address from here; see docs/guides/webhooks.md.";

/** A CloudEvents 1.0 event in structured mode, as text. */
export function cloudEvent(options: EventOptions): string {
  const { type, id, atMs, key, chatId, content, replyTo, callbackUrl } = options;
  return JSON.stringify({
    specversion: "1.0",
    type,
    source: "urn:earshot",
    id,
    time: new Date(atMs).toISOString(),
    datacontenttype: "application/json",
    data: {
      key,
      address: chatId,
      replyTo,
      ...shownContent(content),
      callback: { url: callbackUrl, how: HOW },
    },
  });
}
