import { EarshotError } from "../../domain/errors.ts";
import { checkChatId, checkPlace } from "../../domain/hub/chat-id.ts";
import type { SessionId } from "../../domain/id.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { Session, SessionCause, SessionPlace } from "../../domain/sessions/session.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { StartSessionInput } from "../../ports/earshot/sessions.ts";
import type { Change } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { type CallIdentity, commitError, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertAllowed } from "../hub/may-send.ts";
import { heardMarkWrites } from "../session-changes/marks.ts";
import { laneOf, newSession } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { agentNamed, findSession } from "./access.ts";

const MAX_SCHEDULED = 200;
/** This many sessions of an agent are searched for the last one of a chat. */
const MAX_LAST = 50;

/** Queues a session of an agent; any host that runs the agent claims it. */
export async function startSession(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<StartSessionInput>,
): Promise<Session> {
  requireRight(caller, caller.principal.kind === "agent" ? "ask" : "tell");
  checkInput(input);
  const agent = await agentNamed(ctx, caller, input.agent);
  // Later words of the session in that chat are sent without asking the policy again.
  if (input.place !== undefined) await assertAllowed(ctx, caller, input.place);
  const earlier = await scheduledBefore(ctx, agent, input.scheduled);
  if (earlier !== undefined) return earlier;
  const session = await draft(ctx, caller, { agent, input, options });
  const call: CallIdentity = { caller, operation: "startSession", input, options };
  const change = await startChange(ctx, call, session);
  const done = await ctx.commit(change);
  if (done.outcome === "committed") return session;
  if (done.outcome === "replayed") return await findSession(ctx, caller, done.result as SessionId);
  // Another host of the same agent was faster with the same due time.
  const faster = await scheduledBefore(ctx, agent, input.scheduled);
  if (done.outcome === "conflict" && faster !== undefined) return faster;
  throw commitError(done, change);
}

function checkInput({ text, place, scheduled }: StartSessionInput): void {
  checkNotBlank(text, "task");
  checkText(text, "task");
  if (place !== undefined) {
    checkChatId(place.chatId);
    checkPlace(place.threadId, "thread id");
    checkPlace(place.messageId, "message that started it");
  }
  if (scheduled !== undefined && (scheduled === "" || scheduled.length > MAX_SCHEDULED)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The name of a due time has 1 to ${MAX_SCHEDULED} characters.`,
    );
  }
}

async function scheduledBefore(
  ctx: Context,
  { workspace, id: agent }: AgentPrincipal,
  scheduled: string | undefined,
): Promise<Session | undefined> {
  if (scheduled === undefined) return undefined;
  return await ctx.store.sessionScheduled({ workspace, agent, scheduled });
}

interface Drafting {
  readonly agent: AgentPrincipal;
  readonly input: StartSessionInput;
  readonly options: CallOptions | undefined;
}

async function draft(ctx: Context, caller: Caller, given: Drafting): Promise<Session> {
  const { agent, input, options } = given;
  const { text: task, place, scheduled, saidAt, pending } = input;
  const follows = await sessionBefore(ctx, agent, place);
  const session = newSession(ctx, agent, {
    cause: causeOf(input, options),
    task,
    place,
    scheduled,
    follows,
    saidAt,
    from: caller.principal.kind === "person" ? caller.principal.name : undefined,
    // If the next one is due while the last still runs, it waits.
    ...present({
      lane: scheduled === undefined ? undefined : `schedule ${scheduled.split(" ")[0]}`,
    }),
  });
  return pending === true ? { ...session, status: "pending" } : session;
}

function causeOf({ scheduled, place }: StartSessionInput, options?: CallOptions): SessionCause {
  if (scheduled !== undefined) return "schedule";
  if (place !== undefined) return "message";
  return options?.via === "cli" ? "command" : "message";
}

async function sessionBefore(
  ctx: Context,
  { workspace, id }: AgentPrincipal,
  place: StartSessionInput["place"],
): Promise<SessionId | undefined> {
  if (place === undefined) return undefined;
  const { channel, chatId, threadId } = place;
  if (threadId === undefined) return await lastIn(ctx, { workspace, agent: id, place });
  const found = await ctx.store.sessionAt({ workspace, channel, chatId, threadId });
  return found?.agent === id ? found.id : undefined;
}

/** In a chat without threads, a recent session is continued. */
async function lastIn(
  { store }: Context,
  { workspace, agent, place }: Pick<Session, "workspace" | "agent"> & { place: SessionPlace },
): Promise<SessionId | undefined> {
  const last = await store.listSessions({ workspace, agent, order: "newest", limit: MAX_LAST });
  const lane = laneOf(place);
  return last.find((one) => one.lane === lane)?.id;
}

async function startChange(ctx: Context, call: CallIdentity, session: Session): Promise<Change> {
  const { caller, options } = call;
  const once = onceOf(ctx, call, session.id);
  const { workspace, createdAt: at, task, salt } = session;
  const created = sessionEvent(session, "session.created", {
    at,
    actor: caller.principal.id,
    data: {
      digest: ctx.digest.content(salt, task),
      kind: session.cause,
      ...present({ pending: session.status === "pending" ? true : undefined }),
    },
  });
  const change: Change = {
    workspace,
    ...present({ once }),
    writes: [{ type: "session.insert", session }, ...(await heardMarkWrites(ctx, session))],
    events: [created],
  };
  return caller.principal.kind === "person"
    ? withWords(ctx, { caller, options, session }, change)
    : change;
}

/** A person's words go into the conversation; the mailbox is for agents without a host. */
function withWords(
  ctx: Context,
  given: {
    readonly caller: Caller;
    readonly options: CallOptions | undefined;
    readonly session: Session;
  },
  change: Change,
): Change {
  const { caller, options, session } = given;
  const { workspace, conversation, task: text, createdAt, agent } = session;
  const message: Message = {
    id: ctx.ids.next("msg"),
    workspace,
    conversation,
    text,
    createdAt,
    from: actorOf(caller, options?.via),
    salt: ctx.ids.salt(),
  };
  return {
    ...change,
    writes: [...change.writes, { type: "message.insert", message }],
    events: [
      ...change.events,
      {
        type: "message.created",
        at: createdAt,
        actor: caller.principal.id,
        subject: message.id,
        agent,
        data: { digest: ctx.digest.content(message.salt, text), session: session.id },
      },
    ],
  };
}
