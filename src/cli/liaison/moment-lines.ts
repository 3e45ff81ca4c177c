import type { Liaison, PhaseTransition } from "../../domain/liaison/liaison.ts";
import { openClarifications } from "../../domain/liaison/liaison-machine.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import type { SpecificationChange } from "../../domain/liaison/task-specification.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import { oneLine } from "../../render/visible-text.ts";
import { feedbackLines } from "./feedback-lines.ts";
import {
  inertText,
  LIAISON_SIGN,
  labelledLines,
  type Page,
  PERSON_SIGN,
  saidLines,
} from "./said-lines.ts";
import {
  changeLines,
  jsonText,
  specificationHead,
  specificationLines,
} from "./specification-lines.ts";
import { hasSaid, type Moment, resultText } from "./story.ts";

const NAME_WIDTH = 40;
const REASON_WIDTH = 200;

export interface MomentPage extends Page {
  /** What was said in words beside is not told twice. */
  readonly isLive: boolean;
  /** How the person is called: `[YOU]` for themselves. */
  readonly personSign?: string;
}

/** One moment of a conversation for people; nothing where other lines tell it. */
export function momentLines(moment: Moment, liaison: Liaison, page: MomentPage): string[] {
  switch (moment.kind) {
    case "said": {
      const { role, content } = moment.exchange;
      const sign = role === "assistant" ? LIAISON_SIGN : (page.personSign ?? PERSON_SIGN);
      return saidLines(sign, content, page);
    }
    case "progress": {
      const { by, status, result } = moment.progress;
      const more = result === undefined ? "" : `\n${resultText(result)}`;
      return labelledLines({ label: "  > ", text: `${name(by)}: ${status}${more}` }, page);
    }
    case "result": {
      if (page.isLive && moment.isSaid) return [];
      const { by, result } = moment.result;
      return labelledLines({ label: "  = ", text: `${name(by)}: ${resultText(result)}` }, page);
    }
    case "feedback":
      return feedbackLines(moment.feedback, liaison.specifications, page);
    case "published":
      return publishedLines(moment, liaison, page);
    case "moved":
      return labelledLines(
        { label: "", text: movedText(moment.transition), paint: page.style.dim },
        page,
      );
  }
}

function publishedLines(
  { at, task, former, isSaid }: Extract<Moment, { kind: "published" }>,
  liaison: Liaison,
  page: MomentPage,
): string[] {
  const isNewest = liaison.specifications.at(-1) === task;
  const open = isNewest ? openClarifications(liaison) : [];
  const changes = former === undefined ? [] : diffSpecifications(former, task);
  const lines = page.isLive && isSaid ? specificationHead : specificationLines;
  return [
    ...lines(task, open, page),
    ...(page.isLive && isTold(liaison, at, changes) ? [] : changeLines(changes, page)),
  ];
}

/** Whether the liaison has told what is new; a text that was only changed it cuts. */
function isTold(liaison: Liaison, at: Timestamp, changes: readonly SpecificationChange[]): boolean {
  const texts = changes.flatMap(({ kind, after }) => (kind === "added" ? [jsonText(after)] : []));
  return texts.length > 0 && hasSaid(liaison, at, texts);
}

function movedText({ to, reason, round }: PhaseTransition): string {
  const again = round === 1 ? "" : `, round ${round}`;
  return `— ${to}${again}: ${oneLine(reason, REASON_WIDTH)} —`;
}

function name(by: string): string {
  return oneLine(inertText(by), NAME_WIDTH);
}
