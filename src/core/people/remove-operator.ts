import { demandsTwoOwners, TWO_OWNERS } from "../../domain/authority/owners-change.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { actorOf, notFound } from "../call/access.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { wordsOf } from "../log/words-of.ts";
import { openNoticesTo, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { plannedChange } from "../requests/change-request.ts";
import { assertOwnerStays, otherOwners } from "../sign-in/last-way-in.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { proveManager } from "../sign-in/prove-manager.ts";
import { dropTicketsOf } from "../sign-in/tickets.ts";

export interface RemoveOperatorInput {
  readonly id: PrincipalId;
  readonly passphrase?: string;
}

/** Shuts an operator out from the moment this resolves; their votes no longer count. */
export async function removeOperator(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RemoveOperatorInput>,
): Promise<PersonPrincipal> {
  requireRight(caller, "people");
  const { workspace } = caller.principal;
  const person = await ctx.store.findPrincipal(workspace, input.id);
  if (person?.kind !== "person") throw notFound("operator", input.id);
  const { passphrase } = input;
  await proveManager(ctx, caller, {
    passphrase,
    tried: { does: "removeOperator", via: options?.via },
    what: "An operator is not removed",
    command: "npx earshot operators remove",
  });
  const identity = { id: input.id };
  const call: CallIdentity = { caller, operation: "removeOperator", input: identity, options };
  if ((await earlierResult(ctx, call)) !== undefined) return person;
  await inCallersTurn(ctx, caller, () => shutOut(ctx, call, person));
  return person;
}

async function shutOut(ctx: Context, call: CallIdentity, person: PersonPrincipal): Promise<void> {
  const { workspace, id, name } = person;
  await assertNotLast(ctx, person, (await ctx.store.currentPolicy(workspace))?.source);
  const at = nowOf(ctx);
  const by = { at, actor: call.caller.principal.id };
  const ended = await endings(ctx, person, by);
  const told = await ownerNotices(ctx, {
    workspace,
    actor: by.actor,
    leaving: id,
    ...OWNERS_TOLD.operator_removed(call.caller.principal.name, person),
  });
  const unread = await noticesTakenBack(ctx, call, person);
  const change: Change = {
    workspace,
    writes: [...ended.writes, ...dropTicketsOf(person), ...unread.writes, ...told.writes],
    events: [
      ...ended.events,
      { type: "operator.removed", ...by, subject: id, data: { name } },
      ...unread.events,
      ...told.events,
    ],
  };
  await commitOnce(ctx, call, { result: id, change });
}

/**
 * Only they could have closed these notices, and they cannot sign in any more. The log keeps what
 * they were told.
 */
async function noticesTakenBack(
  ctx: Context,
  { caller, options }: CallIdentity,
  person: PersonPrincipal,
): Promise<Pick<Change, "writes" | "events">> {
  const by = actorOf(caller, options?.via);
  const reason = "The owner it was for was removed.";
  const open = await openNoticesTo(ctx, person);
  const closed = await Promise.all(
    open.map((notice) =>
      plannedChange(ctx, notice, {
        plan: {
          event: { type: "cancel", by, reason },
          logged: ({ salt }) => ({
            type: "request.cancelled",
            data: { via: by.via, ...wordsOf(ctx, { salt, reason }) },
          }),
        },
        now: nowOf(ctx),
        actor: by.principal,
      }),
    ),
  );
  return {
    writes: closed.flatMap(({ writes }) => writes),
    events: closed.flatMap(({ events }) => events),
  };
}

/** Everything that lets the person in, or that once did and carries votes, and how it ends. */
async function endings(
  ctx: Context,
  { workspace, id }: PersonPrincipal,
  by: Pick<EventDraft, "at"> & { readonly actor: PrincipalId },
): Promise<{ readonly writes: readonly Write[]; readonly events: readonly EventDraft[] }> {
  const listed = [
    ...(await ctx.store.listKeys(workspace)),
    ...(await ctx.store.listInvitations(workspace)),
  ];
  const keys = listed
    .map(({ key }) => key)
    .filter((key) => key.principal === id && key.revokedAt === undefined);
  const passkeys = (await ctx.store.listPasskeys(workspace, id)).map(({ passkey }) => passkey);
  const permissions = (await ctx.store.listPermissions(workspace)).filter(
    ({ givenBy, revokedAt }) => givenBy.principal === id && revokedAt === undefined,
  );
  const links = (await ctx.store.listLinks(workspace)).filter(({ operator }) => operator === id);
  return {
    writes: [
      { type: "assignment.drop", of: { operator: id } },
      ...links.map((link): Write => ({ type: "link.remove", id: link.id })),
      ...keys.map((key): Write => ({ type: "key.revoke", id: key.id, revokedAt: by.at })),
      ...passkeys.map((passkey): Write => ({ type: "passkey.remove", id: passkey.id })),
      ...permissions.map((given): Write => {
        return { type: "permission.revoke", id: given.id, revokedAt: by.at };
      }),
    ],
    events: [
      ...links.map((link): EventDraft => {
        return { type: "channel.unlinked", ...by, subject: link.id };
      }),
      ...keys.map((key): EventDraft => {
        const type = key.web === undefined ? "key.revoked" : "web_session.revoked";
        return { type, ...by, subject: key.id };
      }),
      ...passkeys.map((passkey): EventDraft => {
        return { type: "passkey.removed", ...by, subject: passkey.id };
      }),
      ...permissions.map(({ id: permission, agent }): EventDraft => {
        return {
          type: "permission.revoked",
          ...by,
          subject: permission,
          agent,
          data: { permission },
        };
      }),
    ],
  };
}

/** Somebody who can let others in must remain. */
async function assertNotLast(
  ctx: Context,
  person: PersonPrincipal,
  policy: JsonObject | undefined,
): Promise<void> {
  await assertOwnerStays(ctx, { of: person });
  const { id, name, role } = person;
  if (role !== "owner" || !demandsTwoOwners(policy)) return;
  if ((await otherOwners(ctx, person)) >= TWO_OWNERS) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `Without ${name} one owner would be left, and the policy wants two for what gives power (owners: ${TWO_OWNERS}). Add another owner first, or put a policy without it in force; to shut ${name} out at once, revoke their keys and web sessions.`,
    { details: { id, reason: "second_to_last_owner" } },
  );
}
