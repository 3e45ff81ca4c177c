import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** Whoever decided alone has to know that they do so no longer. Call it where a person was added. */
export async function noteSecond(
  { output }: Pick<RunContext, "output">,
  earshot: Pick<Earshot, "listOperators">,
): Promise<void> {
  const { items } = await earshot.listOperators();
  const deciding = items.filter(({ principal }) => principal.role !== "viewer");
  if (deciding.length !== 2) return;
  output.note(
    "From now on nobody approves what agents of their own want: the other one does. It stands under Others in the inbox.",
  );
}
