import {
  deciderOf,
  notesWords,
  rejectedBy,
  reviewerOf,
} from "../../channels/console/closed-line.ts";
import { ENGLISH } from "../../channels/console/voice.ts";
import { untilClosed } from "../../client/until-closed.ts";
import type { RequestId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import { REJECTION_STANDS_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { answerText } from "../../domain/requests/question.ts";
import type {
  ApprovedRequest,
  Shown,
  ShownRequest,
  Waited,
} from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { useSentence } from "../../render/approval-words.ts";
import { principalName } from "../../render/principal-name.ts";
import { oneLine } from "../../render/visible-text.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { noLongerStands, withoutWhatIsOver } from "./no-longer-stands.ts";
import type { Output } from "./output.ts";
import type { RunContext } from "./run-context.ts";

/** Waits as long as it takes, or `holdMs`; prints the answer and returns the exit code. */
export async function waitAndPrint(
  { output, options, signal }: RunContext,
  earshot: Pick<Earshot, "wait">,
  { id, holdMs }: { id: RequestId; holdMs?: number | undefined },
): Promise<number> {
  let isAway = false;
  let isLost = false;
  try {
    const waited = await untilClosed(earshot, id, {
      ...present({ holdMs }),
      signal,
      onInterruption(error) {
        if (!isAway) output.note(output.style.dim(`${error.message} ${id} is kept; waiting on …`));
        isAway = true;
      },
      onUndeliverable() {
        if (!isLost) output.note(`${LOST} ${id} waits on …`);
        isLost = true;
      },
      onAskedBack({ text, by }) {
        output.note(
          `${oneLine(by.name, 80)} asks before they decide: ${oneLine(text, Number.POSITIVE_INFINITY)}\nAnswer once: npx earshot answer-back ${id} TEXT`,
        );
      },
    });
    return printOutcome(output, waited, { isJson: options.json === true });
  } catch (error) {
    if (!signal.aborted) throw error;
    output.note(`Interrupted. ${id} is still open: npx earshot wait ${id} picks it up.`);
    return EXIT_CODES.interrupted;
  }
}

/**
 * Standard output gets the answer's text, the assumed text, a person's words, the approved arguments, or the id of a
 * request that is still open; nothing if what was given no longer stands.
 */
export function printOutcome(
  output: Output,
  waited: Waited,
  { isJson }: { readonly isJson: boolean },
): number {
  const { outcome, request } = waited;
  const over = noLongerStands(request);
  if (isJson) output.json(withoutWhatIsOver(waited));
  if (over !== undefined) {
    output.note(over);
    return EXIT_CODES.over;
  }
  const data = dataOf(request);
  if (!isJson && data !== undefined) output.line(data);
  const note = noteOf(request);
  if (note !== undefined) output.note(note);
  if (waited.undeliverable === true) output.note(LOST);
  if (waited.joined === true && request.status === "rejected") output.note(COOLING);
  return EXIT_CODES[outcome];
}

const LOST =
  "Nobody could be reached on any channel; npx earshot deliveries list --status failed says why. It can still be answered in the inbox.";

const COOLING = `That was the answer to the same action before: for ${inTime(REJECTION_STANDS_MS)} after a rejection nobody is asked about it again. Change the action, or seek it later.`;

function dataOf(request: ShownRequest): string | undefined {
  if (request.status === "answered") return answerText(request.answer);
  if (request.status === "assumed") return request.assumption;
  if (request.status === "responded") return request.response;
  if (request.status === "approved") return JSON.stringify(request.authorization.action.args);
  return request.status === "open" ? request.id : undefined;
}

function noteOf(request: ShownRequest): string | undefined {
  switch (request.status) {
    case "answered":
      return undefined;
    case "approved":
      return approvalNote(request);
    case "rejected":
      return `${rejectedBy(request, ENGLISH)} at ${request.closedAt}${because(request.reason)}`;
    case "responded":
      return `${principalName(request.closedBy.name, ENGLISH.words, 80)} answered in place of the tool at ${request.closedAt}: what stands on standard output are their words. It must not run.`;
    case "open":
      return `Still open: npx earshot wait ${request.id} picks it up.`;
    case "expired": {
      const done = request.kind === "question" ? "answered" : "decided";
      return `Expired at ${request.closedAt}: nobody has ${done} ${request.id}.`;
    }
    case "abandoned": {
      const done = request.kind === "question" ? "answered" : "decided";
      return `Nobody has ${done} ${request.id}. Given up by ${reviewerOf(request, ENGLISH)} at ${request.closedAt}${because(request.reason)}`;
    }
    case "assumed":
      return `Nobody has answered ${request.id}: what stands on standard output is assumed, by ${reviewerOf(request, ENGLISH)} at ${request.closedAt}.`;
    case "cancelled":
      return `Cancelled by ${principalName(request.closedBy.name, ENGLISH.words, 80)} at ${request.closedAt}${because(request.reason)}`;
  }
}

/** Not cut: an agent acts on it, and what to do may be at its end. */
function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${oneLine(reason, Number.POSITIVE_INFINITY)}`;
}

function approvalNote(request: Shown<ApprovedRequest>): string {
  const { edit, secrets } = request.authorization;
  const changed =
    edit === undefined
      ? ""
      : ` ${oneLine(edit.by.name, 80)} has CHANGED the arguments: run it with those on standard output.`;
  const hidden = secrets.length === 0 ? "" : " Secret arguments stand there as their commitments.";
  const use = useSentence(request, Date.now(), ENGLISH);
  const next = ` Before it runs: npx earshot redeem ${request.id} --args JSON`;
  return (
    `Approved by ${deciderOf(request, ENGLISH)} at ${request.closedAt}. ${use}`.trimEnd() +
    changed +
    hidden +
    notesWords(request, ENGLISH) +
    next
  );
}
