import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { type Delivery, isOfRequest } from "../../domain/hub/delivery.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
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
import { reviewRequest } from "../review/review-request.ts";
import { outcomeOf, refusedBy } from "./outcome-text.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { chose } from "./which-question.ts";
import { optionsOf, refuseStranger, whoDid } from "./who-acted.ts";

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
  const { delivery, event, request } = decision;
  try {
    const closed = await act(ctx, caller, decision);
    return { say: [whileOpen(decision.meaning, closed) ?? outcomeOf(closed)] };
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    if (error.code === "REQUEST_CLOSED") {
      await editAgain(ctx, delivery);
      const now = await ctx.store.findRequest(request.workspace, request.id);
      return refusal(now === undefined ? { text: error.message } : outcomeOf(now));
    }
    // Somebody edited the action since it was shown here.
    if (error.code === "DIGEST_MISMATCH") await editAgain(ctx, delivery);
    return refusedBy(error, event);
  }
}

async function act(
  ctx: Context,
  caller: Caller,
  { outlets, event, delivery, request, meaning }: Decision,
): Promise<ShownRequest> {
  const options = optionsOf(event);
  const { id } = request;
  switch (meaning.kind) {
    case "approve": {
      const { digest } = delivery;
      // A post that may be approved shows a digest; without one nobody saw what would run.
      if (digest === undefined) throw notHere();
      return await approve(ctx, caller, { input: { id, digest }, options });
    }
    case "reject": {
      const reason = `Rejected on ${event.address.channel} by ${caller.principal.name}.`;
      return await reject(ctx, caller, { input: { id, reason }, options });
    }
    case "answer":
      return await answer(ctx, caller, { input: { id, answer: meaning.answer }, options });
    case "review": {
      const outcome = { do: meaning.outcome };
      return await reviewRequest(ctx, caller, { input: { id, outcome }, options });
    }
    case "separate":
      return await separate(ctx, caller, { input: { id: meaning.id }, options });
    case "select":
    case "form": {
      const given = answerOf(outlets, event, request);
      if (given === undefined) throw notHere();
      return await answer(ctx, caller, { input: { id, answer: given }, options });
    }
    default:
      throw new Error(`Unknown meaning ${String(meaning satisfies never)}`);
  }
}

/** What was done about a request that stays open. */
function whileOpen(meaning: ControlMeaning, request: ShownRequest): Saying | undefined {
  if (meaning.kind === "separate") {
    return { name: "separated", values: { agent: request.agentName } };
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
  );
}
