import type { Inbound } from "../../ports/channels/channel.ts";
import { type Fields, fieldsOf, filledText, listIn, wholeNumber } from "./json-fields.ts";
import { accountOf, addressOf, anonymousOf, type UpdateOf } from "./update-parts.ts";

/** What somebody changed about their reactions to a message: Telegram tells what was, and what is. */
export function decodeReactions(changed: Fields, { key, ctx }: UpdateOf): readonly Inbound[] {
  const from = accountOf(changed["user"]) ?? anonymousOf(changed["actor_chat"]);
  const address = addressOf(changed);
  const messageId = wholeNumber(changed["message_id"]);
  if (from === undefined || address === undefined || messageId === undefined) return [];
  const before = namesIn(changed["old_reaction"]);
  const now = namesIn(changed["new_reaction"]);
  const seconds = wholeNumber(changed["date"]);
  const base = {
    from,
    address,
    messageId: String(messageId),
    atMs: seconds === undefined ? ctx.nowMs : seconds * 1_000,
  };
  return [
    ...before.filter((name) => !now.includes(name)).map((name) => ({ name, isAdded: false })),
    ...now.filter((name) => !before.includes(name)).map((name) => ({ name, isAdded: true })),
  ].map((change, index) => ({ ...base, ...change, kind: "reaction", key: `${key}:${index}` }));
}

function namesIn(reactions: unknown): readonly string[] {
  return [
    ...new Set(
      listIn(reactions)
        .map(nameOf)
        .filter((name) => name !== undefined),
    ),
  ];
}

function nameOf(reaction: unknown): string | undefined {
  const { type, emoji, custom_emoji_id } = fieldsOf(reaction);
  if (type === "emoji") return filledText(emoji);
  const custom = filledText(custom_emoji_id);
  return type === "custom_emoji" && custom !== undefined ? `custom:${custom}` : undefined;
}
