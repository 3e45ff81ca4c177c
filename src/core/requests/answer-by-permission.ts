import { asksFiles } from "../../domain/forms/file-fields.ts";
import type { RequestId } from "../../domain/id.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import { answers } from "../../domain/policy/permission-match.ts";
import { present } from "../../domain/present.ts";
import {
  type OpenQuestion,
  type QuestionRequest,
  type Request,
  type Waited,
  waited,
} from "../../domain/requests/request.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import type { Joined } from "../../ports/earshot/call.ts";
import type { Change, KeyOwner, Write } from "../../ports/store/store.ts";
import { commitPlanned } from "../call/commit-call.ts";
import type { Context } from "../call/context.ts";
import { type CallIdentity, onceOf } from "../call/once.ts";
import { deciders } from "../deciders/may-decide.ts";
import { asItsKeyLeaves, keysOf } from "../deciders/withdrawn-votes.ts";
import { isGivenInLog } from "../log/given-in-log.ts";

/** Covers what a question asks, not whom. Keyed, because it may be easy to guess. */
export function askedDigest(
  { vault }: Pick<Context, "vault">,
  { question }: Pick<QuestionRequest, "question">,
): string {
  const { text, context = null, form } = question;
  return vault.commitment("permission", { question: { text, context, form } });
}

/**
 * Stores a question with the answer that a person gave to all such questions in advance. Undefined
 * if nobody did, and people must be asked.
 */
export async function answeredByPermission(
  ctx: Context,
  call: CallIdentity,
  request: OpenQuestion,
): Promise<Joined | { readonly waited: Waited } | undefined> {
  // Most agents have none, and then nothing is planned.
  if ((await ctx.standing.of(request.workspace, request.agent)).length === 0) return undefined;
  return await commitPlanned<Joined | { readonly waited: Waited } | undefined>(ctx, {
    thing: "The standing answer",
    async plan() {
      const standing = await byPermission(ctx, request);
      if (standing === undefined) return { alreadySo: undefined };
      return {
        change: answeredChange(ctx, call, { request, standing }),
        done: () => ({ waited: waited(standing.answered) }),
      };
    },
    replay: (id) => ({ id: id as RequestId, is: "replayed" }),
    // People are asked.
    lost: () => undefined,
  });
}

/** A question closed by a standing answer, with the writes and events of that. */
export interface AnsweredByPermission {
  readonly answered: Request;
  readonly writes: readonly Write[];
  readonly logged: EventDraft;
}

/** Undefined if nobody answered such questions in advance. */
export async function byPermission(
  ctx: Context,
  request: OpenQuestion,
): Promise<AnsweredByPermission | undefined> {
  const standing = await standingAnswer(ctx, request);
  if (standing === undefined) return undefined;
  const { permission, source } = standing;
  const { answer } = source;
  const { id, agent, salt, createdAt: at } = request;
  const by = permission.givenBy;
  const answered = transition(request, { type: "answer", answer, by }, at);
  return {
    answered,
    writes: [
      { type: "request.insert", request: answered },
      { type: "ground.holds", keys: keysOf([permission]) },
      { type: "permission.use", id: permission.id, uses: permission.uses },
    ],
    logged: {
      at,
      subject: id,
      agent,
      type: "request.answered_by_permission",
      data: { digest: ctx.digest.content(salt, answer), permission: permission.id, via: by.via },
    },
  };
}

/** An answer that stands, and the request that it was given to. */
export interface Standing {
  readonly permission: Permission;
  readonly source: Extract<Request, { readonly status: "answered" }>;
}

/** The answer that a person gave in advance to the question, were it asked at `createdAt`. */
export async function standingAnswer(
  ctx: Context,
  request: Pick<OpenQuestion, "workspace" | "agent" | "question" | "createdAt">,
): Promise<Standing | undefined> {
  const { workspace, agent, createdAt } = request;
  const { form, evidence } = request.question;
  // The files of an answer belong to one request, and nobody has seen what is shown with this one.
  if (asksFiles(form) || evidence !== undefined) return undefined;
  const forAnswers = await ctx.standing.of(workspace, agent);
  if (forAnswers.length === 0) return undefined;
  const keys = await ctx.people.keys(workspace);
  const asked = { agent, digest: askedDigest(ctx, request) };
  for (const permission of forAnswers) {
    if (!isGood(permission, keys) || !answers(asItsKeyLeaves(permission, keys), asked, createdAt)) {
      continue;
    }
    if (!(await isGivenInLog(ctx, permission))) continue;
    const source = await sourceOf(ctx, permission);
    if (source !== undefined) return { permission, source };
  }
  return undefined;
}

/** A person who may no longer answer does not answer in advance either. */
function isGood({ givenBy }: Permission, keys: readonly KeyOwner[]): boolean {
  return deciders(keys).includes(givenBy.principal);
}

async function sourceOf(
  ctx: Context,
  { workspace, request }: Permission,
): Promise<Standing["source"] | undefined> {
  const source: Request | undefined =
    request === undefined ? undefined : await ctx.store.findRequest(workspace, request);
  return source?.status === "answered" && source.erasedAt === undefined ? source : undefined;
}

function answeredChange(
  ctx: Context,
  call: CallIdentity,
  {
    request,
    standing,
  }: { readonly request: OpenQuestion; readonly standing: AnsweredByPermission },
): Change {
  const { id, workspace, agent, salt, createdAt: at } = request;
  const once = onceOf(ctx, call, id);
  const created: EventDraft = {
    at,
    subject: id,
    agent,
    type: "request.created",
    actor: agent,
    data: { digest: ctx.digest.content(salt, request.question) },
  };
  return {
    workspace,
    ...present({ once }),
    writes: standing.writes,
    events: [created, standing.logged],
  };
}
