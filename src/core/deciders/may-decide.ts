import { isActedFor, isApprover } from "../../domain/authority/authorization.ts";
import { editKindOf } from "../../domain/authority/edits.ts";
import { isOwnersChange } from "../../domain/authority/owners-change.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import { endUserNamed, roleInWords } from "../../domain/people/end-user.ts";
import type { AgentPrincipal, PersonPrincipal, Principal } from "../../domain/people/principal.ts";
import { isUntied } from "../../domain/people/token-agents.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { makersOf } from "./makers.ts";
import { isOwnEdit } from "./own-edits.ts";

/** What lets a person decide in a special case. */
export interface Standing {
  /** The agent or the edit is their own, and nobody else could decide. */
  readonly isSoleOperator: boolean;
}

/**
 * Throws NOT_ALLOWED if this person may not decide on the request, as it stands under today's
 * policy.
 */
export async function assertMayDecide(
  ctx: Context,
  request: AuthorizationRequest,
  person: Principal,
): Promise<Standing> {
  const { id } = request;
  assertAnothers(request, person);
  if (!isNamed(request, person)) {
    throw new EarshotError(
      "NOT_ALLOWED",
      `${person.name} may not decide ${id}: the rule "${request.authorization.demand.rule}" names ${namedBy(request)}.`,
      { details: { id, reason: "not_an_approver" } },
    );
  }
  assertNotActedFor(request, person);
  assertEditAllowed(request);
  const agent = await ctx.people.find(request.workspace, request.agent);
  if (agent?.kind === "agent" && agent.haltedAt !== undefined) {
    throw new EarshotError(
      "NOT_ALLOWED",
      `The agent ${agent.name} is halted, so ${id} cannot be approved. Reject it, or resume the agent: npx earshot agents resume "${agent.name}".`,
      { details: { id, agentName: agent.name, reason: "agent_halted" } },
    );
  }
  const ownership = await ownershipOf(ctx, request, person);
  if (ownership === "unknown") throw untied(request);
  if (ownership !== "own") {
    return { isSoleOperator: ownership === "sole" || (await isSoleEditor(ctx, request, person)) };
  }
  const why = agent?.kind === "agent" ? whyOwn(agent, person) : "is unknown";
  throw new EarshotError(
    "NOT_ALLOWED",
    `The agent ${request.agentName} ${why}, and nobody approves for an agent of their own: another operator has to decide ${id}.`,
    { details: { id, agentName: request.agentName, reason: "own_agent" } },
  );
}

/** Whose wish it is, by the agent's own words, does not stand for what others have to look at. */
function assertNotActedFor({ id, authorization }: AuthorizationRequest, { name }: Principal): void {
  if (!isActedFor(authorization, authorization.demand, name)) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `The agent acts for ${name} by its own words, and the rule "${authorization.demand.rule}" wants others to decide ${id}.`,
    { details: { id, reason: "acted_for" } },
  );
}

/** An edit of before today's policy, which lets nobody change the arguments. */
function assertEditAllowed({ id, authorization }: AuthorizationRequest): void {
  const { edit, demand } = authorization;
  if (edit === undefined || editKindOf(authorization) !== "forbidden") return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${id} cannot be approved as ${edit.by.name} has changed it: the rule "${demand.rule}" of today's policy lets nobody change the arguments. Approve it with the agent's own, or reject it.`,
    { details: { id, reason: "edited" } },
  );
}

/**
 * Whether the person made an edit that others have to approve, while there are no others. Throws
 * NOT_ALLOWED if there are: nobody is the author and the judge of one action.
 */
async function isSoleEditor(
  ctx: Context,
  { id, workspace, authorization }: AuthorizationRequest,
  { id: principal, name }: Principal,
): Promise<boolean> {
  if (!(await isOwnEdit(ctx, { workspace, authorization }, principal))) return false;
  if (await isAlone(ctx, workspace, principal)) return true;
  const isAuthor = authorization.edit?.by.principal === principal;
  const who = isAuthor ? name : `A key that ${name} made`;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${who} has changed the arguments of ${id}, and nobody approves a wider change of their own: another person has to decide it.`,
    { details: { id, reason: "own_edit" } },
  );
}

function whyOwn({ owner, tiedBy }: AgentPrincipal, { id, name }: Principal): string {
  if (owner === id) return `belongs to ${name}`;
  return tiedBy === id
    ? `may be that of ${name}, who has said whose it is`
    : `has a key that ${name} made`;
}

function untied({ id, agent, agentName }: AuthorizationRequest): EarshotError {
  const name = JSON.stringify(agentName);
  return new EarshotError(
    "NOT_ALLOWED",
    `Nobody has said whose tokens ${name} comes by, so it may be yours, and nobody approves for an agent of their own. Say whose: npx earshot agents tie ${name} NAME, or --nobody for no operator here. Then somebody else decides ${id}.`,
    { details: { id, agent, agentName, reason: "untied_agent" } },
  );
}

/**
 * An action that needs a second owner cannot be approved by the first, even if the request asks
 * them by name.
 */
function assertAnothers(
  { id, agentName, authorization }: AuthorizationRequest,
  by: Principal,
): void {
  const { tool, args } = authorization.action;
  if (!isOwnersChange({ agentName, tool }) || args["by"] !== by.id) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${by.name} wants ${id} themselves, and another owner has to approve it.`,
    { details: { id, reason: "own_change" } },
  );
}

/** What an agent sought, or may seek if no time is named. */
type Sought = Pick<AuthorizationRequest, "workspace" | "agent"> &
  Partial<Pick<AuthorizationRequest, "createdAt">>;

/**
 * `own`: the agent is this person's while others could decide. `sole`: only this person could.
 * `unknown`: nobody has said whose tokens it comes by, so it may be theirs.
 */
export async function ownershipOf(
  ctx: Context,
  sought: Sought,
  person: Pick<Principal, "id">,
): Promise<"another's" | "own" | "sole" | "unknown"> {
  const { workspace } = sought;
  const agent = await ctx.people.find(workspace, sought.agent);
  const isTheirs = (await ownersOfAgent(ctx, sought)).has(person.id);
  if (!isTheirs && !(agent?.kind === "agent" && isUntied(agent))) return "another's";
  if (await isAlone(ctx, workspace, person.id)) return "sole";
  return isTheirs ? "own" : "unknown";
}

/** Whether the agent is not this person's, or only they could decide. */
export async function isOthers(
  ctx: Context,
  sought: Sought,
  { principal: id }: Pick<Actor, "principal">,
): Promise<boolean> {
  const ownership = await ownershipOf(ctx, sought, { id });
  return ownership === "another's" || ownership === "sole";
}

/**
 * Everybody who can act as the agent: who made it, and who made a key of it and so has seen the secret.
 * Whoever has said whose tokens it comes by may have said it of their own. A key that ended before something was sought could neither seek it nor collect its approval.
 */
export async function ownersOfAgent(
  ctx: Context,
  { workspace, agent: id, createdAt }: Sought,
): Promise<ReadonlySet<PrincipalId>> {
  const agent = await ctx.people.find(workspace, id);
  const { owner, tiedBy } = agent?.kind === "agent" ? agent : {};
  const keys = await ctx.people.keys(workspace);
  const since = createdAt ?? nowOf(ctx);
  const makers = keys.flatMap(({ key }) => {
    const ends = [key.revokedAt, key.expiresAt].filter((end) => end !== undefined);
    const isGood = ends.every((end) => end >= since);
    return key.principal === id && isGood ? makersOf(keys, key) : [];
  });
  return new Set([owner, tiedBy, ...makers].filter((one) => one !== undefined));
}

/**
 * Whether nobody but the person could decide. Nobody is alone where two owners have to agree: an owner
 * could end everybody else's keys, which waits for nobody, and then decide for their own agents.
 */
export async function isAlone(
  ctx: Context,
  workspace: WorkspaceId,
  id: PrincipalId,
): Promise<boolean> {
  const { compiled } = await ctx.policies.of(workspace);
  if (compiled.policy.owners !== undefined) return false;
  const all = [
    ...deciders(await ctx.people.keys(workspace)),
    ...comingBack(await ctx.people.withPasskey(workspace)),
  ];
  return all.every((one) => one === id);
}

/** The person's own agents, if others must decide what those want. */
export async function agentsOfOthers(
  ctx: Context,
  { workspace, id }: PersonPrincipal,
): Promise<readonly PrincipalId[]> {
  if (await isAlone(ctx, workspace, id)) return [];
  const keys = await ctx.people.keys(workspace);
  const agents = keys.filter(
    ({ principal, key }) =>
      principal.kind === "agent" &&
      (principal.owner === id || (key.revokedAt === undefined && makersOf(keys, key).includes(id))),
  );
  return [...new Set(agents.map(({ principal }) => principal.id))];
}

/** Everybody who could approve the request as it stands, votes aside. */
export async function whoMayDecide(
  ctx: Context,
  request: AuthorizationRequest,
): Promise<readonly Principal[]> {
  const { workspace } = request;
  const passkeys = await ctx.people.withPasskey(workspace);
  const ids = new Set([...deciders(await ctx.people.keys(workspace)), ...comingBack(passkeys)]);
  const who: Principal[] = [];
  for (const id of ids) {
    const person = await ctx.people.find(workspace, id);
    if (person !== undefined && (await mayDecide(ctx, request, person)) !== undefined) {
      who.push(person);
    }
  }
  return who;
}

/** What would let the person approve the request if asked now; undefined if nothing would. */
export async function standingOf(
  ctx: Context,
  request: AuthorizationRequest,
  id: PrincipalId,
): Promise<Standing | undefined> {
  if (!(await isOperator(ctx, request.workspace, id))) return undefined;
  const person = await ctx.people.find(request.workspace, id);
  if (person === undefined) return undefined;
  return await mayDecide(ctx, request, person);
}

async function mayDecide(
  ctx: Context,
  request: AuthorizationRequest,
  person: Principal,
): Promise<Standing | undefined> {
  try {
    return await assertMayDecide(ctx, request, person);
  } catch (error) {
    if (isEarshotError(error, "NOT_ALLOWED")) return undefined;
    throw error;
  }
}

/** Whether the person holds, or was signed in with, a key that lets them decide. */
async function isOperator(ctx: Context, workspace: WorkspaceId, id: PrincipalId): Promise<boolean> {
  return deciders(await ctx.people.keys(workspace)).includes(id);
}

/**
 * Everybody who holds a key to decide with. An expired web session counts until somebody revokes
 * it: decisions made in it stand, and so must the person who made them.
 */
export function deciders(keys: readonly KeyOwner[]): readonly PrincipalId[] {
  return keys
    .filter(({ key }) => key.revokedAt === undefined && key.invitation === undefined)
    .filter(({ key }) => key.scopes.includes("decide"))
    .filter(({ principal }) => principal.kind === "person" && principal.role !== "viewer")
    .map(({ principal }) => principal.id);
}

/**
 * People who hold no key but can sign in to decide. Revoking another operator's web session must
 * not make anybody the only decider.
 */
function comingBack(people: readonly PersonPrincipal[]): readonly PrincipalId[] {
  return people.filter(({ role }) => role !== "viewer").map(({ id }) => id);
}

/** Whether the demand names the person, and the request asks them. */
function isNamed(
  { to, authorization }: AuthorizationRequest,
  person: Pick<Principal, "kind" | "name"> & Partial<Pick<PersonPrincipal, "role">>,
): boolean {
  if (!isApprover(authorization.demand, person)) return false;
  const isAnybody = to.length === 0 && endUserNamed(person.name) === undefined;
  return isAnybody || to.includes(person.name);
}

function namedBy({ to, authorization }: AuthorizationRequest): string {
  const { names, roles } = authorization.demand.approvers;
  const named = [...names, ...roles.map(roleInWords)];
  const all = named.length === 0 ? "nobody" : named.join(", ");
  const asked = to.join(", ");
  return to.length === 0 || asked === all ? all : `${all}, and it asks ${asked}`;
}
