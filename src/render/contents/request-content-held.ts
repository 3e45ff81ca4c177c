import { UNDO_MS } from "../../domain/limits.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { SECOND_MS } from "../../domain/time.ts";
import { fact, shownName } from "./content-blocks.ts";
import type { ControlOptions, RequestParts } from "./request-content-parts.ts";

/** The name of the control that takes back what is held. */
export const UNDO = "z";

/**
 * While somebody decides and can still take that back, where a post can say so: who does, and not what
 * they said. Undefined for any other.
 */
export function heldParts(
  request: ShownRequest,
  { blocks, ...parts }: RequestParts,
  { capabilities, tokens, reader: { words } }: ControlOptions,
): RequestParts | undefined {
  const held = request.status === "open" ? request.held : undefined;
  if (held === undefined || capabilities.undo !== true) return undefined;
  const says = words.say(`held.${held.does}`, {
    who: shownName(held.by.name),
    seconds: UNDO_MS / SECOND_MS,
  });
  const facts = [fact(words.say("fact.held"), says)];
  return {
    ...parts,
    blocks: [{ kind: "facts", facts }, ...blocks],
    controls: [{ kind: "button", token: tokens(UNDO), label: words.say("held.undo") }],
  };
}
