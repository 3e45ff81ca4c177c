import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { findQuestion } from "../../domain/hub/find-question.ts";
import { WAITING_MARK } from "../../domain/hub/mark.ts";
import type { SessionId, WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import { ledgerEntry } from "../../domain/sessions/ledger.ts";
import { isEnded, SESSION_QUESTION_TOOL, type Session } from "../../domain/sessions/session.ts";
import type { StandingMessage } from "../../ports/channels/channel.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { newDelivery } from "../call/new-delivery.ts";
import { sessionEvent } from "../session-changes/session-event.ts";

const PAGE = 200;
/** Nothing is adopted in a thread whose sessions lie further back. */
const MOST_SESSIONS = 5_000;
/** The model's call that asked is unknown. */
const UNKNOWN_CALL = "adopted";
const MOST_TEXT = 4_000;

interface Place {
  readonly workspace: WorkspaceId;
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId: string;
  readonly messageId: string;
}

/**
 * Adopts a question on a platform that bears our mark but is unknown to the store. It comes from
 * another ledger, or from after the backup that was restored. From then on a reply continues the
 * session that asked. False if no session is found that could have asked.
 */
export async function adoptQuestion(
  ctx: Context,
  given: {
    readonly place: Place;
    readonly message: StandingMessage;
    readonly guard: readonly Write[];
  },
): Promise<boolean> {
  const { place, message, guard } = given;
  const session = await askerOf(ctx, place, message);
  if (session === undefined) return false;
  const request = requestOf(ctx, session, message.text);
  const { createdAt: at, agent, id, salt, question, workspace } = request;
  const waitsFor = { request: id, kind: "question", call: UNKNOWN_CALL } as const;
  const { version } = session;
  const next: Session = {
    ...session,
    status: "paused",
    asked: true,
    waitsFor,
    version: version + 1,
  };
  const done = await ctx.commit({
    workspace,
    writes: [
      ...guard,
      { type: "session.put", session: next },
      { type: "request.insert", request },
      deliveryWrite(ctx, request, place),
      {
        type: "mark.put",
        mark: {
          ...place,
          name: WAITING_MARK,
          session: next.id,
          isOn: true,
          attempts: 0,
          version: 1,
        },
      },
    ],
    events: [
      {
        type: "request.created",
        at,
        actor: agent,
        subject: id,
        data: { digest: ctx.digest.content(salt, question), session: next.id },
      },
      sessionEvent(next, "session.adopted", { at, data: { channel: place.channel } }),
    ],
  });
  return done.outcome === "committed";
}

/** The newest session of the thread that began before the post and has no continuation. */
async function askerOf(
  ctx: Context,
  { workspace, channel, chatId, threadId }: Place,
  message: StandingMessage,
): Promise<Session | undefined> {
  const sessions = await sessionsIn(ctx, workspace, ({ place }) => {
    const isInChat = place?.channel === channel && place.chatId === chatId;
    return isInChat && place.threadId === threadId;
  });
  const ledger = sessions.map(ledgerEntry);
  const found = findQuestion({ threadId, thread: [message], ledger });
  const index = ledger.findIndex(({ session_id }) => session_id === found?.sessionId);
  const session = sessions[index];
  if (session === undefined || !isEnded(session.status) || session.waitsFor !== undefined) {
    return undefined;
  }
  // A person had ended it.
  if (session.status === "cancelled" || session.erasedAt !== undefined) return undefined;
  const next = await ctx.store.continuationOf(workspace, session.id);
  return next === undefined ? session : undefined;
}

async function sessionsIn(
  { store }: Context,
  workspace: WorkspaceId,
  isThere: (session: Session) => boolean,
): Promise<readonly Session[]> {
  const found: Session[] = [];
  let after: SessionId | undefined;
  for (let read = 0; read < MOST_SESSIONS; read += PAGE) {
    const from = after === undefined ? {} : { after };
    const page = await store.listSessions({ workspace, ...from, order: "newest", limit: PAGE });
    found.push(...page.filter(isThere));
    after = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  return found;
}

function requestOf(ctx: Context, session: Session, text: string): OpenQuestion {
  const { workspace, agent, agentName, conversation } = session;
  const words = text.trim() === "" ? "A question that was asked before." : text;
  const question = {
    text: words.slice(0, MOST_TEXT).toWellFormed(),
    form: { kind: "text" },
  } as const;
  return {
    id: ctx.ids.next("req"),
    workspace,
    kind: "question",
    status: "open",
    to: [],
    agent,
    agentName,
    conversation,
    question,
    salt: ctx.ids.salt(),
    createdAt: nowOf(ctx),
    tool: SESSION_QUESTION_TOOL,
    version: 1,
  };
}

/** As if it had been sent from here: replies to it are found, and it is edited once answered. */
function deliveryWrite(
  ctx: Context,
  { workspace, id: item, agent, createdAt }: OpenQuestion,
  { channel, chatId, threadId, messageId }: Place,
): Write {
  const address = {
    channel,
    chatId,
    ...present({ threadId: threadId === messageId ? undefined : threadId }),
  };
  const delivery = newDelivery(ctx, {
    workspace,
    item,
    agent,
    createdAt,
    address,
    dueAt: createdAt,
  });
  const { job: _, dueAt: __, ...there } = delivery;
  const post = {
    ids: [messageId],
    chatId,
    ...present({ threadId: threadId === messageId ? undefined : threadId }),
  };
  return {
    type: "outbox.insert",
    delivery: { ...there, status: "sent", attempts: 1, post, sentAt: createdAt },
  };
}
