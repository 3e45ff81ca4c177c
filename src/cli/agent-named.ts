import { EarshotError } from "../domain/errors.ts";
import type { Earshot } from "../ports/earshot.ts";
import type { ListedAgent } from "../ports/inbox.ts";

/** The agent of this name. NOT_FOUND says which one is written with other capitals. */
export async function agentNamed(
  earshot: Pick<Earshot, "listAgents">,
  name: string,
): Promise<ListedAgent> {
  const { items } = await earshot.listAgents();
  const found = items.find(({ principal }) => principal.name === name);
  if (found !== undefined) return found;
  const lower = name.toLowerCase();
  const other = items.find(({ principal }) => principal.name.toLowerCase() === lower);
  throw new EarshotError(
    "NOT_FOUND",
    other === undefined
      ? `No agent is called ${JSON.stringify(name)}. npx earshot agents list shows which there are.`
      : `No agent is called ${JSON.stringify(name)}; there is ${JSON.stringify(other.principal.name)}. Capitals count.`,
    { details: { agent: name } },
  );
}
