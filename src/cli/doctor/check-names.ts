import { OWN_AGENTS, ownAgentLike } from "../../domain/people/own-agents.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Finding } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** Agents whose names were given before the server refused them, and that read like its own. */
export async function checkNames(context: RunContext): Promise<readonly Finding[]> {
  let items: readonly ListedAgent[];
  try {
    ({ items } = await context.connectAs("operator").listAgents());
  } catch {
    // Why the operator's key cannot ask, another check tells.
    return [];
  }
  return items.flatMap(({ principal: { name, haltedAt } }) => {
    const own = ownAgentLike(name);
    if (own === undefined || OWN_AGENTS.includes(name)) return [];
    const shown = visibleText(name, { keepLines: false });
    const mend =
      haltedAt === undefined
        ? `Let it ask under another name, and halt this one: npx earshot agents halt ${JSON.stringify(name)}`
        : "It is halted, and asks nothing.";
    const detail = `The agent "${shown}" reads like "${own}", the server's own: people could take what it asks for the server's. ${mend}`;
    return [{ check: "names", state: haltedAt === undefined ? "failed" : "warning", detail }];
  });
}
