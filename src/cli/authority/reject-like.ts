import type { Voice } from "../../channels/console/voice.ts";
import type { EarshotClient } from "../../client/client.ts";
import type { RequestId } from "../../domain/id.ts";
import { DEFAULT_STANDING_REJECTION_MS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import type { RejectInput, RejectionPreview } from "../../ports/earshot/authority.ts";
import { likeWords } from "../../render/like-words.ts";
import { lengthWords } from "../../render/words/lengths.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { findOpen } from "./find-authorization.ts";
import { closeEach, tellClosed, typesCount } from "./reject-each.ts";

export interface LikeInput extends Pick<RejectInput, "id" | "reason" | "forMs" | "anyAt"> {
  /** Rejected as well, whether similar or not. */
  readonly others: readonly RequestId[];
  /** If absent, wherever the open ones differ in digits. */
  readonly digitsAt?: readonly string[];
  readonly isConfirmed: boolean;
}

type Spoken = RunContext & { readonly voice: Voice };

/**
 * Rejects one request and what is similar to it. First it says what that covers and how many are
 * open, then it keeps future ones from people, and last it rejects each open one by its own id.
 */
export async function rejectLike(
  context: Spoken,
  earshot: EarshotClient,
  { isConfirmed, others, digitsAt: wanted, ...input }: LikeInput,
): Promise<number> {
  const { output, call, voice } = context;
  const { own } = voice;
  const { id, reason, anyAt } = input;
  const leeway = { id, ...present({ anyAt }) };
  const preview = await earshot.previewRejection({
    ...leeway,
    ...present({ digitsAt: wanted }),
  });
  const { digitsAt } = preview;
  await tellReach(context, earshot, { ...input, ...preview });
  const count = preview.ids.length;
  const what = own.say("like.ask", { count });
  if (count > 0 && !isConfirmed && !(await typesCount(context, { what, count }))) {
    output.note(own.say("like.none"));
    return EXIT_CODES.error;
  }
  const rejected = await earshot.reject({ ...input, covers: "like", digitsAt }, call);
  tellClosed(context, rejected);
  // Includes those that came before the rejection took effect.
  const { ids } = await earshot.previewRejection({ ...leeway, digitsAt });
  const all = [...new Set([...others, ...ids])];
  const { closed, failure } = await closeEach(context, all, (one, its) =>
    earshot.reject({ id: one, ...present({ reason }) }, its),
  );
  if (all.length > 0) output.note(own.say("like.done", { closed, count: all.length }));
  if (failure !== undefined && failure.code !== "REQUEST_CLOSED") throw failure;
  return EXIT_CODES.answered;
}

async function tellReach(
  { output, voice: { own, words } }: Spoken,
  earshot: EarshotClient,
  {
    id,
    ids,
    left,
    forMs = DEFAULT_STANDING_REJECTION_MS,
    ...leeway
  }: RejectionPreview & Pick<RejectInput, "id" | "forMs" | "anyAt">,
): Promise<void> {
  const { agentName, authorization } = await findOpen(earshot, id);
  const { tool } = authorization.action;
  const what = likeWords({ tool, agentName, ...leeway }, words);
  output.note(own.say("like.for", { time: lengthWords(forMs, words), what }));
  if (ids.length > 0) output.note(own.say("like.also", { count: ids.length }));
  if (left > 0) output.note(own.say("like.stay", { count: left }));
}
