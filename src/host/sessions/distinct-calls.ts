import type { SessionCall } from "../../domain/sessions/session.ts";
import type { ToolCall } from "../../ports/model/model.ts";

/** Part of the key that makes a call's effects happen once, which must be short and printable. */
const ID = /^[\x21-\x7e]{1,48}$/;

/**
 * Makes the ids of calls unique in the whole session: some servers start counting with every reply.
 */
export function distinctCalls(
  calls: readonly ToolCall[],
  { step, known }: { readonly step: number; readonly known: ReadonlySet<string> },
): SessionCall[] {
  const taken = new Set(known);
  return calls.map(({ id: given, name, args }, index) => {
    let id = given;
    for (let turn = 0; !ID.test(id) || taken.has(id); turn++) {
      id = `call_${[step, index + 1, ...(turn === 0 ? [] : [turn])].join("_")}`;
    }
    taken.add(id);
    return { id, name, args: args ?? null };
  });
}
