import type { Inbound } from "../../ports/channels/channel.ts";
import { decodeSpoken } from "./decode.ts";
import type { Identity } from "./identity.ts";
import type { People } from "./people.ts";
import type { SlackCall } from "./slack-api.ts";
import { messagesOf } from "./slack-pages.ts";

export interface HistoryOptions {
  readonly call: SlackCall;
  readonly us: Identity;
  readonly people: People;
}

export interface Thread {
  readonly chatId: string;
  readonly threadId: string;
  readonly after?: string;
}

type Said = Extract<Inbound, { kind: "text" }>;

/** What others said in a thread, with the keys under which each message was first delivered. */
export async function threadHistory(
  { chatId, threadId, after }: Thread,
  { call, us, people }: HistoryOptions,
): Promise<readonly Said[]> {
  const said: Said[] = [];
  const oldest = after === undefined ? {} : { oldest: after };
  const args = { channel: chatId, ts: threadId, ...oldest };
  for await (const message of messagesOf(call, { method: "conversations.replies", args })) {
    const decoded = decodeSpoken(message, { channel: chatId, us });
    const event = decoded?.event;
    if (decoded === undefined || event?.kind !== "text") continue;
    // Slack always includes the first message of a thread.
    if (after !== undefined && Number(event.messageId) <= Number(after)) continue;
    said.push({ ...event, from: await people(decoded.doer, us) });
  }
  return said;
}
