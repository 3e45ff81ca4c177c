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

/** What an owner wants in another person's name, for which that person's own yes is needed. */
const PERSONS_TOOLS = ["create_key_in_your_name", "create_sign_in_link_for_you"] as const;
export type PersonsTool = (typeof PERSONS_TOOLS)[number];

/** The argument that names the person. */
export const PERSON_ARGUMENT = "operator";

/** With another name in it, the approver would be approving their own wish. */
const NO_EDITS = "none";

/** No rule of a policy may demand less: such a rule would bypass `owners: 2`. */
const OWNERS_DEMAND: Demand = {
  rule: `owners: ${TWO_OWNERS}`,
  level: "CRITICAL",
  quorum: 1,
  stepUp: true,
  approvers: { names: [], roles: ["owner"] },
  expiresInMs: DAY_MS,
  edits: NO_EDITS,
};

/** Nobody else can give it, and no key for scripts. */
const personsDemand = (name: string): Demand => ({
  rule: "a person's keys are their own",
  level: "HIGH",
  quorum: 1,
  stepUp: false,
  approvers: { names: [name], roles: [] },
  expiresInMs: DAY_MS,
  edits: NO_EDITS,
});

/** Whether the source of a policy demands a second owner, even if the rest of it is damaged. */
export function demandsTwoOwners(source: JsonObject | undefined): boolean {
  return source?.["owners"] === TWO_OWNERS;
}

export interface Sought {
  readonly agentName: string;
  readonly tool: string;
}

/** Whether an owner wants it, and another person's yes is needed whatever the rules say. */
export function isOwnersChange({ agentName, tool }: Sought): boolean {
  const tools: readonly string[] = [...OWNERS_TOOLS, ...PERSONS_TOOLS];
  return agentName === NOTICE_AGENT && tools.includes(tool);
}

/** What such a change demands; undefined for everything else. */
export function ownersDemandOf(sought: Sought & { readonly args: JsonObject }): Demand | undefined {
  if (!isOwnersChange(sought)) return undefined;
  const { tool, args } = sought;
  return PERSONS_TOOLS.some((one) => one === tool)
    ? personsDemand(String(args[PERSON_ARGUMENT]))
    : OWNERS_DEMAND;
}
