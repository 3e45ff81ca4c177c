import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Mark } from "../../domain/hub/mark.ts";
import type { SessionId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { AgentProfile } from "../../domain/sessions/agent-profile.ts";
import type { Session, SessionEntry, SessionEntryBody } from "../../domain/sessions/session.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Row } from "../schema/tables.ts";

/* Sessions, entries, marks and profiles to rows and back. A round trip gives an equal value. */

export function sessionToRow(session: Session): Row<"sessions"> {
  const { workspace, id, agent, status, lane, root, version, place, claim, endedAt } = session;
  return {
    workspace,
    id,
    agent,
    status,
    lane,
    root,
    version,
    continues: session.continues ?? null,
    scheduled: session.scheduled ?? null,
    waits_for: session.waitsFor?.request ?? null,
    claim_until: claim === undefined ? null : toMs(claim.until),
    place_channel: place?.channel ?? null,
    place_chat: place?.chatId ?? null,
    place_thread: place?.threadId ?? null,
    place_message: place?.messageId ?? null,
    created_at: toMs(session.createdAt),
    ended_at: endedAt === undefined ? null : toMs(endedAt),
    body: JSON.stringify(session),
  };
}

export function rowToSession({ body }: Pick<Row<"sessions">, "body">): Session {
  return JSON.parse(body) as Session;
}

export function sessionEntryToRow(entry: SessionEntry): Row<"session_entries"> {
  const { workspace, session, seq, at, epoch, body } = entry;
  return { workspace, session, seq, at: toMs(at), epoch, body: JSON.stringify(body) };
}

export function rowToSessionEntry(row: Row<"session_entries">): SessionEntry {
  return {
    workspace: row.workspace,
    session: row.session as SessionId,
    seq: row.seq,
    at: toTimestamp(row.at),
    epoch: row.epoch,
    body: JSON.parse(row.body) as SessionEntryBody,
  };
}

export function markToRow(mark: Mark): Row<"marks"> {
  const { workspace, channel, chatId, messageId, name, session, attempts, version } = mark;
  return {
    workspace,
    channel,
    chat: chatId,
    message: messageId,
    name,
    thread: mark.threadId ?? null,
    session,
    is_on: mark.isOn ? 1 : 0,
    due_at: mark.dueAt === undefined ? null : toMs(mark.dueAt),
    attempts,
    version,
  };
}

export function rowToMark(row: Row<"marks">): Mark {
  return {
    workspace: row.workspace,
    channel: row.channel as RemoteChannel,
    chatId: row.chat,
    ...present({ threadId: row.thread ?? undefined }),
    messageId: row.message,
    name: row.name as Mark["name"],
    session: row.session as SessionId,
    isOn: row.is_on === 1,
    ...present({ dueAt: row.due_at === null ? undefined : toTimestamp(row.due_at) }),
    attempts: row.attempts,
    version: row.version,
  };
}

export function profileToRow(profile: AgentProfile): Row<"agent_profiles"> {
  const { workspace, agent } = profile;
  return { workspace, agent, body: JSON.stringify(profile) };
}

export function rowToProfile({ body }: Pick<Row<"agent_profiles">, "body">): AgentProfile {
  return JSON.parse(body) as AgentProfile;
}
