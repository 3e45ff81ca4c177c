import type { JsonObject } from "../json.ts";
import { NOTICE_AGENT } from "../people/own-agents.ts";
import { DAY_MS } from "../time.ts";
import type { Demand } from "./authorization.ts";

/** The number of owners that a policy can demand for a change that gives power; the default is one. */
export const TWO_OWNERS = 2;

/** The changes for which one owner needs another owner's yes, by the names that people see. */
export const OWNERS_TOOLS = [
  "change_policy",
  "add_owner",
  "create_key",
  "create_sign_in_link",
  "erase",
] as const;
export type OwnersTool = (typeof OWNERS_TOOLS)[number];

/** No rule of a policy may demand less: such a rule would bypass `owners: 2`. */
export const OWNERS_DEMAND: Demand = {
  rule: `owners: ${TWO_OWNERS}`,
  level: "CRITICAL",
  quorum: 1,
  stepUp: true,
  approvers: { names: [], roles: ["owner"] },
  expiresInMs: DAY_MS,
};

/** Whether the source of a policy demands a second owner, even if the rest of it is damaged. */
export function demandsTwoOwners(source: JsonObject | undefined): boolean {
  return source?.["owners"] === TWO_OWNERS;
}

export function isOwnersChange({
  agentName,
  tool,
}: {
  readonly agentName: string;
  readonly tool: string;
}): boolean {
  return agentName === NOTICE_AGENT && OWNERS_TOOLS.some((one) => one === tool);
}
