import type { ShownRequest } from "../domain/requests/request.ts";
import type { Capabilities, ContentBlock, Control } from "../ports/channels/channel.ts";
import { actionHeading } from "./action-heading.ts";
import { askersShort } from "./askers.ts";
import { shownName, subjectOf } from "./content-blocks.ts";
import { oneLine } from "./visible-text.ts";

export interface ControlOptions {
  /** The token of a control by its name: an option's number from 0, `s`, `f`, `a` or `r`. `meaningOf` is the way back. */
  readonly tokens: (name: string) => string;
  readonly capabilities: Capabilities;
}

/** What one kind of request shows, before it is known whether that fits. */
export interface RequestParts {
  readonly title: string;
  readonly blocks: readonly ContentBlock[];
  /** Only if all blocks are shown. */
  readonly controls: readonly Control[];
  readonly linkLabel: string;
  /** Shown if some blocks are left out. */
  readonly tooLong: string;
}

/** What it is about, the same whatever becomes of it. */
export function requestSubject(request: ShownRequest): string {
  return request.kind === "question"
    ? subjectOf(request.agentName, request.question.text)
    : `${actionHeading(request.authorization, { locale: "en" })} (${request.authorization.demand.level}, ${oneLine(request.agentName, NAME_CHARS)})`;
}
const NAME_CHARS = 30;

/** Who asks for what, without saying what it is about. */
export function requestTitle(request: ShownRequest): string {
  const by = shownName(request.agentName);
  return request.kind === "question"
    ? `Question from ${askersShort(request)}`
    : `${request.authorization.demand.level} authorization wanted by ${by}`;
}
