import { ownConversation, type SessionId } from "../../domain/id.ts";
import type { AgentPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Session, SessionCause, SessionPlace } from "../../domain/sessions/session.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import { type Context, nowOf } from "../call/context.ts";

export interface NewSession {
  readonly cause: SessionCause;
  readonly task: string;
  /** Absent: a lane of its own, or that of its place. */
  readonly lane?: string;
  readonly from: string | undefined;
  readonly place: SessionPlace | undefined;
  readonly scheduled: string | undefined;
  readonly follows: SessionId | undefined;
  readonly saidAt?: Timestamp | undefined;
}

/** A session to be queued. */
export function newSession(
  ctx: Pick<Context, "clock" | "ids">,
  { id: agent, name: agentName, workspace }: Pick<AgentPrincipal, "id" | "name" | "workspace">,
  given: NewSession,
): Session {
  const id = ctx.ids.next("ses");
  const { cause, task, lane = laneOf(given.place) ?? id, ...rest } = given;
  return {
    id,
    workspace,
    agent,
    agentName,
    cause,
    task,
    lane,
    root: id,
    ...present(rest),
    conversation: ownConversation(agent),
    ...unstarted(ctx),
  };
}

/** The session that continues another in the same lane and place. */
export function continuing(
  ctx: Pick<Context, "clock" | "ids">,
  former: Session,
  given: { readonly cause: SessionCause; readonly task?: string; readonly from?: string },
): Session {
  const { workspace, agent, agentName, conversation, place, lane, root } = former;
  const { cause, task = former.task, from = former.from } = given;
  return {
    id: ctx.ids.next("ses"),
    workspace,
    agent,
    agentName,
    cause,
    task,
    conversation,
    lane,
    root,
    continues: former.id,
    ...present({ place, from }),
    ...unstarted(ctx),
  };
}

function unstarted(ctx: Pick<Context, "clock" | "ids">) {
  return {
    status: "queued" as const,
    attempts: 0,
    epoch: 0,
    asked: false,
    posted: false,
    entries: 0,
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
    version: 1,
  };
}

/** Messages of one thread, or of one chat without threads, are worked on one after another. */
export function laneOf(place: SessionPlace | undefined): string | undefined {
  if (place === undefined) return undefined;
  const { channel, chatId, threadId } = place;
  return threadId === undefined ? `${channel} ${chatId}` : `${channel} ${chatId} ${threadId}`;
}
