import type { Handed } from "../domain/authority/authorization.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { shownText } from "./shown-json.ts";

/** Whose hand it was if not the person's own, after their name; empty otherwise. */
export function handWords({ hand, madeBy }: Handed, words: RenderMessages): string {
  if (hand === undefined) return "";
  if (hand === "unattended") return words.say("hand.scripts");
  if (madeBy === undefined) return words.say("hand.made_other");
  return words.say("hand.made", { maker: shownText(madeBy.name) });
}
