import type { Inbound } from "../../ports/channel.ts";
import { type Fields, fieldsOf, filledText, wholeNumber } from "./json-fields.ts";
import { accountOf, addressOf, anonymousOf, type UpdateOf } from "./update-parts.ts";

/** Commands of ours, with or without the bot's name. */
const COMMAND = /^\/(start|link)(?:@(\w+))?(?=\s|$)/i;

/** What somebody wrote; nothing where the message has no words. */
export function decodeText(message: Fields, { key, ctx }: UpdateOf): readonly Inbound[] {
  const from = anonymousOf(message["sender_chat"]) ?? accountOf(message["from"]);
  const address = addressOf(message);
  const messageId = wholeNumber(message["message_id"]);
  const text = filledText(message["text"]) ?? filledText(message["caption"]);
  if (from === undefined || address === undefined) return [];
  if (messageId === undefined || text === undefined) return [];
  const replyTo = ourPostIn(message["reply_to_message"], ctx.botId);
  const said = saidTo(text, ctx.botName);
  const isPrivate = fieldsOf(message["chat"])["type"] === "private";
  const base = { key, from, address, atMs: atMs(message["date"], ctx.nowMs) };
  return [
    {
      ...{ ...base, kind: "text", text: said.text, messageId: String(messageId) },
      ...(replyTo !== undefined && { replyTo }),
      isToUs: isPrivate || replyTo !== undefined || said.isToUs,
      ...(isPrivate && { isDirect: true }),
    },
  ];
}

function ourPostIn(replied: unknown, botId: number): string | undefined {
  const { message_id, from, forum_topic_created } = fieldsOf(replied);
  // All that is said in a topic replies to its beginning.
  const id = forum_topic_created === undefined ? wholeNumber(message_id) : undefined;
  return id !== undefined && fieldsOf(from)["id"] === botId ? String(id) : undefined;
}

function atMs(date: unknown, nowMs: number): number {
  const seconds = wholeNumber(date);
  return seconds === undefined ? nowMs : seconds * 1_000;
}

interface Said {
  readonly text: string;
  readonly isToUs: boolean;
}

/** The text without the bot's name before it. */
function saidTo(text: string, botName: string | undefined): Said {
  const command = COMMAND.exec(text);
  if (command !== null) return commandTo(text, command, botName);
  if (botName === undefined) return { text, isToUs: false };
  const before = new RegExp(`^\\s*@${botName}(?!\\w)[\\s,:]*`, "i");
  const isNamed = new RegExp(`(?<!\\w)@${botName}(?!\\w)`, "i").test(text);
  // Where nothing is left it stays as it is: a text is never empty.
  return { text: text.replace(before, "") || text, isToUs: isNamed };
}

function commandTo(text: string, command: RegExpExecArray, botName: string | undefined): Said {
  const [whole, verb = "", named] = command;
  if (named === undefined) return { text, isToUs: true };
  if (named.toLowerCase() !== botName?.toLowerCase()) return { text, isToUs: false };
  return { text: `/${verb}${text.slice(whole.length)}`, isToUs: true };
}
