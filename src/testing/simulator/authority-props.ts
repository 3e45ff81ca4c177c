import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { Random } from "./random.ts";

/* What the agents of the simulated world want to do, and the policies that come and go over it. */

/** An action, and how it is sought. */
export type Wanted = Omit<AuthorizeInput, "reason">;

/** Few, so that calls join each other. */
const WANTED: readonly Wanted[] = [
  { tool: "pay", args: { to: "acme", amount: 10 } },
  { tool: "pay", args: { to: "acme", amount: 500 } },
  { tool: "refund", args: { to: "acme", amount: 10 } },
  { tool: "connect", args: { host: "db", password: "first" }, secrets: ["/password"] },
  { tool: "delete_user_data", args: { user_id: "user123" } },
  { tool: "admin_reset_system", args: {} },
];
const HASHES = ["a".repeat(64), "b".repeat(64)];

const RULES: readonly (readonly JsonObject[])[] = [
  [],
  [{ name: "two", quorum: 2 }],
  [{ name: "two to pay", tools: ["pay", "refund"], quorum: 2 }],
  [{ name: "closed", tools: ["pay"], decision: "deny", why: "Not now." }],
  [{ name: "free", tools: ["refund", "connect"], decision: "allow" }],
  [{ name: "cleo's", approvers: { names: ["cleo"] } }],
  [{ name: "high", tools: ["pay"], level: "HIGH" }],
  [
    {
      name: "some",
      tools: ["pay", "refund", "connect"],
      decision: "allow",
      // Longer than the world lasts, with all that its clock jumps.
      budget: { per: "30d", calls: 2 },
    },
  ],
];

export function pickPolicy(random: Random): JsonObject {
  return { version: 1, rules: random.pick(RULES) as JsonObject[] };
}

export function pickWanted(random: Random): Wanted {
  return {
    ...random.pick(WANTED),
    ...present({
      session: random.chance(0.3) ? "run-1" : undefined,
      toolSchemaHash: random.chance(0.15) ? random.pick(HASHES) : undefined,
      expiresInMs: random.chance(0.4) ? random.int(1_000, 30_000) : undefined,
      holdMs: random.chance(0.2) ? random.int(0, 15_000) : undefined,
      redeemIfAllowed: random.chance(0.2) ? true : undefined,
    }),
  };
}

/** Arguments that are not those, as somebody would have them who swaps one. */
export function otherArgs(args: JsonObject): JsonObject {
  const swapped = "amount" in args ? "amount" : "more";
  return { ...args, [swapped]: Number(args[swapped] ?? 0) + 1 };
}
