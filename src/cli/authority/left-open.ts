import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { shellLine } from "../terminal/shell-line.ts";

/** Lists what is still open from agents that no longer ask, and says how to close it. */
export async function tellLeftOpen(
  { output }: Pick<RunContext, "output">,
  earshot: Pick<Earshot, "listAgents">,
  isOne: (agent: ListedAgent) => boolean,
): Promise<void> {
  const { items } = await earshot.listAgents();
  for (const { principal, openRequests } of items.filter(isOne)) {
    if (openRequests === 0) continue;
    const { name } = principal;
    const words = openRequests === 1 ? "request stays" : "requests stay";
    const command = ["npx", "earshot", "reject", "--agent", name, "--reason", "…"];
    output.note(`${openRequests} ${words} open of ${oneLine(name, 40)}: ${shellLine(command)}`);
  }
}
