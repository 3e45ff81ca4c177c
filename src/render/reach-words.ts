import type { Power, Reach } from "../domain/alone/world.ts";
import { oneLine } from "./visible-text.ts";

const WIDTH = 200;

const POWER_WORDS: Readonly<Record<Power, string>> = {
  authors: "brings it about alone, as they like",
  decides: "decides alone on what others' agents seek",
  unasked: "is not needed: it runs as soon as an agent seeks it",
  nothing: "cannot bring it about alone",
};

/** What a call is to one person alone, as the end of a sentence that begins with their name. */
export function powerWords(power: Power): string {
  return POWER_WORDS[power];
}

/** What the rules say of the call, in few words. */
export function wantedWords({ verdict: { outcome, demand } }: Pick<Reach, "verdict">): string {
  if (outcome !== "ask") return outcome === "allow" ? "allowed" : "denied";
  const people = demand.quorum === 1 ? "1 person" : `${demand.quorum} people`;
  return `wants ${people} at ${demand.level}`;
}

/** The call in one line. */
export function callWords({ tool, args }: Pick<Reach, "tool" | "args">): string {
  return `${oneLine(tool, WIDTH)} ${oneLine(JSON.stringify(args), WIDTH)}`;
}
