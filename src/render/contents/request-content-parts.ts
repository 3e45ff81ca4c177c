import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Capabilities, ContentBlock, Control } from "../../ports/channels/channel.ts";
import { actionHeading } from "../action-heading.ts";
import { askersShort } from "../askers.ts";
import { oneLine } from "../visible-text.ts";
import type { Reader } from "../words/reader.ts";
import { shownName, subjectOf } from "./content-blocks.ts";

export interface ControlOptions {
  /** The token of a control by its name: an option's number from 0, `s`, `f`, `a` or `r`. `meaningOf` is the way back. */
  readonly tokens: (name: string) => string;
  readonly capabilities: Capabilities;
  /** What stands beside it, drawn. */
  readonly evidence?: readonly EvidenceView[] | undefined;
  readonly reader: Reader;
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
export function requestSubject(request: ShownRequest, reader: Reader): string {
  return request.kind === "question"
    ? subjectOf(request.agentName, request.question.text)
    : `${actionHeading(request.authorization, reader)} (${request.authorization.demand.level}, ${oneLine(request.agentName, NAME_CHARS)})`;
}
const NAME_CHARS = 30;

/** Who asks for what, without saying what it is about. */
export function requestTitle(request: ShownRequest, { words }: Reader): string {
  const agent = shownName(request.agentName);
  return request.kind === "question"
    ? words.say("title.question", { who: askersShort(request, words) })
    : words.say("title.authorization", { level: request.authorization.demand.level, agent });
}
