import { isObject } from "../model-question.ts";
import { parsed } from "./tools.ts";

/** What a run stops for: a call that needs approval. */
export interface Interruption {
  readonly name?: string | undefined;
  readonly rawItem: object;
  readonly agent: { readonly tools: readonly object[] };
}

type Raw = Readonly<Record<string, unknown>>;

/** The id that the call has for good. */
export function idOf({ name, rawItem }: Interruption): string {
  const { callId, id } = rawItem as Raw;
  const found = callId ?? id;
  if (typeof found !== "string") throw new Error(`A call of ${name} came without its id.`);
  return found;
}

/** The arguments of a function, or what a shell, an editor or a computer is to do. */
export function inputOf({ rawItem }: Interruption): unknown {
  const { arguments: text, action, operation, actions } = rawItem as Raw;
  const input = typeof text === "string" ? parsed(text) : (action ?? operation ?? actions);
  // People approve nothing that they have not seen.
  return isObject(input) ? input : { input };
}
