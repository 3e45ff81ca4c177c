import { EarshotError } from "../errors.ts";
import { MAX_CHAT_ID_LENGTH } from "../limits.ts";

const SPACE_OR_CONTROL = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** An e-mail is named by its Message-ID, which can be long. */
const MAX_PLACE_LENGTH = 1_000;

/** Throws INVALID_INPUT for text that no channel accepts as the name of a thread or message. */
export function checkPlace(place: string | undefined, what: string): void {
  const why = place === undefined ? undefined : fault(place, MAX_PLACE_LENGTH);
  if (why === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The ${what} ${why}. Name it as the platform does, or leave it out.`,
    { details: { what } },
  );
}

/** Throws INVALID_INPUT for text that no channel accepts as the name of a chat. */
export function checkChatId(chatId: string): void {
  const why = fault(chatId, MAX_CHAT_ID_LENGTH);
  if (why === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The chat id ${why}. Name a chat as its platform does, such as C0123ABCD on Slack, or by the name of its link or its operator.`,
    {
      details: { what: "chat_id" },
    },
  );
}

export function isChatId(name: string): boolean {
  return fault(name, MAX_CHAT_ID_LENGTH) === undefined;
}

function fault(name: string, most: number): string | undefined {
  if (name === "") return "is empty";
  if (name.length > most) return `has ${name.length} characters; at most ${most} are allowed`;
  if (SPACE_OR_CONTROL.test(name)) return "holds white space or control characters";
  return undefined;
}
