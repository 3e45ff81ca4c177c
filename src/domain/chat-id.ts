import { EarshotError } from "./errors.ts";

const MAX_CHAT_ID_LENGTH = 128;
const SPACE_OR_CONTROL = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Throws INVALID_INPUT for what no channel takes as the name of a chat. */
export function checkChatId(chatId: string): void {
  const why = fault(chatId);
  if (why === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The chat id ${why}. Name a chat as its platform does, such as C0123ABCD on Slack.`,
    {
      details: { what: "chat_id" },
    },
  );
}

function fault(chatId: string): string | undefined {
  if (chatId === "") return "is empty";
  if (chatId.length > MAX_CHAT_ID_LENGTH) {
    return `has ${chatId.length} characters; at most ${MAX_CHAT_ID_LENGTH} are allowed`;
  }
  if (SPACE_OR_CONTROL.test(chatId)) return "holds white space or control characters";
  return undefined;
}
