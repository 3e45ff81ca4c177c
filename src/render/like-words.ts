import type { Leeway } from "../domain/requests/likeness.ts";
import { oneLine } from "./visible-text.ts";

const WIDTH = 80;

/** What a rejection covers: "any pay of scout that differs in the digits of /n alone". */
export function likeWords({
  tool,
  agentName,
  ...leeway
}: Leeway & { readonly tool: string; readonly agentName: string }): string {
  return `any ${oneLine(tool, WIDTH)} of ${oneLine(agentName, WIDTH)} that differs in ${leewayWords(leeway)}`;
}

/** Where they may differ: "padding alone", "the digits of /n alone, whatever is at /note". */
export function leewayWords({ anyAt = [], digitsAt = [] }: Leeway): string {
  const digits = digitsAt.length === 0 ? "padding" : `the digits of ${placesOf(digitsAt)}`;
  return `${digits} alone${anyAt.length === 0 ? "" : `, whatever is at ${placesOf(anyAt)}`}`;
}

function placesOf(pointers: readonly string[]): string {
  return pointers.map((pointer) => oneLine(pointer, WIDTH)).join(", ");
}
