import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { checkChatId, checkPlace } from "../../domain/hub/chat-id.ts";
import { formatId, isId, ownConversation, type SessionId } from "../../domain/id.ts";
import { MAX_LEDGER_LINES } from "../../domain/limits.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { SessionLedgerEntry } from "../../domain/sessions/ledger.ts";
import { ledgerEntry, readLedgerLine } from "../../domain/sessions/ledger.ts";
import {
  isEnded,
  SESSION_STATUSES,
  type Session,
  type SessionPlace,
  type SessionStatus,
} from "../../domain/sessions/session.ts";
import { isSurface } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { ImportedLedger, Sessions } from "../../ports/earshot/sessions.ts";
import { type Context, nowOf } from "../call/context.ts";
import { commitError } from "../call/once.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { agentNamed } from "./access.ts";

const PAGE = 200;

/** One line per session, oldest first. */
export async function exportSessions(
  ctx: Context,
  caller: Caller,
  input: { readonly agent?: string } = {},
): Promise<AsyncIterable<SessionLedgerEntry>> {
  requireRight(caller, "audit");
  const agent =
    input.agent === undefined ? {} : { agent: (await agentNamed(ctx, caller, input.agent)).id };
  return lines(ctx, { workspace: caller.principal.workspace, ...agent });
}

async function* lines(
  { store }: Context,
  of: Pick<Session, "workspace"> & { readonly agent?: Session["agent"] },
): AsyncGenerator<SessionLedgerEntry, void> {
  let after: SessionId | undefined;
  for (;;) {
    const from = after === undefined ? {} : { after };
    const page = await store.listSessions({ ...of, ...from, order: "oldest", limit: PAGE });
    for (const session of page) yield ledgerEntry(session);
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

type ImportInput = Parameters<Sessions<CallOptions>["importSessions"]>[0];

/** Imports another ledger's lines as ended sessions. */
export async function importSessions(
  ctx: Context,
  caller: Caller,
  input: ImportInput,
): Promise<ImportedLedger> {
  requireRight(caller, "keys");
  checkInput(input);
  const agent = await agentNamed(ctx, caller, input.agent);
  const skipped: { line: number; why: string }[] = [];
  let imported = 0;
  let known = 0;
  for (const [index, line] of input.lines.entries()) {
    if (line.trim() === "") continue;
    const read = checkedPlace(readLedgerLine(line), input);
    if ("why" in read) {
      skipped.push({ line: index + 1, why: read.why });
      continue;
    }
    const isNew = await take(ctx, caller, sessionOf(ctx, agent, { entry: read, input }));
    if (isNew) imported += 1;
    else known += 1;
  }
  return { imported, known, skipped };
}

function checkInput({ lines, channel, chatId }: ImportInput): void {
  if (lines.length > MAX_LEDGER_LINES) {
    throw new EarshotError(
      "INVALID_INPUT",
      `One call takes ${MAX_LEDGER_LINES} lines in at most. Give the others in further calls.`,
    );
  }
  if (channel !== undefined && !isSurface(channel)) {
    throw new EarshotError("INVALID_INPUT", `${JSON.stringify(channel)} is not a channel.`);
  }
  if (chatId !== undefined) checkChatId(chatId);
}

/** Says why a line that names an impossible place cannot be imported. */
function checkedPlace(
  read: SessionLedgerEntry | { readonly why: string },
  input: Pick<ImportInput, "channel" | "chatId">,
): SessionLedgerEntry | { readonly why: string } {
  if ("why" in read) return read;
  const { channel, chat_id: chatId, thread_ts: thread } = read;
  if (channel !== undefined && !isSurface(channel)) return { why: "Its channel is unknown." };
  if (thread !== null && placeIn(read, input) === undefined) {
    return { why: "It has a thread_ts, and nothing says of which chat: give channel and chat." };
  }
  try {
    if (chatId !== undefined) checkChatId(chatId);
    if (thread !== null) checkPlace(thread, "thread_ts");
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return { why: error.message };
    throw error;
  }
  return read;
}

/** Whether it was new. */
async function take(ctx: Context, caller: Caller, session: Session): Promise<boolean> {
  const { workspace, id } = session;
  if ((await ctx.store.findSession(workspace, id)) !== undefined) return false;
  const at = nowOf(ctx);
  const data = { name: session.importedId ?? id };
  const change = {
    workspace,
    writes: [{ type: "session.insert", session } as const],
    events: [sessionEvent(session, "session.imported", { at, actor: caller.principal.id, data })],
  };
  const done = await ctx.commit(change);
  if (done.outcome === "committed") return true;
  if (done.outcome === "conflict") return false;
  throw commitError(done, change);
}

interface Imported {
  readonly entry: SessionLedgerEntry;
  readonly input: ImportInput;
}

function sessionOf(
  ctx: Context,
  { id: agent, name: agentName, workspace }: AgentPrincipal,
  { entry, input }: Imported,
): Session {
  const id = idOf(ctx, agent, entry);
  const place = placeIn(entry, input);
  const endedAt = (entry.ts_end ?? entry.ts_start) as Timestamp;
  return {
    id,
    workspace,
    agent,
    agentName,
    cause: "import",
    task: "",
    lane: id,
    root: id,
    conversation: ownConversation(agent),
    status: statusOf(entry),
    ...(place !== undefined && { place }),
    attempts: 0,
    epoch: 0,
    asked: entry.ask_operator_called,
    posted: true,
    entries: 0,
    salt: ctx.ids.salt(),
    createdAt: entry.ts_start as Timestamp,
    endedAt,
    startedAt: entry.ts_start as Timestamp,
    importedId: entry.session_id,
    version: 1,
  };
}

/** The chat named by the call, or else by the line itself. */
function placeIn(
  entry: SessionLedgerEntry,
  input: Pick<ImportInput, "channel" | "chatId">,
): SessionPlace | undefined {
  const { channel = entry.channel, chatId = entry.chat_id } = input;
  if (channel === undefined || chatId === undefined) return undefined;
  const { thread_ts: threadId } = entry;
  return { channel, chatId, ...(threadId !== null && { threadId }) };
}

/** The same for the same line of the same agent, so importing a ledger twice adds it once. */
function idOf(
  { digest }: Context,
  agent: Session["agent"],
  { session_id, ts_start }: SessionLedgerEntry,
): SessionId {
  if (isId("ses", session_id)) return session_id;
  const bytes = Buffer.from(digest.text(`${agent} ${session_id}`), "base64url");
  const [high, low] = [bytes.readUIntBE(0, 5), bytes.readUIntBE(5, 5)];
  return formatId("ses", Date.parse(ts_start), { high, low });
}

/** A session that may run or begin somewhere else does neither here. */
function statusOf({ status, ask_operator_called }: SessionLedgerEntry): SessionStatus {
  const known = SESSION_STATUSES.find((one) => one === status);
  if (known !== undefined && isEnded(known)) return known;
  return ask_operator_called ? "paused" : "completed";
}
