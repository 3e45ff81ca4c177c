import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { isObject } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import type { Called, Matter, Questioned } from "../put-to-people.ts";
import { takeOrSay } from "../take-for-model.ts";

/** What a graph wants decided, as the prebuilt parts of LangGraph have it. */
export interface HumanInterrupt {
  readonly action_request: { readonly action: string; readonly args: JsonObject };
  readonly config: {
    readonly allow_accept?: boolean;
    readonly allow_edit?: boolean;
    readonly allow_respond?: boolean;
    readonly allow_ignore?: boolean;
  };
  readonly description?: string;
}

/** What such an interrupt returns. */
type HumanResponse =
  | { readonly type: "accept" | "ignore"; readonly args: null }
  | { readonly type: "response"; readonly args: string }
  | {
      readonly type: "edit";
      readonly args: { readonly action: string; readonly args: JsonObject };
    };

/** Undefined for any other interrupt. */
export function humanInterruptsIn(value: unknown): readonly HumanInterrupt[] | undefined {
  const all = [value].flat();
  return all.length > 0 && all.every(isHumanInterrupt) ? all : undefined;
}

function isHumanInterrupt(value: unknown): value is HumanInterrupt {
  if (!isObject(value) || !isObject(value["config"])) return false;
  const { action_request: action } = value;
  return isObject(action) && typeof action["action"] === "string" && isObject(action["args"]);
}

interface Asking {
  readonly key: readonly string[];
  readonly common: Pick<Questioned, "conversation" | "expiresInMs">;
  readonly callOf: (call: {
    readonly name: string;
    readonly args: JsonObject;
    readonly description?: string;
  }) => Called;
}

/** An approval; a question where only a person's own words can come of it. */
export function matterOf(interrupt: HumanInterrupt, { key, common, callOf }: Asking): Matter {
  const { action_request, description } = interrupt;
  const { action: name, args } = action_request;
  if (mayRun(interrupt)) return { key, call: callOf({ name, args, ...present({ description }) }) };
  const text = description ?? `${name} ${JSON.stringify(args)}`;
  return { key, question: { text, ...common } };
}

const mayRun = ({ config }: HumanInterrupt) =>
  config.allow_accept === true || config.allow_edit === true;

/** What the interrupt returns. An approval is used up here. */
export async function humanResponseOf(
  earshot: Pick<Earshot, "collect" | "redeem">,
  interrupt: HumanInterrupt,
  outcome: SoughtCall | Given,
): Promise<HumanResponse> {
  if (!mayRun(interrupt)) return wordsOf(interrupt, outcome as Given);
  const sought = outcome as SoughtCall;
  const { config, action_request } = interrupt;
  if (sought.response !== undefined) return { type: "response", args: sought.response };
  const isEdited = sought.patch !== undefined;
  if (sought.outcome === "approved" && isEdited && config.allow_edit !== true) {
    return refused(interrupt, `It has not run: it cannot be changed here. ${sought.says}`);
  }
  const taken = await takeOrSay(earshot, sought);
  if (typeof taken === "string") return refused(interrupt, taken);
  if (taken.patch === undefined && config.allow_accept === true) {
    return { type: "accept", args: null };
  }
  return { type: "edit", args: { action: action_request.action, args: taken.args } };
}

function wordsOf(interrupt: HumanInterrupt, { outcome, values, reason }: Given): HumanResponse {
  if (outcome === "answered") return { type: "response", args: String(values) };
  const why = reason === undefined ? "" : ` The reason given: ${reason}`;
  return refused(interrupt, `Nobody has answered: it is ${outcome}.${why}`);
}

/** `ignore` has no words, so a graph that takes some is told why. */
function refused({ config }: HumanInterrupt, says: string): HumanResponse {
  const isUnsaid = config.allow_respond !== true && config.allow_ignore === true;
  return isUnsaid ? { type: "ignore", args: null } : { type: "response", args: says };
}
