import type { Hazard } from "../../domain/hazards/hazard.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { commaWords } from "./listed.ts";

/** What stands out, each in a few words: "deletes files (rm -rf)". */
export function hazardWords(hazards: readonly Hazard[], words: RenderMessages): string {
  const told = hazards.map(({ kind, what }) => words.say(`hazard.${kind}`, { what }));
  return told.length === 0 ? "" : commaWords(told, words);
}
