import { isApprover } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import { checkPointer, valueAt } from "../../domain/json-pointer.ts";
import { DEFAULT_STANDING_REJECTION_MS, MAX_STANDING_REJECTION_MS } from "../../domain/limits.ts";
import { committedPermission } from "../../domain/log/committed.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { rejects } from "../../domain/policy/permission-match.ts";
import { present } from "../../domain/present.ts";
import { type Leeway, type LikenessOfAction, likenessOf } from "../../domain/requests/likeness.ts";
import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import { SECOND_MS } from "../../domain/time.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { RejectInput } from "../../ports/earshot/authority.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { deciders } from "../deciders/may-decide.ts";
import { asItsKeyLeaves } from "../deciders/withdrawn-votes.ts";
import { isGivenInLog } from "../log/given-in-log.ts";
import { askedArgs } from "../verdict/open-secrets.ts";
import type { Draft } from "./draft-authorization.ts";

/** A rejection that covers similar actions, with its writes and events. */
export interface StandingRejection {
  readonly permission: Permission;
  readonly write: Write;
  readonly logged: Pick<EventDraft, "type" | "subject" | "data">;
}

interface Rejected {
  readonly request: Request;
  readonly input: RejectInput;
  readonly by: Actor;
  /** The rejection's time, so the log shows both as one. */
  readonly at: Timestamp;
}

/** Undefined if only this one action is rejected. */
export async function standingRejection(
  ctx: Context,
  caller: Caller,
  { request, input, by, at }: Rejected,
): Promise<StandingRejection | undefined> {
  const { covers = "this", forMs = DEFAULT_STANDING_REJECTION_MS, anyAt, digitsAt } = input;
  if (covers === "this") {
    if ([input.forMs, anyAt, digitsAt].every((one) => one === undefined)) return undefined;
    throw refused('How long it holds and for what is said of one that covers "like".');
  }
  assertMayStand(caller, forMs);
  // For a question, the machine says what it takes instead.
  if (request.kind !== "authorization") return undefined;
  const permission = await drafted(ctx, request, { forMs, by, at, leeway: { anyAt, digitsAt } });
  const given = { ...permission, ...present({ key: caller.key }) };
  const { id, scope, tool, level } = given;
  return {
    permission: given,
    write: { type: "permission.insert", permission: given },
    logged: {
      type: "permission.given",
      subject: id,
      data: {
        digest: ctx.digest.json(committedPermission(given)),
        via: by.via,
        name: tool,
        kind: scope,
        level,
        permission: id,
      },
    },
  };
}

function assertMayStand(caller: Caller, forMs: number): void {
  requireRight(caller, "permit");
  if (caller.unattended === true) {
    throw new EarshotError(
      "NOT_ALLOWED",
      "A key for scripts decides on one action at a time; only people decide for others as well.",
    );
  }
  if (Number.isFinite(forMs) && forMs >= SECOND_MS && forMs <= MAX_STANDING_REJECTION_MS) return;
  throw refused(
    `A rejection of similar actions lasts from 1 second to ${inTime(MAX_STANDING_REJECTION_MS)}.`,
  );
}

interface Drafting extends Pick<Rejected, "by" | "at"> {
  readonly forMs: number;
  readonly leeway: Leeway;
}

async function drafted(
  ctx: Context,
  request: AuthorizationRequest,
  { forMs, leeway, by, at: createdAt }: Drafting,
): Promise<Permission> {
  const { id, workspace, agent, agentName, authorization } = request;
  const { action } = authorization;
  const like = await soughtOf(ctx, request);
  assertNamesArguments(like.args, leeway);
  return {
    id: ctx.ids.next("per"),
    workspace,
    scope: "reject",
    agent,
    agentName,
    tool: action.tool,
    argsDigest: likenessDigest(ctx, like, leeway),
    request: id,
    ...namedPlaces(leeway),
    // It approves nothing. Mistaken for a permission, it would cover the least.
    level: "LOW",
    until: toTimestamp(toMs(createdAt) + Math.ceil(forMs)),
    givenBy: by,
    createdAt,
    uses: 0,
  };
}

function namedPlaces({ anyAt = [], digitsAt = [] }: Leeway): Pick<Permission, keyof Leeway> {
  return {
    ...present({
      anyAt: anyAt.length === 0 ? undefined : anyAt,
      digitsAt: digitsAt.length === 0 ? undefined : digitsAt,
    }),
  };
}

/** The action as the agent sought it, before edits, because that is what it would seek again. */
export async function soughtOf(
  ctx: Context,
  request: AuthorizationRequest,
): Promise<LikenessOfAction> {
  const { action, demand, onBehalfOf } = request.authorization;
  return { ...action, args: await askedArgs(ctx, request), level: demand.level, onBehalfOf };
}

/** Whether a standing rejection covers what this request sought. */
export async function isLikeRejected(
  ctx: Context,
  { argsDigest, anyAt, digitsAt }: Permission,
  request: AuthorizationRequest,
): Promise<boolean> {
  return likenessDigest(ctx, await soughtOf(ctx, request), { anyAt, digitsAt }) === argsDigest;
}

/** Refuses a rejection that names nothing by which to tell actions apart. */
export function assertNamesArguments(
  args: LikenessOfAction["args"],
  { anyAt = [], digitsAt = [] }: Leeway,
): void {
  for (const pointer of [...anyAt, ...digitsAt]) {
    checkPointer(pointer, "argument that may differ");
    if (pointer !== "" && valueAt(args, pointer) !== undefined) continue;
    throw refused(
      `There is no argument at ${JSON.stringify(pointer)} of which the rest would tell it apart.`,
    );
  }
}

function refused(message: string): EarshotError {
  return new EarshotError("INVALID_INPUT", message);
}

/** Keyed, because arguments may be secret or easy to guess. */
function likenessDigest(
  { vault }: Pick<Context, "vault">,
  action: LikenessOfAction,
  leeway: Leeway,
): string {
  return vault.commitment("rejection", likenessOf(action, leeway));
}

/** Whether any standing rejection may cover what the agent seeks. */
export async function hasStandingRejections(
  ctx: Context,
  { workspace, id }: { readonly workspace: WorkspaceId; readonly id: PrincipalId },
): Promise<boolean> {
  return (await rejectionsOf(ctx, workspace, id)).length > 0;
}

async function rejectionsOf(
  ctx: Context,
  workspace: WorkspaceId,
  agent: PrincipalId,
): Promise<readonly Permission[]> {
  const now = nowOf(ctx);
  return (await ctx.standing.of(workspace, agent)).filter(
    ({ scope, until }) => scope === "reject" && until > now,
  );
}

/** The rejection that covers an action, by a person who could still reject it now. */
export async function findRejecting(
  ctx: Context,
  { request, args }: Draft,
): Promise<Permission | undefined> {
  const { workspace, agent, createdAt, authorization } = request;
  const known = await rejectionsOf(ctx, workspace, agent);
  if (known.length === 0) return undefined;
  const { action, demand, onBehalfOf } = authorization;
  const like = { ...action, args, level: demand.level, onBehalfOf };
  const digestOf = (leeway: Leeway) => likenessDigest(ctx, like, leeway);
  const keys = await ctx.people.keys(workspace);
  const people = deciders(keys);
  for (const stored of known) {
    const permission = asItsKeyLeaves(stored, keys);
    if (!rejects(permission, { agent, digestOf }, createdAt)) continue;
    if (!(await isGivenInLog(ctx, stored))) continue;
    const { principal } = permission.givenBy;
    const person = people.includes(principal)
      ? await ctx.people.find(workspace, principal)
      : undefined;
    if (person !== undefined && isApprover(demand, person)) return permission;
  }
  return undefined;
}

/** The reason the agent gets, so it does not try again at once. */
export function reasonThatStands(reason: string | undefined, { until }: Permission): string {
  const said = reason === undefined ? "" : `${/[.!?]$/.test(reason) ? reason : `${reason}.`}\n`;
  return `${said}This covers similar actions until ${until}: they are rejected at once, and nobody is asked. Do not seek them again before then.`;
}

/** The same for a rejection without a person. */
export async function reasonOfRejecting(
  ctx: Context,
  { workspace, request, givenBy, createdAt }: Permission,
): Promise<string> {
  const first = request === undefined ? undefined : await ctx.store.findRequest(workspace, request);
  const said = first?.status === "rejected" ? first.reason : undefined;
  return `Nobody was asked: it resembles ${request}, which ${givenBy.name} rejected at ${createdAt}${said === undefined ? "." : `: ${said}`}`;
}
