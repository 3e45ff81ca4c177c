import type { JsonObject } from "../json.ts";
import { NOTICE_AGENT } from "../people/own-agents.ts";
import { DAY_MS } from "../time.ts";
import type { Demand } from "./authorization.ts";

/** How many owners a policy can demand for what gives power; one is what holds without it. */
export const TWO_OWNERS = 2;

/** What one owner seeks another one's yes for, by the name under which people see it. */
export const OWNERS_TOOLS = [
  "change_policy",
  "add_owner",
  "create_key",
  "create_sign_in_link",
  "erase",
] as const;
export type OwnersTool = (typeof OWNERS_TOOLS)[number];

/** No rule of a policy can demand less: it would be the way around `owners: 2`. */
export const OWNERS_DEMAND: Demand = {
  rule: `owners: ${TWO_OWNERS}`,
  level: "CRITICAL",
  quorum: 1,
  stepUp: true,
  approvers: { names: [], roles: ["owner"] },
  expiresInMs: DAY_MS,
};

/** Whether a policy, in the form of its file, demands a second owner; also one that is not whole. */
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
