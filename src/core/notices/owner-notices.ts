import { EarshotError } from "../../domain/errors.ts";
import {
  ownConversation,
  type PrincipalId,
  type RequestId,
  type WorkspaceId,
} from "../../domain/id.ts";
import { NOTICE_AGENT } from "../../domain/people/own-agents.ts";
import type {
  AgentPrincipal,
  Caller,
  PersonPrincipal,
  Principal,
} from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { OpenQuestion, Request } from "../../domain/requests/request.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { newPrincipal } from "../callers/principals.ts";
import { questionDeliveries } from "../planning/question-deliveries.ts";

const SEEN = "I have seen it";
/** The newest notices, up to this many, are searched for the same one. */
const LOOKED_AT = 200;

export interface Notice {
  readonly workspace: WorkspaceId;
  /** The person who did it and need not be told; absent if the server did it at its start. */
  readonly actor?: PrincipalId | undefined;
  /** It tells a sole owner too, who has not done it. */
  readonly tellsSole?: true;
  /** A person who is being removed: a notice to them would wait for somebody who cannot sign in. */
  readonly leaving?: PrincipalId;
  /** What happened, in one sentence, and how to look at it or undo it. */
  readonly text: string;
  readonly context: string;
  /** An owner who has not seen an equal notice of this age yet gets no second one. */
  readonly foldedMs?: number;
}

type Part = Pick<Change, "writes" | "events">;

export const NOTHING_TOLD: Part = { writes: [], events: [] };

/**
 * Tells every other owner in the same commit. Each gets a question of their own on all surfaces,
 * which only they can close. Otherwise only readers of the log would see when one person changes
 * who decides, or the rules.
 */
export async function ownerNotices(ctx: Context, notice: Notice): Promise<Part> {
  const { workspace, actor, leaving, tellsSole = false } = notice;
  const all = await ownersOf(ctx, workspace);
  const others = all.filter(({ id }) => id !== actor && id !== leaving);
  // A sole owner is the one who starts the server.
  const isOwnStart = actor === undefined && all.length < 2 && !tellsSole;
  if (isOwnStart || others.length === 0) return NOTHING_TOLD;
  const agent = await noticeAgent(ctx, workspace);
  const told = await toldAlready(ctx, agent, notice);
  const untold = others.filter(({ name }) => !told.has(name));
  const parts = await Promise.all(untold.map(({ name }) => noticeTo(ctx, { agent, name, notice })));
  return {
    writes: parts.flatMap(({ writes }) => writes),
    events: parts.flatMap(({ events }) => events),
  };
}

/** Tells one person, in the same commit, what somebody else did in their name. */
export async function noticeToPerson(
  ctx: Context,
  { name, workspace }: PersonPrincipal,
  said: Pick<Notice, "text" | "context">,
): Promise<Part> {
  const agent = await noticeAgent(ctx, workspace);
  return await noticeTo(ctx, { agent, name, notice: { workspace, ...said } });
}

/** Why the caller may not close a notice: it waits until the person it is for has read it. */
export async function noticeHindrance(
  ctx: Context,
  { principal, rights }: Caller,
  request: Request,
): Promise<string | undefined> {
  if (!isOpenNotice(request)) return undefined;
  const { to, workspace } = request;
  if (principal.kind === "person" && to.includes(principal.name)) return undefined;
  const tells = `tells ${to.join(", ")} what was done`;
  const people = await peopleWithKeys(ctx, workspace);
  if (people.some(({ name }) => to.includes(name))) {
    return `${tells}, and only they can close it`;
  }
  if (rights.has("withdraw")) return undefined;
  return `${tells}; they can no longer sign in, and only an owner can take it back`;
}

function isOpenNotice(request: Request): request is OpenQuestion {
  if (request.kind !== "question" || request.agentName !== NOTICE_AGENT) return false;
  return request.status === "open" && request.tool === undefined;
}

/** Throws NOT_ALLOWED if anybody but the person it is for would close a notice. */
export async function assertTheirNotice(
  ctx: Context,
  caller: Caller,
  request: Request,
): Promise<void> {
  const hindrance = await noticeHindrance(ctx, caller, request);
  if (hindrance === undefined) return;
  throw new EarshotError("NOT_ALLOWED", `${request.id} ${hindrance}.`, {
    details: { id: request.id, reason: "their_notice" },
  });
}

/** Notices to a person who is being removed and could never close them. */
export async function openNoticesTo(
  ctx: Context,
  { workspace, name }: PersonPrincipal,
): Promise<readonly OpenQuestion[]> {
  const by = { workspace, kind: "agent", name: NOTICE_AGENT } as const;
  const agent = await ctx.store.findPrincipalByName(by);
  if (agent === undefined) return [];
  const theirs: OpenQuestion[] = [];
  const query = { workspace, agent: agent.id, kind: "question", status: "open" } as const;
  for (let after: RequestId | undefined; ; ) {
    const page = await ctx.store.listRequests({
      ...query,
      askedOf: name,
      order: "oldest",
      limit: LOOKED_AT,
      ...present({ after }),
    });
    const notices = page.filter(isOpenNotice);
    theirs.push(...notices.filter(({ to }) => to.length === 1 && to[0] === name));
    after = page.at(-1)?.id;
    if (page.length < LOOKED_AT) return theirs;
  }
}

/** Owners who hold a key, or a passkey to sign in with. */
export async function ownersOf(
  ctx: Context,
  workspace: WorkspaceId,
): Promise<readonly PersonPrincipal[]> {
  return (await peopleWithKeys(ctx, workspace)).filter(({ role }) => role === "owner");
}

async function peopleWithKeys(
  ctx: Context,
  workspace: WorkspaceId,
): Promise<readonly PersonPrincipal[]> {
  const holders = (await ctx.people.keys(workspace))
    .filter(({ key }) => key.revokedAt === undefined)
    .map(({ principal }) => principal);
  const all: readonly Principal[] = [...holders, ...(await ctx.people.withPasskey(workspace))];
  const found = new Map<PrincipalId, PersonPrincipal>();
  for (const one of all) {
    if (one.kind === "person") found.set(one.id, one);
  }
  return [...found.values()];
}

/** Owners who still have the same notice open. */
async function toldAlready(
  ctx: Context,
  { workspace, id: agent }: AgentPrincipal,
  { text, foldedMs }: Notice,
): Promise<ReadonlySet<string>> {
  if (foldedMs === undefined) return new Set();
  const since = toTimestamp(ctx.clock.now() - foldedMs);
  const open = await ctx.store.listRequests({
    workspace,
    agent,
    kind: "question",
    status: "open",
    order: "newest",
    limit: LOOKED_AT,
  });
  const same = open.filter(
    (one) => one.kind === "question" && one.question.text === text && one.createdAt > since,
  );
  return new Set(same.flatMap(({ to }) => to));
}

interface Told {
  readonly agent: AgentPrincipal;
  readonly name: string;
  readonly notice: Notice;
}

async function noticeTo(ctx: Context, { agent, name, notice }: Told): Promise<Part> {
  const { workspace, text, context } = notice;
  const form = { kind: "choice", options: [{ label: SEEN }] } as const;
  const request: OpenQuestion = {
    id: ctx.ids.next("req"),
    workspace,
    kind: "question",
    status: "open",
    agent: agent.id,
    agentName: agent.name,
    conversation: ownConversation(agent.id),
    to: [name],
    question: { text, context, form },
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
    version: 1,
  };
  const asked = await questionDeliveries(ctx, request);
  return {
    writes: [{ type: "request.insert", request, ...asked.insert }, ...asked.deliveries],
    events: [
      {
        type: "request.created",
        at: request.createdAt,
        actor: agent.id,
        subject: request.id,
        data: { digest: ctx.digest.content(request.salt, request.question) },
      },
      ...asked.events,
    ],
  };
}

/** The server's own agent that sends notices, created on first use. */
export async function noticeAgent(ctx: Context, workspace: WorkspaceId): Promise<AgentPrincipal> {
  const by = { workspace, kind: "agent", name: NOTICE_AGENT } as const;
  const known = await ctx.store.findPrincipalByName(by);
  if (known?.kind === "agent") return known;
  const { writes, events } = newPrincipal(ctx, { ...by, isServers: true });
  await ctx.commit({ workspace, writes, events });
  // Somebody else may have been faster.
  const made = await ctx.store.findPrincipalByName(by);
  if (made?.kind === "agent") return made;
  throw new EarshotError(
    "CONFLICT",
    "The other owners could not be told, so nothing was changed. Try again.",
  );
}
