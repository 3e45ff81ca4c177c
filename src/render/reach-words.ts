import type { Power, Reach } from "../domain/alone/world.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine } from "./visible-text.ts";

const WIDTH = 200;

/** What a call is to one person alone, as the end of a sentence that begins with their name. */
export function powerWords(power: Power, words: RenderMessages): string {
  return words.say(`power.${power}`);
}

/** What the rules say of the call, in few words. */
export function wantedWords(
  { verdict: { outcome, demand } }: Pick<Reach, "verdict">,
  words: RenderMessages,
): string {
  if (outcome !== "ask") return words.say(outcome === "allow" ? "wanted.allow" : "wanted.deny");
  return words.say("wanted.ask", { count: demand.quorum, level: demand.level });
}

/** The call in one line. */
export function callWords({ tool, args }: Pick<Reach, "tool" | "args">): string {
  return `${oneLine(tool, WIDTH)} ${oneLine(JSON.stringify(args), WIDTH)}`;
}
