import { EarshotError } from "../../domain/errors.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { requireRight, rightsOf } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { CreateSignInLinkInput, SignInLink } from "../../ports/earshot/operators.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf, notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { assertCarries, assertWholeKey } from "../call/assert-whole-key.ts";
import { assertAtTerminal } from "../call/at-terminal.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { noticeToPerson, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD, PERSON_TOLD } from "../notices/owners-told.ts";
import { canGetIn } from "../sign-in/last-way-in.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { proveManager } from "../sign-in/prove-manager.ts";
import { newTicket } from "../sign-in/tickets.ts";
import { personsYes } from "./persons-yes.ts";
import { type OwnersChange, secondOwner } from "./second-owner.ts";

/** Makes a link that signs one operator in, once, within ten minutes. */
export async function createSignInLink(
  ctx: Context,
  caller: Caller,
  { input = {}, options }: Given<CreateSignInLinkInput | undefined>,
): Promise<SignInLink> {
  const me = asOperator(caller);
  // The stored fingerprint of the call must not make the passphrase guessable.
  const { passphrase, ...identity } = input;
  const call: CallIdentity = { caller, operation: "createSignInLink", input: identity, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) throw linkGone(earlier);
  const isOwn = input.operator === undefined || input.operator === me.name;
  if (isOwn) {
    assertWholeKey(caller, "A sign-in link");
    assertAtTerminal(caller, { what: "A sign-in link is not made", command: "npx earshot open" });
  } else {
    requireRight(caller, "people");
    await proveManager(ctx, caller, {
      passphrase,
      tried: { does: "createSignInLink", via: options?.via },
      what: "A sign-in link is not made",
      command: "npx earshot operators link",
    });
  }
  const operator = isOwn ? me : await operatorNamed(ctx, caller, input.operator ?? "");
  if (!isOwn) {
    const rights = rightsOf(operator);
    assertCarries(caller, { what: "A sign-in link", of: operator, rights });
  }
  // A page in a browser is no terminal, so no link made there counts as one.
  const atTerminal = input.atTerminal === true && caller.web === undefined;
  return await inCallersTurn(ctx, caller, () => issue(ctx, call, { operator, atTerminal }));
}

async function issue(
  ctx: Context,
  call: CallIdentity,
  { operator, atTerminal }: Pick<SignInLink, "operator" | "atTerminal">,
): Promise<SignInLink> {
  const { workspace, id: principal, name } = operator;
  const { key } = call.caller;
  const content = {
    workspace,
    principal,
    atTerminal,
    purpose: "sign_in_link" as const,
    ...present({ key }),
  };
  const { token, ticket, writes } = newTicket(ctx, content);
  const by = actorOf(call.caller, call.options?.via);
  const told = await noticeOf(ctx, call.caller, operator);
  const agreed = await agreement(ctx, call.caller, { operator, atTerminal });
  const change: Change = {
    workspace,
    writes: [...writes, ...told.writes, ...agreed.writes],
    events: [
      ...told.events,
      ...agreed.events,
      {
        type: "sign_in_link.created",
        at: nowOf(ctx),
        actor: by.principal,
        subject: principal,
        data: { via: by.via, name, kind: atTerminal ? "at_terminal" : "elsewhere" },
      },
    ],
  };
  const { result, replayed } = await commitOnce(ctx, call, { result: principal, change });
  if (replayed) throw linkGone(result);
  return { token, operator, atTerminal, expiresAt: ticket.expiresAt };
}

/** What others have agreed to, where it needs them. */
async function agreement(
  ctx: Context,
  caller: Caller,
  { operator, atTerminal }: Pick<SignInLink, "operator" | "atTerminal">,
): Promise<Pick<Change, "writes" | "events">> {
  const change = linkChange(caller, { operator, atTerminal });
  const approved = await secondOwner(ctx, caller, change);
  if (operator.id === caller.principal.id || !(await canGetIn(ctx, operator))) return approved;
  const agreed = await personsYes(ctx, caller, {
    person: operator,
    tool: "create_sign_in_link_for_you",
    args: { at_terminal: atTerminal },
    wants: "a link that signs in as you. Whoever opens it acts as you.",
  });
  const told = await noticeToPerson(
    ctx,
    operator,
    PERSON_TOLD.sign_in_link_made(caller.principal.name),
  );
  return {
    writes: [...approved.writes, ...agreed.writes, ...told.writes],
    events: [...approved.events, ...agreed.events, ...told.events],
  };
}

function linkChange(
  { principal: by }: Caller,
  { operator, atTerminal }: Pick<SignInLink, "operator" | "atTerminal">,
): OwnersChange | undefined {
  const { id, name, role } = operator;
  if (id === by.id || role === "viewer") return undefined;
  return {
    tool: "create_sign_in_link",
    args: { operator: name, role, at_terminal: atTerminal },
    wants: `a link that signs in as ${JSON.stringify(name)} (${role}).`,
  };
}

/** Anybody who opens the link is that operator. */
async function noticeOf(
  ctx: Context,
  { principal: by }: Caller,
  { id, workspace, name, role }: PersonPrincipal,
): Promise<Pick<Change, "writes" | "events">> {
  if (id === by.id || role === "viewer") return { writes: [], events: [] };
  return await ownerNotices(ctx, {
    workspace,
    actor: by.id,
    ...OWNERS_TOLD.sign_in_link_made(by.name, { name, role }),
  });
}

async function operatorNamed(
  ctx: Context,
  { principal: { workspace } }: Caller,
  name: string,
): Promise<PersonPrincipal> {
  const known = await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
  if (known?.kind !== "person") throw notFound("operator", name);
  return known;
}

function linkGone(operator: string): EarshotError {
  return new EarshotError(
    "KEY_REUSED",
    `A link for ${operator} was made by an earlier call with this idempotency key, and was shown then, once. If it is lost, make another.`,
    { details: { operator } },
  );
}
