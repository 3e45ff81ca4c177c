import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Assignment } from "../../domain/inbox/assignment.ts";
import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { OpenAuthorization, OpenRequest } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { AssignInput } from "../../ports/earshot/inbox.ts";
import type { Write } from "../../ports/store/store.ts";
import { termsToday } from "../authority/terms-today.ts";
import { actorOf, findRequest } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { type AlreadySo, commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertMayDecide, whoMayDecide } from "../deciders/may-decide.ts";
import { operatorsNow, peopleNamed } from "../deciders/resolve-names.ts";
import { changeShown } from "../planning/change-shown.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { findOpen } from "../requests/find-open.ts";

/**
 * Gives an open request to somebody who can decide it, and tells them where they are reached. Whoever
 * could decide it before still can.
 */
export async function assign(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AssignInput>,
): Promise<Assignment> {
  requireRight(caller, "answer");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: "assign", input, options };
  // What the caller may not see is not found, whoever is to have it.
  await findRequest(ctx, caller, input.id);
  const to = await colleague(ctx, caller, input.to);
  const whom = { principal: to.id, name: to.name };
  const assigned = await commitCall(ctx, call, {
    thing: `Who has ${input.id}`,
    plan: () => assigning(ctx, call, { id: input.id, to }),
    replay: (at) => ({ to: whom, by: actorOf(caller, options?.via), at: at as Timestamp }),
  });
  await showTurn(ctx, caller, input.id);
  return assigned;
}

/** The posts say whose turn it is; a failure to update them must not make it an error. */
async function showTurn(ctx: Context, caller: Caller, id: RequestId): Promise<void> {
  await findRequest(ctx, caller, id)
    .then((request) => changeShown(ctx, request))
    .catch(() => {});
}

async function colleague(ctx: Context, caller: Caller, name: string): Promise<PersonPrincipal> {
  await peopleNamed(ctx, caller, [name]);
  const people = await operatorsNow(ctx, caller.principal.workspace);
  const found = people.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = people.filter(({ role }) => role !== "viewer").map((one) => one.name);
  throw cannot(name, "decides nothing here: they only look, or cannot sign in any more", names);
}

async function assigning(
  ctx: Context,
  { caller, options }: CallIdentity,
  { id, to }: { readonly id: RequestId; readonly to: PersonPrincipal },
): Promise<PlannedCall<Assignment> | AlreadySo<Assignment>> {
  const request = await findOpen(ctx, caller, id);
  const { workspace } = request;
  const known = await ctx.store.findAssignment(workspace, id);
  if (known?.to.principal === to.id) return { alreadySo: known };
  await assertCan(ctx, request, to);
  const by = actorOf(caller, options?.via);
  const at = nowOf(ctx);
  const assignment: Assignment = { to: { principal: to.id, name: to.name }, by, at };
  // Whoever takes it for themselves knows of it.
  const isOwn = to.id === by.principal;
  const brought = isOwn ? [] : await requestDeliveries(ctx, { ...request, to: [to.name] });
  return {
    done: () => assignment,
    result: at,
    change: {
      workspace,
      writes: [stillOpen(request), { type: "assignment.put", request: id, assignment }, ...brought],
      events: [
        {
          type: "request.assigned",
          at,
          actor: by.principal,
          subject: id,
          data: { via: by.via, name: to.name },
        },
      ],
    },
  };
}

/** Takes back who a request was given to, whoever gave it. */
export async function unassign(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<{ readonly unassigned: boolean }> {
  requireRight(caller, "answer");
  asPerson(caller);
  const call: CallIdentity = { caller, operation: "unassign", input, options };
  const unassigned = await commitCall(ctx, call, {
    thing: `Who has ${input.id}`,
    plan: () => unassigning(ctx, call, input.id),
    replay: () => true,
  });
  if (unassigned) await showTurn(ctx, caller, input.id);
  return { unassigned };
}

async function unassigning(
  ctx: Context,
  call: CallIdentity,
  id: RequestId,
): Promise<PlannedCall<boolean> | AlreadySo<boolean>> {
  const { caller, options } = call;
  const request = await findOpen(ctx, caller, id);
  const { workspace } = request;
  const known = await ctx.store.findAssignment(workspace, id);
  if (known === undefined) return { alreadySo: (await earlierResult(ctx, call)) !== undefined };
  const by = actorOf(caller, options?.via);
  return {
    done: () => true,
    result: id,
    change: {
      workspace,
      writes: [stillOpen(request), { type: "assignment.drop", of: id }],
      events: [
        {
          type: "request.unassigned",
          at: nowOf(ctx),
          actor: by.principal,
          subject: id,
          data: { via: by.via, name: known.to.name },
        },
      ],
    },
  };
}

/** Has the change apply only while nobody else has changed the request, as by closing it. */
function stillOpen(request: OpenRequest): Write {
  return { type: "request.update", request: { ...request, version: request.version + 1 } };
}

/** Whom an open request can be given to, the caller last. */
export async function assignees(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: RequestId },
): Promise<{ readonly names: readonly string[] }> {
  requireRight(caller, "answer");
  const me = asPerson(caller);
  const request = await findOpen(ctx, caller, id);
  const who =
    request.kind === "question"
      ? (await operatorsNow(ctx, request.workspace)).filter(({ role }) => role !== "viewer")
      : (await ableTo(ctx, request)).able;
  const names = who.map(({ name }) => name).toSorted();
  const others = names.filter((name) => name !== me.name);
  return { names: others.length === names.length ? names : [...others, me.name] };
}

async function ableTo(ctx: Context, request: OpenAuthorization) {
  const { request: today } = await termsToday(ctx, request);
  const voted = new Set(today.authorization.votes.map(({ by }) => by.principal));
  const able = (await whoMayDecide(ctx, today)).filter(({ id }) => !voted.has(id));
  return { today, voted, able };
}

/** Throws NOT_ALLOWED, which says who can, if the person cannot decide or answer it. */
async function assertCan(ctx: Context, request: OpenRequest, to: PersonPrincipal): Promise<void> {
  if (request.kind === "question") return;
  const { today, voted, able } = await ableTo(ctx, request);
  if (able.some(({ id }) => id === to.id)) return;
  const why = voted.has(to.id)
    ? `has approved ${request.id} already`
    : `cannot decide ${request.id}: ${await whyNot(ctx, today, to)}`;
  throw cannot(
    to.name,
    why,
    able.map(({ name }) => name),
  );
}

async function whyNot(
  ctx: Context,
  request: OpenAuthorization,
  person: PersonPrincipal,
): Promise<string> {
  try {
    await assertMayDecide(ctx, request, person);
    return "they hold no key to decide with.";
  } catch (error) {
    if (!isEarshotError(error, "NOT_ALLOWED")) throw error;
    return error.message;
  }
}

function cannot(name: string, why: string, able: readonly string[]): EarshotError {
  const who =
    able.length === 0 ? "Nobody can at the moment." : `These can: ${able.toSorted().join(", ")}.`;
  const end = why.endsWith(".") ? "" : ".";
  return new EarshotError("NOT_ALLOWED", `${name} ${why}${end} ${who}`, {
    details: { name, able, reason: "cannot_decide" },
  });
}
