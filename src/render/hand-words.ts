import type { Handed } from "../domain/authority/authorization.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { shownText } from "./shown-json.ts";

/** Who did it, and whose hand it was if not their own. */
export function handWords(who: string, { hand, madeBy }: Handed, words: RenderMessages): string {
  if (hand === undefined) return who;
  if (hand === "unattended") return words.say("hand.scripts", { who });
  if (madeBy === undefined) return words.say("hand.made_other", { who });
  return words.say("hand.made", { who, maker: shownText(madeBy.name) });
}
