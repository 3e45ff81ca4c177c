import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { ControlMeaning } from "../../ports/channels/contents.ts";
import type { Outlets } from "../../ports/channels/outlets.ts";
import { approve } from "../authority/approve.ts";
import { reject } from "../authority/reject.ts";
import type { Context } from "../call/context.ts";
import { separate } from "../hub/separate.ts";
import { editAgain, seen } from "../planning/mark-seen.ts";
import { findAsked } from "../planning/with-askers.ts";
import { answer } from "../requests/answer.ts";
import { undo } from "../requests/hold.ts";
import { reviewRequest } from "../review/review-request.ts";
import { heldOn } from "./held-on.ts";
import { outcomeOf, refusedBy } from "./outcome-text.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { chose } from "./which-question.ts";
import { optionsOf, refuseStranger, whoDid } from "./who-acted.ts";
import { withWords } from "./with-words.ts";

type Pressed = Extract<Inbound, { kind: "press" | "choose" | "submit" }>;

const STALE = refusal({ name: "stale" });

/**
 * A button, an option or a form: its token tells which post it is on, the account tells who
 * pressed.
 */
export async function pressed(ctx: Context, outlets: Outlets, event: Pressed): Promise<Told> {
  const [nonce = "", name = ""] = event.token.split(".");
  const delivery = await ctx.store.deliveryOfNonce(nonce);
  if (delivery === undefined || !isWhereItStands(delivery, event)) return STALE;
  const { workspace, item, agent } = delivery;
  if (event.kind === "press" && delivery.which !== undefined) {
    return (await chose(ctx, event, { delivery, name })) ?? STALE;
  }
  if (!isOfRequest(item)) return STALE;
  const request = await findAsked(ctx, workspace, item);
  if (request === undefined) return STALE;
  const caller = await whoDid(ctx, event);
  if (caller === undefined || caller.principal.workspace !== workspace) {
    return await refuseStranger(ctx, event, { workspace, request: item, agent });
  }
  const meaning = outlets.contents.meaning(name, request);
  if (meaning === undefined) return STALE;
  await seen(ctx, delivery);
  return await decide(ctx, caller, { outlets, event, delivery, request, meaning });
}

/** A token copied to another chat or channel is not the post it belongs to. */
function isWhereItStands({ address, post }: Delivery, event: Pressed): boolean {
  if (address.channel !== event.address.channel) return false;
  if (event.kind === "submit" || post === undefined) return true;
  return post.chatId === event.address.chatId || address.chatId === event.address.chatId;
}

interface Decision {
  readonly outlets: Outlets;
  readonly event: Pressed;
  readonly delivery: Delivery;
  readonly request: ShownRequest;
  readonly meaning: ControlMeaning;
}

async function decide(ctx: Context, caller: Caller, decision: Decision): Promise<Told> {
  const { delivery, request, event, meaning } = decision;
  if (meaning.kind === "words" && event.kind !== "submit") return asksFor(event, meaning);
  try {
    const closed = await act(ctx, caller, decision);
    if (isOther(closed, request)) await editAgain(ctx, delivery);
    return { say: [whileOpen(meaning, closed) ?? outcomeOf(closed)] };
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    return await notDone(ctx, caller, { ...decision, error });
  }
}

/** The words come next; a form asks for its own. */
function asksFor({ token }: Pressed, { hint }: Extract<ControlMeaning, { kind: "words" }>): Told {
  return hint === undefined ? STALE : { prompt: { token, hint } };
}

/** Why it was not done; where the post shows what is not so any more, it is shown anew. */
async function notDone(
  ctx: Context,
  caller: Caller,
  { delivery, event, request, meaning, error }: Decision & { readonly error: EarshotError },
): Promise<Told> {
  // Somebody edited the action since it was shown here.
  const isStale =
    error.code === "REQUEST_CLOSED" || error.code === "DIGEST_MISMATCH" || meaning.kind === "undo";
  if (isStale) await editAgain(ctx, delivery);
  if (error.code === "REQUEST_CLOSED") {
    const now = await ctx.store.findRequest(request.workspace, request.id);
    return refusal(now === undefined ? { refused: error } : outcomeOf(now));
  }
  const by = error.details?.["by"] as Actor | undefined;
  if (error.code === "DECISION_HELD" && by?.principal === caller.principal.id) {
    return refusal({ name: "held.own" });
  }
  return refusedBy(error, event);
}

async function act(
  ctx: Context,
  caller: Caller,
  { outlets, event, delivery, request, meaning }: Decision,
): Promise<ShownRequest> {
  const options = optionsOf(event);
  const { id } = request;
  const held = heldOn(outlets, event);
  switch (meaning.kind) {
    case "approve": {
      const { digest } = delivery;
      // A post that may be approved shows a digest; without one nobody saw what would run.
      if (digest === undefined) throw notHere();
      return await approve(ctx, caller, { input: { id, digest, ...held }, options });
    }
    case "reject": {
      const reason = `Rejected on ${event.address.channel} by ${caller.principal.name}.`;
      return await reject(ctx, caller, { input: { id, reason, ...held }, options });
    }
    case "answer":
      return await answer(ctx, caller, { input: { id, answer: meaning.answer, ...held }, options });
    case "undo":
      return await undo(ctx, caller, { input: { id }, options });
    case "review": {
      const outcome = { do: meaning.outcome };
      return await reviewRequest(ctx, caller, { input: { id, outcome }, options });
    }
    case "words":
      return await withWords(ctx, caller, { outlets, event, delivery, request });
    case "separate":
      return await separate(ctx, caller, { input: { id: meaning.id }, options });
    case "select":
    case "form": {
      const given = answerOf(outlets, event, request);
      if (given === undefined) throw notHere();
      return await answer(ctx, caller, { input: { id, answer: given, ...held }, options });
    }
    default:
      throw new Error(`Unknown meaning ${String(meaning satisfies never)}`);
  }
}

/** Whether the post has to say something else from now on; a closed one is edited anyway. */
function isOther(now: ShownRequest, before: ShownRequest): boolean {
  if (now.status !== "open" || before.status !== "open") return false;
  return (now.held === undefined) !== (before.held === undefined);
}

/** What was done about a request that stays open. */
function whileOpen(meaning: ControlMeaning, request: ShownRequest): Saying | undefined {
  if (meaning.kind === "separate") {
    return { name: "separated", values: { agent: request.agentName } };
  }
  if (meaning.kind === "undo") return { name: "undone" };
  if (meaning.kind === "words" && request.status === "open" && request.held === undefined) {
    return unansweredBack(request) === undefined ? undefined : { name: "asked.back" };
  }
  if (request.status === "open" && request.held !== undefined) {
    return { name: "held.sent", values: { seconds: UNDO_MS / SECOND_MS } };
  }
  if (meaning.kind !== "review" || request.status !== "open") return undefined;
  return { name: meaning.outcome === "escalate" ? "review.escalate" : "review.keep" };
}

function answerOf(
  { contents }: Outlets,
  event: Pressed,
  request: ShownRequest,
): Answer | undefined {
  if (event.kind === "submit") return contents.fields(event.values, request);
  if (event.kind !== "choose") return undefined;
  return contents.chosen(event.chosen.map(nameOf), request);
}

function nameOf(token: string): string {
  return token.slice(token.indexOf(".") + 1);
}

function notHere(): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    "This cannot be answered with that here. Open it on the page.",
    { details: { reason: "not_here" } },
  );
}
