import { EarshotError } from "../../domain/errors.ts";
import { assertNotOwnAgents } from "../../domain/people/own-agents.ts";
import type {
  Caller,
  Key,
  PersonPrincipal,
  Principal,
  Right,
} from "../../domain/people/principal.ts";
import { requireRight, rightsOf } from "../../domain/people/rights.ts";
import { checkName } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { CreatedKey, CreateKeyInput } from "../../ports/earshot/earshot.ts";
import type { Change } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import { assertCarries } from "../call/assert-whole-key.ts";
import { assertAtTerminal } from "../call/at-terminal.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { newKey, secretGone } from "../callers/new-key.ts";
import { newPrincipal } from "../callers/principals.ts";
import { NOTHING_TOLD, noticeToPerson, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD, PERSON_TOLD } from "../notices/owners-told.ts";
import { assertDistinctName } from "../people/distinct-name.ts";
import { type InTheirName, personsYes } from "../people/persons-yes.ts";
import { type OwnersChange, secondOwner } from "../people/second-owner.ts";
import { canGetIn } from "../sign-in/last-way-in.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { proveByPassphrase, proveManager } from "../sign-in/prove-manager.ts";

/** How a key comes about, by whose it is and who makes it. */
type Making =
  /** Of an agent or a service. */
  | "for_program"
  /** A person's, by themselves. */
  | "own"
  /** It lets nobody in: its person makes their own key with it. */
  | "invitation"
  /** In the name of a person who can get in, and so has to agree. */
  | "in_their_name";

/** A key that a new one replaces. */
interface Replaced {
  readonly former: Key;
  /** When it ends. */
  readonly until: Timestamp;
  /** What was asked for, by which a repetition is known. */
  readonly asked: object;
}

interface Creating extends Given<CreateKeyInput> {
  readonly replaces?: Replaced;
}

/**
 * Makes a key, and its principal if there is none of this kind and name. For a person who cannot get
 * in it is an invitation.
 */
export async function createKey(ctx: Context, caller: Caller, call: Creating): Promise<CreatedKey> {
  const { kind, name } = call.input;
  const isOwn = kind === "person" && caller.principal.kind === "person" && isCallers(caller, name);
  if (isOwn) asOperator(caller);
  else requireRight(caller, kind === "person" ? "people" : "keys");
  checkName(name, "name");
  // A key of a server's own agent would read what it asks, and speak in its name.
  if (kind === "agent") assertNotOwnAgents(name);
  if (kind !== "person") return await make(ctx, caller, call);
  // The holder of a person's key can claim to be at a terminal; only a passkey may lead there.
  assertAtTerminal(caller, {
    what: "A key of a person is not made",
    command: "npx earshot keys create",
  });
  return await inCallersTurn(ctx, caller, () => make(ctx, caller, call));
}

function isCallers({ principal }: Caller, name: string): boolean {
  return principal.name === name;
}

async function make(
  ctx: Context,
  caller: Caller,
  { input, options, replaces }: Creating,
): Promise<CreatedKey> {
  // The stored fingerprint of the call must not make the passphrase guessable.
  const { passphrase, ...identity } = input;
  const call: CallIdentity =
    replaces === undefined
      ? { caller, operation: "createKey", input: identity, options }
      : { caller, operation: "rotateKey", input: replaces.asked, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) throw secretGone(earlier);
  // Checked first, so nobody types a passphrase only to be refused.
  const { workspace, id: actor } = caller.principal;
  const known = await ctx.store.findPrincipalByName({ workspace, ...input });
  checkRole(known, input);
  if (known === undefined && input.kind === "person") {
    await assertDistinctName(ctx, { workspace, name: input.name });
  }
  await prove(ctx, caller, { input, options });
  const { principal, writes, events } =
    known === undefined
      ? newPrincipal(ctx, { workspace, ...input, by: caller.principal }, actor)
      : { principal: known, writes: [], events: [] };
  const making = await makingOf(ctx, caller, known ?? principal);
  const { expiresInMs: lifeMs, ...content } = input;
  const isInvitation = making === "invitation";
  const madeWith = caller.key;
  const made = newKey(ctx, principal, { ...content, lifeMs, actor, madeWith, isInvitation });
  assertMayGive(caller, principal, made.key.scopes);
  const keyMade: Made = { making, key: made.key, principal, isNew: known === undefined };
  const agreed = await agreement(ctx, caller, keyMade);
  const told = await notices(ctx, caller, keyMade);
  const ended = replaces === undefined ? NOTHING_TOLD : ending(ctx, caller, replaces);
  const change = {
    workspace,
    writes: [...writes, ...made.writes, ...told.writes, ...agreed.writes, ...ended.writes],
    events: [...events, ...made.events, ...told.events, ...agreed.events, ...ended.events],
  };
  const { result, replayed } = await commitOnce(ctx, call, { result: made.key.id, change });
  if (replayed) throw secretGone(result);
  return { key: made.key, principal, secret: made.secret };
}

function ending(
  ctx: Context,
  { principal: by }: Caller,
  { former: { id, expiresAt }, until }: Replaced,
): Part {
  const isSooner = expiresAt === undefined || until < expiresAt;
  return {
    writes: isSooner ? [{ type: "key.expire", id, expiresAt: until }] : [],
    events: [{ type: "key.rotated", at: nowOf(ctx), actor: by.id, subject: id, data: { until } }],
  };
}

async function prove(
  ctx: Context,
  caller: Caller,
  { input: { kind, passphrase }, options }: Given<CreateKeyInput>,
): Promise<void> {
  const tried = { does: "createKey", via: options?.via };
  if (kind === "person") await proveByPassphrase(ctx, caller, { passphrase, tried });
  // It reads what everybody asks and decides nothing, but outlives the web session it was made in.
  if (kind === "service") {
    await proveManager(ctx, caller, {
      passphrase,
      tried,
      what: "A key of a service is not made",
      command: "npx earshot keys create",
    });
  }
}

async function makingOf(ctx: Context, caller: Caller, principal: Principal): Promise<Making> {
  if (principal.kind !== "person") return "for_program";
  if (principal.id === caller.principal.id) return "own";
  return (await canGetIn(ctx, principal)) ? "in_their_name" : "invitation";
}

/**
 * An agent's own rights are given by `keys` alone. What a person may do is given only by a key that
 * carries it.
 */
function assertMayGive(caller: Caller, of: Principal, scopes: readonly Right[]): void {
  if (of.kind === "agent") return;
  const personal = rightsOf({ ...of, kind: "person", role: "owner" });
  const rights = scopes.filter((right) => personal.includes(right));
  assertCarries(caller, { what: "The new key", of, rights });
}

interface Made {
  readonly making: Making;
  readonly key: Key;
  readonly principal: Principal;
  readonly isNew: boolean;
}

type Part = Pick<Change, "writes" | "events">;

/** What others have agreed to, where it needs them. */
async function agreement(ctx: Context, caller: Caller, made: Made): Promise<Part> {
  const approved = await secondOwner(ctx, caller, ownersChange(made));
  const theirs = inTheirName(made);
  if (theirs === undefined) return approved;
  const agreed = await personsYes(ctx, caller, theirs);
  return {
    writes: [...approved.writes, ...agreed.writes],
    events: [...approved.events, ...agreed.events],
  };
}

/** With one of these, a key decides in a person's name, or seeks what only another may approve. */
const POWERS: readonly Right[] = ["decide", "permit", "policy", "keys", "people"];

function ownersChange({ key, principal, isNew }: Made): OwnersChange | undefined {
  if (principal.kind !== "person") return undefined;
  const { name, role } = principal;
  const isOwnerMade = isNew && role === "owner";
  if (!isOwnerMade && !key.scopes.some((scope) => POWERS.includes(scope))) return undefined;
  return {
    tool: "create_key",
    args: { name, role, new: isNew, ...held(key) },
    wants: `a key in the name of ${JSON.stringify(name)} (${role}).`,
  };
}

function inTheirName({ making, key, principal }: Made): InTheirName | undefined {
  if (making !== "in_their_name" || principal.kind !== "person") return undefined;
  return {
    person: principal,
    tool: "create_key_in_your_name",
    args: held(key),
    wants: `a key in your name, ${JSON.stringify(principal.name)}. Whoever holds it acts as you.`,
  };
}

function held({ scopes, unattended }: Key) {
  return { scopes: scopes.toSorted(), unattended: unattended === true };
}

/** The holder of a key that approves counts as one more person. */
async function notices(ctx: Context, caller: Caller, made: Made): Promise<Part> {
  const { principal, key } = made;
  if (principal.kind !== "person" || !key.scopes.includes("decide")) return NOTHING_TOLD;
  const owners = await ownersNotice(ctx, caller, { ...made, principal });
  const person = await personsNotice(ctx, caller, { ...made, principal });
  return {
    writes: [...owners.writes, ...person.writes],
    events: [...owners.events, ...person.events],
  };
}

type OfPerson = Made & { readonly principal: PersonPrincipal };

async function ownersNotice(
  ctx: Context,
  { principal: by }: Caller,
  { making, principal, key }: OfPerson,
): Promise<Part> {
  const { name, role, workspace } = principal;
  // What an approver does with their own keys gives nobody a vote, and is in the log.
  if (making === "own" && role !== "owner") return NOTHING_TOLD;
  const of = { name, role, key: key.id, forScripts: key.unattended === true };
  const said =
    making === "invitation"
      ? OWNERS_TOLD.person_invited(by.name, of)
      : OWNERS_TOLD.key_made(by.name, of);
  return await ownerNotices(ctx, { workspace, actor: by.id, ...said });
}

/** Who never came learns of it by the invitation itself. */
async function personsNotice(
  ctx: Context,
  { principal: by }: Caller,
  { making, principal, key, isNew }: OfPerson,
): Promise<Part> {
  if (making === "own" || isNew) return NOTHING_TOLD;
  const held = await ctx.store.listKeys(principal.workspace);
  if (!held.some((one) => one.principal.id === principal.id)) return NOTHING_TOLD;
  const said =
    making === "invitation"
      ? PERSON_TOLD.invited(by.name, key.id)
      : PERSON_TOLD.key_made(by.name, key.id);
  return await noticeToPerson(ctx, principal, said);
}

function checkRole(known: Principal | undefined, { kind, role, name }: CreateKeyInput): void {
  if (role === undefined) return;
  if (kind !== "person") {
    throw new EarshotError("INVALID_INPUT", "Only operators have a role: use it with kind person.");
  }
  if (known?.kind === "person" && known.role !== role) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Operator ${JSON.stringify(name)} is ${known.role} here; a key does not change that.`,
    );
  }
}
