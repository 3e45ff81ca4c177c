import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { OpenAuthorization, Shown, ShownRequest } from "../../domain/requests/request.ts";
import type { RejectionPreview } from "../../ports/earshot/authority.ts";
import { likeWords } from "../../render/like-words.ts";
import { errorWords } from "../../render/refused-words.ts";
import { notice } from "./agent-lines.ts";
import type { DecisionDesk, Verdict } from "./ask-decision.ts";
import { isHeld } from "./undoing.ts";

/** Says what `reject-like` would reach before it can be typed; undefined if it is not offered. */
export async function likeReach(
  desk: DecisionDesk,
  { id, agentName, authorization }: Shown<OpenAuthorization>,
): Promise<RejectionPreview | undefined> {
  if (desk.alike.length === 0) return undefined;
  const preview = await unlessRefused(desk, () => desk.earshot.previewRejection({ id }));
  if (preview === undefined) return undefined;
  const { own, words } = desk.voice;
  const { tool } = authorization.action;
  const what = likeWords({ tool, agentName, ...preview }, words);
  const { ids, left } = preview;
  const reach = { what, count: ids.length };
  notice(
    desk.reader,
    left === 0 ? own.say("like.reach", reach) : own.say("like.reach_left", { ...reach, left }),
  );
  return preview;
}

interface Rejected {
  readonly request: Shown<OpenAuthorization>;
  readonly like: RejectionPreview | undefined;
}

/** Rejects each by its own id; requests that closed meanwhile stay as they are. */
export async function rejectAlike(
  desk: DecisionDesk,
  { request, like }: Rejected,
  { reason, reach }: Extract<Verdict, { kind: "reject" }>,
): Promise<void> {
  const held: ShownRequest[] = [];
  for (const id of await idsOf(desk, { request, like }, reach)) {
    const call = { via: "console", idempotencyKey: crypto.randomUUID() } as const;
    const input = { id, reason, ...desk.undoing.held };
    const now = await unlessRefused(desk, () => desk.earshot.reject(input, call));
    if (now === undefined) continue;
    if (isHeld(now)) held.push(now);
    else notice(desk.reader, desk.voice.own.say("like.rejected", { id }));
  }
  desk.undoing.note(held);
}

async function idsOf(
  desk: DecisionDesk,
  { request: { id }, like }: Rejected,
  reach: Extract<Verdict, { kind: "reject" }>["reach"],
): Promise<readonly RequestId[]> {
  if (reach === "this") return [];
  if (reach === "all" || like === undefined) return desk.alike;
  // Includes those that came before it took effect.
  const { digitsAt } = like;
  const now = await unlessRefused(desk, () => desk.earshot.previewRejection({ id, digitsAt }));
  return now?.ids ?? [];
}

async function unlessRefused<T>(
  desk: DecisionDesk,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await desk.reach(call);
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    notice(desk.reader, errorWords(error, desk.voice.words));
    return undefined;
  }
}
