import type { Address } from "../../domain/hub/delivery.ts";
import type { Link } from "../../domain/hub/link.ts";
import { oneLine } from "../../render/visible-text.ts";
import { channelName } from "./channel-name.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 80;

/**
 * "Slack, ana": the name of the link if there is one, otherwise what the platform calls the chat.
 */
export function addressWords(address: Address, links: readonly Link[]): string {
  const link = links.find((one) => isAt(one, address));
  const name = oneLine(link?.name ?? address.chatId, WIDTH);
  const channel = channelName(address.channel);
  const isPlain = address.threadId === undefined;
  return say(isPlain ? "address" : "address.thread", { channel, name });
}

function isAt(link: Link, { channel, chatId, threadId }: Address): boolean {
  const isSame = link.channel === channel && link.chatId === chatId;
  return isSame && (link.threadId === undefined || link.threadId === threadId);
}
