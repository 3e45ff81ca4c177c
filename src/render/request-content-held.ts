import { inTime } from "../domain/in-words.ts";
import { UNDO_MS } from "../domain/limits.ts";
import type { Held } from "../domain/requests/held.ts";
import type { ShownRequest } from "../domain/requests/request.ts";
import { fact, shownName } from "./content-blocks.ts";
import type { ControlOptions, RequestParts } from "./request-content-parts.ts";

const DOING: Readonly<Record<Held["does"], string>> = {
  answer: "answering it",
  approve: "approving it",
  reject: "rejecting it",
  respond: "answering in place of the tool",
};

/** The name of the control that takes back what is held. */
export const UNDO = "z";

/**
 * While somebody decides and can still take that back, where a post can say so: who does, and not what
 * they said. Undefined for any other.
 */
export function heldParts(
  request: ShownRequest,
  { blocks, ...parts }: RequestParts,
  { capabilities, tokens }: ControlOptions,
): RequestParts | undefined {
  const held = request.status === "open" ? request.held : undefined;
  if (held === undefined || capabilities.undo !== true) return undefined;
  const facts = [
    fact("held", `${shownName(held.by.name)} is ${DOING[held.does]}; sent in ${inTime(UNDO_MS)}`),
  ];
  return {
    ...parts,
    blocks: [{ kind: "facts", facts }, ...blocks],
    controls: [{ kind: "button", token: tokens(UNDO), label: "Undo" }],
  };
}
