import { askerNames, type ShownRequest } from "../domain/requests/request.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine } from "./visible-text.ts";
import { andWords } from "./words/listed.ts";

type Asked = Pick<ShownRequest, "agentName" | "alsoAskedBy" | "keyRevoked" | "agentHalted">;

const NAME_CHARS = 80;
/** More names than this are too long for a head line; all of them are listed below it. */
const MOST_NAMED = 3;

/** The name of an agent, with why it may not hear the answer if it may not. */
export function askerWords(
  name: string,
  { keyRevoked, agentHalted }: Pick<Asked, "keyRevoked" | "agentHalted">,
  words: RenderMessages,
): string {
  if (agentHalted === true) {
    return words.say(keyRevoked === true ? "asker.both" : "asker.halted", { name });
  }
  return keyRevoked === true ? words.say("asker.revoked", { name }) : name;
}

/** Who asks, for a head line: "scout", "scout and rival", "4 agents", "scout (it is halted)". */
export function askersShort(asked: Asked, words: RenderMessages): string {
  const names = askerNames(asked);
  if (names.length > MOST_NAMED) return words.say("agents.count", { count: names.length });
  const named = listed(names, words);
  return names.length === 1 ? askerWords(named, asked, words) : named;
}

/** All others who ask the same: "rival and third"; undefined if there are none. */
export function otherAskers(asked: Asked, words: RenderMessages): string | undefined {
  const names = askerNames(asked).slice(1);
  return names.length === 0 ? undefined : listed(names, words);
}

function listed(all: readonly string[], words: RenderMessages): string {
  return andWords(
    all.map((name) => oneLine(name, NAME_CHARS)),
    words,
  );
}
