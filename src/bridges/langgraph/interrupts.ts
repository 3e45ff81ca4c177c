import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { isObject, questionIn, toldOf } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import type { Called, Matter, Questioned } from "../put-to-people.ts";
import { takeOrSay } from "../take-for-model.ts";
import { valuesWith } from "../with-bytes.ts";
import { humanInterruptsIn, humanResponseOf, matterOf } from "./human-interrupts.ts";

/** What stops a graph: a call of `interrupt`. */
export interface Interrupt {
  readonly id?: string;
  readonly value?: unknown;
}

/** One action of the human-in-the-loop middleware. */
export interface Review {
  readonly name: string;
  readonly args: JsonObject;
  readonly description?: string;
  readonly argsSchema?: JsonObject;
}

/** How the middleware is told of a call. */
export type Decision =
  | { readonly type: "approve" }
  | { readonly type: "reject"; readonly message: string }
  | { readonly type: "edit"; readonly editedAction: { name: string; args: JsonObject } };

/** What the middleware wants decided; undefined for any other interrupt. */
export function reviewsIn(value: unknown): readonly Review[] | undefined {
  if (!isObject(value) || !Array.isArray(value["actionRequests"])) return undefined;
  const { actionRequests, reviewConfigs } = value;
  const configs = Array.isArray(reviewConfigs) ? reviewConfigs : [];
  return actionRequests.map((action, index) => {
    const { name, args, description } = action as Review;
    const { argsSchema } = Object(configs[index]) as Review;
    return { name, args, ...present({ description, argsSchema }) };
  });
}

interface Asking {
  readonly thread: string;
  readonly common: Pick<Questioned, "conversation" | "expiresInMs">;
  readonly callOf: (review: Review) => Called;
}

/** What to put to people, under keys of the thread and the interrupt, which a restart keeps. */
export function mattersOf(
  { id = "", value }: Interrupt,
  { thread, common, callOf }: Asking,
): readonly Matter[] {
  const asked = humanInterruptsIn(value);
  if (asked !== undefined) {
    return asked.map((one, n) => matterOf(one, { key: [thread, id, `${n}`], common, callOf }));
  }
  const reviews = reviewsIn(value);
  if (reviews !== undefined) {
    return reviews.map((review, n) => ({ key: [thread, id, `${n}`], call: callOf(review) }));
  }
  return [{ key: [thread, id], question: { ...questionIn(value), ...common } }];
}

/** What `interrupt` returns, but for a review. */
export async function resumeOf(
  earshot: Pick<Earshot, "collect" | "redeem" | "readFile">,
  { value }: Interrupt,
  outcomes: readonly (SoughtCall | Given)[],
): Promise<unknown> {
  const asked = humanInterruptsIn(value);
  if (asked === undefined) return await valuesOf(earshot, outcomes[0] as Given);
  const responses: unknown[] = [];
  for (const [n, one] of asked.entries()) {
    responses.push(await humanResponseOf(earshot, one, outcomes[n] as SoughtCall | Given));
  }
  return Array.isArray(value) ? responses : responses[0];
}

/** The values alone where there are some, else what became of the question. */
async function valuesOf(earshot: Pick<Earshot, "readFile">, given: Given): Promise<unknown> {
  // A checkpoint keeps no `File`.
  return given.outcome === "answered"
    ? await valuesWith(earshot, given, ({ bytes }) => new Uint8Array(bytes))
    : toldOf(given);
}

/** How the middleware is told: by position, the arguments as they were approved. */
export async function decisionOf(
  earshot: Pick<Earshot, "collect" | "redeem">,
  sought: SoughtCall,
): Promise<Decision> {
  const taken = await takeOrSay(earshot, sought);
  if (typeof taken === "string") return { type: "reject", message: taken };
  const { args, patch } = taken;
  const { tool: name } = sought.request.authorization.action;
  return patch === undefined ? { type: "approve" } : { type: "edit", editedAction: { name, args } };
}

/** Of a call beside a rejected one, where the middleware would drop it without a word. */
export function notRun({ outcome, says = "", request }: SoughtCall): Decision {
  const { tool } = request.authorization.action;
  const dropped = `This call of ${tool} was approved, and has not run: LangChain runs none beside a rejected one. Make it again.`;
  return { type: "reject", message: outcome === "approved" ? dropped : says };
}
