import { type Action, evidencePart } from "../../domain/authority/action.ts";
import {
  AUTHORIZATION_TOOL,
  type Authorization,
  type Demand,
  isApprover,
} from "../../domain/authority/authorization.ts";
import { withCommitments } from "../../domain/authority/secret-args.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { committedWords } from "../../domain/log/committed.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { END_USER_ROLE } from "../../domain/people/end-user.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { present } from "../../domain/present.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { Write } from "../../ports/store/store.ts";
import { conversationFor } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { notifyOf } from "../call/notify-of.ts";
import { operatorsNamed, personNamed } from "../deciders/resolve-names.ts";
import { bindEvidence, byDigests } from "../evidence/bind-evidence.ts";
import { bringContents } from "../evidence/evidence-contents.ts";
import { askPolicy } from "../verdict/ask-policy.ts";
import { longTexts } from "./long-args.ts";
import { soleNames } from "./terms-today.ts";
import { type KnownTool, knownTool } from "./tool-pins.ts";

/** An authorization as it would be asked, with the policy's verdict. */
export interface Draft {
  readonly request: OpenAuthorization;
  readonly verdict: PolicyVerdict;
  /** The arguments with their secrets. */
  readonly args: JsonObject;
  /** Some argument is too long to be shown, so people cannot be asked. */
  readonly isTooLong: boolean;
  readonly sealed: { readonly sealed?: string };
  /** Keeps what people are shown beside the action, whatever becomes of the request. */
  readonly contents: readonly Write[];
  /** The pin written with its approval if nothing is pinned. */
  readonly pins: readonly Write[];
  /** What is learned of the tool, written whatever becomes of the request. */
  readonly definitions: readonly Write[];
  readonly created: EventDraft;
  /** Equal for equal actions of this agent. */
  readonly joinDigest: string;
}

type Content = Omit<AuthorizeInput, "holdMs">;

export async function draftAuthorization(
  ctx: Context,
  caller: Caller,
  content: Content,
): Promise<Draft> {
  const { args } = content;
  const { id: agent, name: agentName, workspace } = caller.principal;
  const chosen =
    content.to === undefined ? undefined : await operatorsNamed(ctx, caller, content.to);
  const { id: conversation } = await conversationFor(ctx, caller, content.conversation);
  const {
    verdict: ruled,
    revision,
    mostMs,
  } = await askPolicy(ctx, {
    workspace,
    agent,
    agentName,
    ...content,
  });
  const { known, verdict, marks } = await judgeTool(ctx, caller, { content, ruled });
  const { demand } = verdict;
  await assertEnoughOf(ctx, workspace, { to: chosen, verdict });
  // An agent picks nobody out of those whom a list demands.
  const to = demand.wanted === undefined ? chosen : undefined;
  const lifeMs = content.expiresInMs ?? demand.expiresInMs;
  const notify = await notifyOf(ctx, caller, content.notify);
  const nowMs = ctx.clock.now();
  const createdAt = toTimestamp(nowMs);
  const expiresAt = toTimestamp(Math.ceil(nowMs + Math.min(lifeMs, mostMs)));
  const nonce = ctx.ids.salt();
  const hidden = hide(ctx, content, nonce);
  const { action, digest, pieces } = enveloped(ctx, content, {
    workspace,
    agent,
    demand,
    args: hidden.args,
    policyVersion: revision,
    expiresAt,
    nonce,
  });
  const request: OpenAuthorization = {
    id: ctx.ids.next("req"),
    workspace,
    kind: "authorization",
    status: "open",
    agent,
    agentName,
    conversation,
    to: to ?? soleNames(demand),
    authorization: {
      action,
      digest,
      reason: content.reason,
      ...present({ onBehalfOf: content.onBehalfOf, argsSchema: content.argsSchema }),
      secrets: hidden.secrets,
      demand,
      votes: [],
      ...marks,
    },
    salt: ctx.ids.salt(),
    createdAt,
    expiresAt,
    tool: AUTHORIZATION_TOOL,
    ...present({ notify }),
    version: 1,
  };
  return {
    request,
    verdict,
    args,
    isTooLong: hidden.isTooLong,
    definitions: known.definitions,
    pins: known.pins,
    sealed: hidden.sealed,
    contents: await bringContents(ctx, request, pieces),
    created: createdEvent(ctx, request),
    joinDigest: joinDigest(ctx, content, { agent, to: chosen ?? [] }),
  };
}

interface Enveloping
  extends Pick<Action, "workspace" | "agent" | "args" | "policyVersion" | "expiresAt" | "nonce"> {
  readonly demand: Demand;
}

/** The action with its digest, and the contents of its evidence. */
function enveloped(ctx: Context, content: Content, { demand, ...given }: Enveloping) {
  const said = { args: given.args, hints: demand.args };
  const { evidence, pieces } = bindEvidence(ctx, content.evidence, said);
  const action: Action = {
    ...given,
    ...evidencePart(evidence),
    session: content.session ?? null,
    tool: content.tool,
    toolSchemaHash: content.toolSchemaHash ?? null,
    resources: content.resources ?? [],
    level: demand.level,
  };
  return { ...ctx.digest.envelope(action), pieces };
}

/** What is known of the tool, and what that changes in the verdict and in what people see. */
interface JudgedTool {
  readonly known: KnownTool;
  readonly verdict: PolicyVerdict;
  readonly marks: Pick<Authorization, "toolChanged" | "toolNew" | "toolChange">;
}

async function judgeTool(
  ctx: Context,
  caller: Caller,
  { content, ruled }: { readonly content: Content; readonly ruled: PolicyVerdict },
): Promise<JudgedTool> {
  const known = await knownTool(ctx, caller, content);
  const { is, change: toolChange } = known;
  if (is === "known") return { known, verdict: ruled, marks: {} };
  if (is === "changed") {
    return { known, verdict: ruled, marks: { toolChanged: true, ...present({ toolChange }) } };
  }
  const { compiled } = await ctx.policies.of(caller.principal.workspace);
  switch (compiled.policy.newTools ?? "ask") {
    case "allow":
      return { known, verdict: ruled, marks: {} };
    case "deny":
      return { known, verdict: withoutNew(ruled), marks: {} };
    case "ask":
      return { known, verdict: ruled, marks: { toolNew: true, ...present({ toolChange }) } };
  }
}

/** Rules that allow or ask did not have the new tool in mind. */
function withoutNew({ outcome, demand }: PolicyVerdict): PolicyVerdict {
  if (outcome === "deny") return { outcome, demand };
  const why =
    "Its server offered this tool only after its first listing, and the policy denies new tools.";
  return { outcome: "deny", demand: { ...demand, rule: "new_tools", why } };
}

/** The people asked must be able to decide, or the agent would never hear back. */
async function assertEnoughOf(
  ctx: Context,
  workspace: WorkspaceId,
  { to, verdict }: { to: readonly string[] | undefined; verdict: PolicyVerdict },
): Promise<void> {
  const { outcome, demand } = verdict;
  if (to === undefined) {
    if (outcome === "ask") assertNotOnlyEndUser(demand);
    return;
  }
  for (const name of to) {
    const person = await personNamed(ctx, workspace, name);
    if (person !== undefined && isApprover(demand, person)) continue;
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(name)} may not decide on this action. Leave "to" out to ask whoever may.`,
      { details: { name } },
    );
  }
  if (to.length >= demand.quorum || demand.wanted !== undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${demand.quorum} people have to approve this action, and "to" names ${to.length}. Name more, or leave it out.`,
  );
}

/** A rule does not know the users of a service: the agent says which of them it asks. */
function assertNotOnlyEndUser({ rule, approvers: { names, roles } }: Demand): void {
  if (names.length > 0 || roles.length === 0 || roles.some((role) => role !== END_USER_ROLE))
    return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The rule ${JSON.stringify(rule)} leaves this to the end user of an application. Say whose action it is: to: ["SERVICE:USER"].`,
    { details: { what: "to" } },
  );
}

/** Secrets, and texts too long to show, are replaced by their commitments. */
function hide(ctx: Context, { args, secrets: named = [] }: Content, nonce: string) {
  const long = longTexts(args, named);
  const secrets = [...named, ...long];
  const { args: shown, plain } = withCommitments(args, secrets, (value) =>
    ctx.vault.commitment(nonce, value),
  );
  const sealed =
    secrets.length === 0 ? {} : { sealed: ctx.vault.seal(nonce, JSON.stringify(plain)) };
  return { args: shown, secrets, sealed, isTooLong: long.length > 0 };
}

export function createdEvent(
  ctx: Context,
  { id, agent, createdAt, authorization, salt }: OpenAuthorization,
): EventDraft {
  const { action, digest, demand } = authorization;
  const { level, rule } = demand;
  const words = ctx.digest.content(salt, committedWords(authorization));
  const revision = action.policyVersion;
  return {
    type: "request.created",
    at: createdAt,
    actor: agent,
    subject: id,
    data: { digest, kind: "authorization", level, rule, revision, words },
  };
}

/** Made with a key of the server if it covers secrets: their plain digest could be guessed. */
function joinDigest(
  ctx: Context,
  content: Content,
  { agent, to }: { readonly agent: string; readonly to: readonly string[] },
): string {
  const { tool, args, session, toolSchemaHash, resources, onBehalfOf, conversation, joinKey } =
    content;
  const isSecret = (content.secrets?.length ?? 0) > 0;
  return ctx.digest.json({
    authorize: tool,
    joinKey,
    to,
    session,
    toolSchemaHash,
    resources,
    evidence: byDigests(ctx, content.evidence),
    onBehalfOf,
    conversation,
    args: isSecret ? ctx.vault.commitment(`join ${agent}`, args) : args,
  });
}
