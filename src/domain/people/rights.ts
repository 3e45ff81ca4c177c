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
    "audit",
    "operate",
    "metrics",
  ] as Right[],
  approver: ["tell", "read", "answer", "decide", "permit", "memory", "audit"],
  viewer: ["read", "memory", "audit"],
};

/** All that a principal may be permitted; a key can carry less. An agent can never hold `answer` or `decide`. */
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

/** The rights a key really carries: its scopes, cut to what its principal may hold. */
export function effectiveRights(principal: Principal, scopes: readonly Right[]): Set<Right> {
  const held = rightsOf(principal);
  const carried: readonly Right[] = scopes.includes("operate") ? [...scopes, "metrics"] : scopes;
  return new Set(carried.filter((scope) => held.includes(scope)));
}

/** The same caller with one more right, for what the server does on its behalf. */
export function withRight(caller: Caller, right: Right): Caller {
  return { ...caller, rights: new Set([...caller.rights, right]) };
}

/** Throws NOT_ALLOWED unless the caller holds `right`. */
export function requireRight(caller: Caller, right: Right): void {
  requireRights(caller, [right]);
}

/**
 * Throws NOT_ALLOWED unless the caller holds all of `rights`. Who came with a token is told the whole
 * scope of the one to get, with what this one carries: a client asks for no more than it is told.
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
 * What a program is told where people alone may act. A model does what an error says: one that named
 * a key of more rights would have it look for that key.
 */
export const LEFT_TO_PEOPLE =
  "People decide this, not programs: take no other key, wait for them. npx earshot wait ID, or the tool await_response, tells what they decided.";

/** What to do without a right; to an agent or a service never how to become an operator. */
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

/** An agent sees what is its own; people and services see the whole workspace. */
export function seesAll(caller: Caller): boolean {
  return caller.principal.kind !== "agent";
}
