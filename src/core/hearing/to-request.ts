import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { plainText } from "../../domain/plain-words.ts";
import { checkedAnswer } from "../../domain/requests/answer-check.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import {
  askerNames,
  type OpenQuestion,
  type QuestionRequest,
  type Shown,
  type ShownRequest,
} from "../../domain/requests/request.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { modeOf } from "../planning/rules-in-force.ts";
import { findAsked } from "../planning/with-askers.ts";
import { answer } from "../requests/answer.ts";
import { askBack } from "../requests/ask-back.ts";
import { outcomeOf, refusedBy, shortText } from "./outcome-text.ts";
import { askedInLiaison, bringsMaterial, toLiaison, wordless } from "./to-liaison.ts";
import { refusal, type Saying, type Told } from "./told.ts";
import { optionsOf } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

const NOT_SHOWN = refusal({ name: "not_shown" });

/** Takes words as the answer to a request, and says which question they answered. */
export async function toRequest(
  ctx: Context,
  caller: Caller,
  { event, id }: { readonly event: Said; readonly id: RequestId },
): Promise<Told> {
  const request = await findAsked(ctx, caller.principal.workspace, id);
  if (request === undefined) return {};
  const asked = askedBackIn(ctx, event);
  if (asked !== undefined && (await isShownWhole(ctx, request, event.address.channel))) {
    return await orRefused(event, async () => {
      await askBack(ctx, caller, { input: { id, text: asked }, options: optionsOf(event) });
      return { say: [{ name: "asked.back" }] };
    });
  }
  if (request.kind === "authorization") return noWords(ctx, event.address.channel, id);
  if (!(await isShownWhole(ctx, request, event.address.channel))) return NOT_SHOWN;
  const conversation = bringsMaterial(event) ? await askedInLiaison(ctx, request) : undefined;
  if (conversation !== undefined) {
    return await orRefused(event, () =>
      toLiaison(ctx, caller, { event, conversation, request: id }),
    );
  }
  if (event.text.trim() === "") return wordless(event);
  return await orRefused(event, async () => {
    const given = answerFromText(request.question.form, event.text, event.from.name);
    const input = { id, answer: given };
    try {
      const answered = await answer(ctx, caller, { input, options: optionsOf(event) });
      return { say: [outcomeOf(answered), answeredBy(request)], isClosing: true };
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
      return await late(ctx, request);
    }
  });
}

/** Where there are no buttons, a first line that begins so marks a question to the agent. */
const ASKS = /^\s{0,20}(?:ask|frage|pregunta|question|質問)\s{0,3}[:：]/iu;

function askedBackIn({ outlets }: Context, { text, address }: Said): string | undefined {
  if (outlets?.channels.get(address.channel)?.capabilities.words !== "replies") return undefined;
  const begins = ASKS.exec(text)?.[0];
  const asked = begins === undefined ? "" : text.slice(begins.length).trim();
  return asked === "" ? undefined : asked;
}

function noWords({ outlets }: Context, channel: RemoteChannel, id: RequestId): Told {
  const hasButtons = outlets?.channels.get(channel)?.capabilities.buttons === true;
  if (hasButtons) return refusal({ name: "words.button" });
  if (outlets?.isPageLocal?.() === true) return refusal({ name: "words.local" });
  return refusal({ name: "words.page", values: { url: outlets?.pageUrl(id) ?? "" } });
}

/** Whether words can answer it here: it is shown whole, and they fit its form. */
export async function takesWords(
  ctx: Context,
  request: Shown<OpenQuestion>,
  { text, address, from }: Said,
): Promise<boolean> {
  const { question } = request;
  if (text.trim() === "") return false;
  try {
    checkedAnswer(question, answerFromText(question.form, text, from.name), ctx.checkSchema);
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return false;
    throw error;
  }
  return await isShownWhole(ctx, request, address.channel);
}

async function isShownWhole(
  ctx: Context,
  request: ShownRequest,
  on: RemoteChannel,
): Promise<boolean> {
  return (await modeOf(ctx, request, on)) !== "minimal";
}

/** The question in a form that a person recognizes. */
function answeredBy(request: Shown<QuestionRequest>): Saying {
  const agents = askerNames(request).join(", ");
  return {
    name: "your_words",
    values: { agents, question: shortText(plainText(request.question.text)) },
  };
}

async function late(ctx: Context, { workspace, id }: Shown<QuestionRequest>): Promise<Told> {
  const now = await ctx.store.findRequest(workspace, id);
  return refusal(now === undefined ? { name: "closed" } : outcomeOf(now), { name: "late" });
}

/** Tells the person what is wrong with the words or their author, instead of throwing. */
export async function orRefused(event: Said, attempt: () => Promise<Told>): Promise<Told> {
  try {
    return await attempt();
  } catch (error) {
    // The caller recognizes words that were already taken by their key.
    if (!isEarshotError(error) || error.code === "KEY_REUSED") throw error;
    return refusedBy(error, event);
  }
}
