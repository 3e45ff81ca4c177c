import { EarshotError } from "../errors.ts";
import { present } from "../present.ts";
import type { Caller, Principal, Right, Role } from "./principal.ts";

const AGENT: readonly Right[] = ["ask", "tell", "read", "redeem", "memory", "record"];
const SERVICE: readonly Right[] = ["tell", "read", "redeem", "audit", "operate", "metrics"];
const PERSON: Readonly<Record<Role, readonly Right[]>> = {
  owner: [
    "tell",
    "read",
    "answer",
    "decide",
    "permit",
    "withdraw",
    "policy",
    "erase",
    "memory",
    "keys",
    "people",
    "audit",
    "operate",
    "metrics",
  ] as Right[],
  approver: ["tell", "read", "answer", "decide", "permit", "memory", "audit"],
  viewer: ["read", "memory", "audit"],
};

/** All rights that a principal may hold; a key can carry fewer. An agent never holds `answer` or `decide`. */
export function rightsOf(principal: Principal): readonly Right[] {
  switch (principal.kind) {
    case "agent":
      return AGENT;
    case "service":
      return SERVICE;
    case "person":
      return PERSON[principal.role];
  }
}

/** The rights that a key really carries: its scopes, limited to what its principal may hold. */
export function effectiveRights(principal: Principal, scopes: readonly Right[]): Set<Right> {
  const held = rightsOf(principal);
  const carried: readonly Right[] = scopes.includes("operate") ? [...scopes, "metrics"] : scopes;
  return new Set(carried.filter((scope) => held.includes(scope)));
}

/** The caller with one more right, for work that the server does on its behalf. */
export function withRight(caller: Caller, right: Right): Caller {
  return { ...caller, rights: new Set([...caller.rights, right]) };
}

/** Throws NOT_ALLOWED unless the caller holds `right`. */
export function requireRight(caller: Caller, right: Right): void {
  requireRights(caller, [right]);
}

/**
 * Throws NOT_ALLOWED unless the caller holds all of `rights`. The error names the whole scope of the
 * token to get, including what this one carries: a client asks for no more than the error names.
 */
export function requireRights(caller: Caller, rights: readonly Right[]): void {
  const missing = rights.filter((right) => !caller.rights.has(right));
  const [right] = missing;
  if (right === undefined) return;
  const { kind, name } = caller.principal;
  const isToken = caller.key === undefined && caller.expiresAtMs !== undefined;
  const scope = [...caller.rights, ...missing].join(" ");
  const isWithin = rightsOf(caller.principal).includes(right);
  const hint =
    isToken && isWithin ? `Get one with the scope "${scope}".` : hintFor(right, caller.principal);
  const carrier = isToken ? "token" : "key";
  throw new EarshotError(
    "NOT_ALLOWED",
    `This needs the right "${right}", which the ${carrier} of ${kind} "${name}" does not carry. ${hint}`,
    { details: { right, kind, ...present({ scope: isToken ? scope : undefined }) } },
  );
}

/**
 * Tells a program that only people may act. A model does what an error says: naming a key with more
 * rights would send it looking for that key.
 */
export const LEFT_TO_PEOPLE =
  "People decide this, not programs: take no other key, wait for them. npx earshot wait ID, or the tool await_response, tells what they decided.";

/** What to do about a missing right. Agents and services are never told how to become an operator. */
export function hintFor(right: Right, principal: Principal): string {
  if (principal.kind === "person") return personHint(right);
  if (rightsOf(principal).includes(right)) {
    return "This key was made without it: go on without, only an operator makes one that has it.";
  }
  return right === "ask" || right === "record" ? "Use an agent's key." : LEFT_TO_PEOPLE;
}

function personHint(right: Right): string {
  if (right === "tell") return "Use an agent's key, or the key of an operator who has it.";
  return right === "ask" || right === "record"
    ? "Use an agent's key."
    : "Use the key of an operator who has it.";
}

/** An agent sees only its own; people and services see the whole workspace. */
export function seesAll(caller: Caller): boolean {
  return caller.principal.kind !== "agent";
}
