import type { ConversationId, MessageId, SessionId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { ERASED } from "../../domain/requests/erased.ts";
import { namesMatter, saidBy } from "../../domain/requests/matter.ts";
import { isEnded, type Session, type SessionCall } from "../../domain/sessions/session.ts";
import type { WordsRow } from "../../ports/earshot/words.ts";
import { nowOf } from "../call/context.ts";
import { eraseEnded } from "../session-changes/erase-chain.ts";
import { cancelSession } from "../sessions/cancel-session.ts";
import { erasingMessage } from "./erase.ts";
import { eraseLiaison, eraseWords } from "./erase-liaison.ts";
import { postsOf } from "./erase-posts.ts";
import { DUE, type Eraser, idOf, type Pursuit, type Standing } from "./pursuit.ts";

/*
 * What was said: messages, sessions of agents, conversations of the liaison.
 */

export const MESSAGES: Eraser = {
  async look(pursuit, row) {
    const { ctx, caller } = pursuit;
    const { workspace } = caller.principal;
    const message = await ctx.store.findMessage(workspace, idOf(row) as MessageId);
    if (message === undefined) return undefined;
    const posts = await postsOf(pursuit, message.id);
    const liaison = await ctx.store.findLiaison(workspace, message.conversation);
    return { ...(liaison === undefined ? DUE : liaisonStanding(liaison)), ...posts };
  },
  holds({ matter }, { texts: { text = null, sender = null } }) {
    return text !== ERASED && (namesMatter(matter, text) || saidBy(matter, sender));
  },
  async take({ ctx, caller }, row) {
    const { workspace, id: actor } = caller.principal;
    const message = await ctx.store.findMessage(workspace, idOf(row) as MessageId);
    if (message === undefined || message.salt === "") return;
    const conversation = await ctx.store.findConversation(workspace, message.conversation);
    const change = erasingMessage(message, { at: nowOf(ctx), actor });
    // The agent is not told of a message that is gone.
    const agent = conversation?.agent;
    const untold =
      agent === undefined
        ? []
        : [{ type: "mailbox.remove", ref: { workspace, agent, item: message.id } } as const];
    await ctx.commit({ ...change, writes: [...change.writes, ...untold] });
  },
};

async function sessionOf({ ctx, caller }: Pursuit, row: WordsRow): Promise<Session | undefined> {
  return await ctx.store.findSession(caller.principal.workspace, idOf(row) as SessionId);
}

async function sessionStanding({ ctx }: Pursuit, session: Session): Promise<Standing> {
  const { workspace, status, waitsFor } = session;
  if (!isEnded(status)) return { state: "open", why: "its agent is at work, or will be" };
  if (status !== "paused" || waitsFor === undefined) return DUE;
  const request = await ctx.store.findRequest(workspace, waitsFor.request);
  if (request?.status !== "open") return DUE;
  return { state: "open", why: "it goes on once its question is answered" };
}

/** What is said in a session, or in one of its entries. */
type Spoken = Pick<Session, "task" | "reason" | "from"> & {
  readonly text: string;
  readonly calls: readonly SessionCall[];
};

/** Sessions with their entries; a whole session is erased. */
export const SESSIONS: Eraser = {
  keeps: ["lane", "scheduled"],
  async look(pursuit, row) {
    const session = await sessionOf(pursuit, row);
    return session === undefined ? undefined : await sessionStanding(pursuit, session);
  },
  async close({ ctx, caller }, row) {
    await cancelSession(ctx, caller, { input: { id: idOf(row) as SessionId } });
  },
  holds({ matter }, { texts: { body = null } }) {
    const { task, reason, text, calls, from } = JSON.parse(body ?? "{}") as Partial<Spoken>;
    if ((task ?? text) === ERASED) return false;
    const isTheirs = matter.kind === "person" && from === matter.name;
    const said = [task, reason, text, ...(calls ?? []).map(({ args }) => JSON.stringify(args))];
    return isTheirs || said.some((words) => namesMatter(matter, words ?? null));
  },
  async take(pursuit, row) {
    const { ctx, caller } = pursuit;
    const session = await sessionOf(pursuit, row);
    if (session !== undefined) await eraseEnded(ctx, session, caller.principal.id);
  },
};

function liaisonStanding({ phase, erasedAt }: Liaison): Standing {
  if (phase === "completed" || erasedAt !== undefined) return DUE;
  return { state: "open", why: "the conversation with the liaison is still open" };
}

async function liaisonOf({ ctx, caller }: Pursuit, row: WordsRow): Promise<Liaison | undefined> {
  return await ctx.store.findLiaison(caller.principal.workspace, idOf(row) as ConversationId);
}

export const LIAISONS: Eraser = {
  async look(pursuit, row) {
    const liaison = await liaisonOf(pursuit, row);
    return liaison === undefined ? undefined : liaisonStanding(liaison);
  },
  close: eraseWhole,
  holds({ matter }, { texts: { body = null } }) {
    const { person, erasedAt } = JSON.parse(body ?? "{}") as Partial<Liaison>;
    return erasedAt === undefined && (matter.kind === "about" || person === matter.id);
  },
  take: eraseWhole,
};

async function eraseWhole(pursuit: Pursuit, row: WordsRow): Promise<void> {
  const { ctx, caller } = pursuit;
  const liaison = await liaisonOf(pursuit, row);
  if (liaison === undefined) return;
  // Dependent content first: once the conversation no longer names anybody, no later erasure gets
  // here.
  await eraseWords(ctx, caller, liaison);
  const input = { conversation_id: liaison.id };
  await eraseLiaison(ctx, caller, { input, isGrounded: true });
}
