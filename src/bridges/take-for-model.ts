import { refusalOf } from "../guard/gate.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { SoughtCall } from "./outcomes.ts";
import { type TakenCall, type TakeOptions, take } from "./take.ts";

type Taker = Pick<Earshot, "collect" | "redeem">;

/** Takes a call for a tool whose errors its model reads: it is told where the call may have run already. */
export async function takeForModel(
  earshot: Taker,
  sought: SoughtCall,
  options: TakeOptions,
): Promise<TakenCall> {
  try {
    return await take(earshot, sought, options);
  } catch (cause) {
    if (refusalOf(cause) !== "used") throw cause;
    throw new Error(sayTaken(sought), { cause });
  }
}

/** Takes a call, or gives what its model reads instead: thrown, it would come again at each start. */
export async function takeOrSay(
  earshot: Taker,
  sought: SoughtCall,
  options: TakeOptions = {},
): Promise<TakenCall | string> {
  const { outcome, says } = sought;
  if (outcome !== "approved" && says !== undefined) return says;
  try {
    return await take(earshot, sought, options);
  } catch (error) {
    if (refusalOf(error) !== "used") throw error;
    return sayTaken(sought);
  }
}

/** What the model reads of a call that another run has taken. */
function sayTaken({ request }: SoughtCall): string {
  const { tool } = request.authorization.action;
  return `An earlier run took this call of ${tool} and may have run it. It does not run again: look at what it has done before you call it again.`;
}

/** A tool's output for the model, as frameworks on the AI SDK write it, with a text below it. */
export function withNote(output: object, text: string): object {
  const note = { type: "text", text };
  const { type, value } = output as { readonly type: string; readonly value: unknown };
  if (type === "content") return { type, value: [...(value as readonly object[]), note] };
  const said = typeof value === "string" ? value : JSON.stringify(value);
  return { type: "content", value: [{ type: "text", text: said }, note] };
}
