import type { Leeway } from "../domain/requests/likeness.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine } from "./visible-text.ts";
import { commaWords } from "./words/listed.ts";

const WIDTH = 80;

/** What a rejection covers: "any pay of scout that differs in the digits of /n alone". */
export function likeWords(
  { tool, agentName, ...leeway }: Leeway & { readonly tool: string; readonly agentName: string },
  words: RenderMessages,
): string {
  return words.say("like.any", {
    tool: oneLine(tool, WIDTH),
    agent: oneLine(agentName, WIDTH),
    leeway: leewayWords(leeway, words),
  });
}

/** Where they may differ: "padding alone", "the digits of /n alone, whatever is at /note". */
export function leewayWords({ anyAt = [], digitsAt = [] }: Leeway, words: RenderMessages): string {
  const any = placesOf(anyAt, words);
  const digits = placesOf(digitsAt, words);
  if (digits === "") {
    return any === "" ? words.say("like.padding") : words.say("like.padding_any", { any });
  }
  return any === ""
    ? words.say("like.digits", { digits })
    : words.say("like.digits_any", { digits, any });
}

function placesOf(pointers: readonly string[], words: RenderMessages): string {
  const places = pointers.map((pointer) => oneLine(pointer, WIDTH));
  return places.length === 0 ? "" : commaWords(places, words);
}
