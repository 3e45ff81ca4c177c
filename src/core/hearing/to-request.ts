import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { checkedAnswer } from "../../domain/requests/answer-check.ts";
import { answerFromText } from "../../domain/requests/answer-from-text.ts";
import {
  askerNames,
  type OpenQuestion,
  type QuestionRequest,
  type Shown,
  type ShownRequest,
} from "../../domain/requests/request.ts";
import type { Heard, Inbound } from "../../ports/channels/channel.ts";
import type { Context } from "../call/context.ts";
import { modeOf } from "../planning/rules-in-force.ts";
import { findAsked } from "../planning/with-askers.ts";
import { answer } from "../requests/answer.ts";
import { outcomeText, refusedBy, shortText } from "./outcome-text.ts";
import { askedInLiaison, bringsMaterial, toLiaison, wordless } from "./to-liaison.ts";
import { optionsOf } from "./who-acted.ts";

type Said = Extract<Inbound, { kind: "text" }>;

const NOT_SHOWN: Heard = {
  isRefusal: true,
  say: "Only the title is shown here: open it on the page to answer it.",
};

/** Takes words as the answer to a request, and says which question they answered. */
export async function toRequest(
  ctx: Context,
  caller: Caller,
  { event, id }: { readonly event: Said; readonly id: RequestId },
): Promise<Heard> {
  const request = await findAsked(ctx, caller.principal.workspace, id);
  if (request === undefined) return {};
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
      const say = `${outcomeText(answered)} Your words answer ${named(request)}`;
      return { say, isClosing: true };
    } catch (error) {
      if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
      return await late(ctx, request);
    }
  });
}

function noWords({ outlets }: Context, channel: RemoteChannel, id: RequestId): Heard {
  const hasButtons = outlets?.channels.get(channel)?.capabilities.buttons === true;
  const how = hasButtons
    ? "press a button of the message, or open it on the page."
    : outlets?.isPageLocal?.() === true
      ? "decide it on the page, on the computer that runs Earshot: npx earshot open"
      : `decide it on the page: ${outlets?.pageUrl(id)}`;
  return { isRefusal: true, say: `Words authorise nothing: ${how}` };
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
function named(request: Shown<QuestionRequest>): string {
  const { question } = request;
  return `the question of ${askerNames(request).join(", ")}: “${shortText(question.text)}”`;
}

async function late(ctx: Context, { workspace, id }: Shown<QuestionRequest>): Promise<Heard> {
  const now = await ctx.store.findRequest(workspace, id);
  const what = now === undefined ? "It is closed." : outcomeText(now);
  return { isRefusal: true, say: `${what} What you said is kept as a message to the agent.` };
}

/** Tells the person what is wrong with the words or their author, instead of throwing. */
export async function orRefused(event: Said, attempt: () => Promise<Heard>): Promise<Heard> {
  try {
    return await attempt();
  } catch (error) {
    // The caller recognizes words that were already taken by their key.
    if (!isEarshotError(error) || error.code === "KEY_REUSED") throw error;
    return refusedBy(error, event);
  }
}
