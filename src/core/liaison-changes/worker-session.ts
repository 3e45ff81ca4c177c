import {
  derivedTask,
  type Liaison,
  latestResult,
  type PersonQuestion,
  standingFeedback,
} from "../../domain/liaison/liaison.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Session, SessionStatus } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { newSession } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";

const AT_WORK = ["queued", "running"] as const satisfies readonly SessionStatus[];
/** More sessions than one task ever has at once, since each waits for the one before. */
const MOST = 200;
const REASON = "The person has withdrawn the task.";

interface Started {
  readonly writes: readonly Write[];
  readonly events: readonly EventDraft[];
}

const NOTHING: Started = { writes: [], events: [] };

/**
 * A session for a worker run by a host, in the commit that publishes its task, begins the next round
 * or passes on a question. Sessions of one conversation run one after another, so a change during one is worked on
 * after it.
 */
export async function workerWrites(
  ctx: Context,
  { before, after }: { readonly before: Liaison; readonly after: Liaison },
): Promise<Started> {
  const { worker, workspace, personAsks = [] } = after;
  if (worker === undefined) return NOTHING;
  const asked = personAsks.slice(before.personAsks?.length ?? 0);
  const tasks = [
    ...(isToBegin(before, after) ? [{ task: taskText(after), lane: laneOfTask(after) }] : []),
    ...asked.map((one) => ({ task: questionText(after, one), lane: laneOfQuestion(after, one) })),
  ];
  if (tasks.length === 0) return NOTHING;
  const profile = await ctx.store.findAgentProfile(workspace, worker.agent);
  if (profile === undefined) return NOTHING;
  const agent = { id: worker.agent, name: worker.name, workspace };
  const sessions = tasks.map((given) =>
    newSession(ctx, agent, {
      ...given,
      cause: "message",
      from: after.personName,
      place: undefined,
      scheduled: undefined,
      follows: undefined,
    }),
  );
  return {
    writes: sessions.map((session) => ({ type: "session.insert", session }) as const),
    events: sessions.map((session) => {
      const digest = ctx.digest.content(session.salt, session.task);
      const data = { digest, kind: session.cause };
      return sessionEvent(session, "session.created", { at: session.createdAt, data });
    }),
  };
}

/**
 * A round may start from an already published version when the person asks again for missing work.
 * Another task may also reuse the version number of the one before.
 */
function isToBegin(before: Liaison, after: Liaison): boolean {
  if (after.phase !== "awaiting_task_completion" || after.published === 0) return false;
  return after.phase !== before.phase || after.published !== before.published;
}

/** The lane of sessions that work on a conversation's task. */
export function laneOfTask({ id }: Pick<Liaison, "id">): string {
  return `task ${id}`;
}

/** The conversation whose task a session works on. */
export function conversationOfLane({ lane }: Pick<Session, "lane">): Liaison["id"] | undefined {
  return lane.startsWith("task cnv_") ? (lane.slice("task ".length) as Liaison["id"]) : undefined;
}

const QUESTION_LANE = /^question (cnv_\w{26}) (msg_\w{26})$/;

/** Beside the work, which may take hours. */
export function laneOfQuestion(
  { id }: Pick<Liaison, "id">,
  { exchange }: Pick<PersonQuestion, "exchange">,
): string {
  return `question ${id} ${exchange}`;
}

/** The question of a person's that a session answers. */
export function questionOfLane({ lane }: Pick<Session, "lane">) {
  const [, conversation, exchange] = QUESTION_LANE.exec(lane) ?? [];
  if (conversation === undefined || exchange === undefined) return undefined;
  return {
    conversation: conversation as Liaison["id"],
    exchange: exchange as PersonQuestion["exchange"],
  };
}

/** The question for a worker that no host starts: in its mailbox, which each of its calls shows. */
export function questionNote(
  { id, personName }: Liaison,
  { exchange, question }: PersonQuestion,
): string {
  return `${personName} asks you about the task in ${id}: ${JSON.stringify(question)}\n\nIt changes nothing in the task. ${answerCall(id, exchange)}`;
}

function answerCall(id: Liaison["id"], exchange: PersonQuestion["exchange"]): string {
  return `Answer with task_progress(conversation_id="${id}", answers="${exchange}", status=…).`;
}

function questionText(liaison: Liaison, { exchange, question }: PersonQuestion): string {
  const { id, personName, progress } = liaison;
  const result = latestResult(liaison)?.result;
  return [
    `${personName} asks you about the task that you do for them in ${id}:`,
    "",
    JSON.stringify(question),
    "",
    "The task:",
    JSON.stringify(derivedTask(liaison), null, 2),
    ...(result === undefined ? [] : ["", "The result:", JSON.stringify(result, null, 2)]),
    ...(progress.length === 0 ? [] : ["", "Reported last:", JSON.stringify(progress.at(-1))]),
    "",
    `Only answer: the question changes nothing in the task. ${answerCall(id, exchange)} Otherwise your last words count as the answer.`,
  ].join("\n");
}

/** The specification in the form a worker's model reads it: as a person's data. */
function taskText(liaison: Liaison): string {
  const task = derivedTask(liaison);
  const feedback = standingFeedback(liaison).at(-1)?.metrics;
  return [
    `${liaison.personName} needs this done. The specification was agreed with them in ${liaison.id}.`,
    "",
    JSON.stringify(task, null, 2),
    ...(feedback === undefined || liaison.round === 1
      ? []
      : ["", "What they said of the result before:", JSON.stringify(feedback, null, 2)]),
    "",
    `Report with task_progress(conversation_id="${liaison.id}", status=…), and hand over what you made with task_completed(conversation_id="${liaison.id}", task_result=…). Otherwise your last words count as the result.`,
  ].join("\n");
}

/** Ends the sessions that work on a withdrawn task, so no agent works for nobody. */
export async function withdrawnWrites(
  ctx: Context,
  {
    before,
    after,
    at,
  }: { readonly before: Liaison; readonly after: Liaison; readonly at: Timestamp },
): Promise<Pick<Change, "writes" | "events">> {
  const isWithdrawn = before.phase === "awaiting_task_completion" && after.phase === "completed";
  const ended = isWithdrawn ? await atWork(ctx, after) : [];
  const moved = ended.map((one) => moveSession(one, { type: "cancel", reason: REASON }, at));
  return {
    writes: moved.map((session) => ({ type: "session.put", session }) as const),
    events: moved.map((session) =>
      sessionEvent(
        session,
        session.status === "cancelled" ? "session.cancelled" : "session.cancel_asked",
        { at },
      ),
    ),
  };
}

async function atWork({ store }: Context, liaison: Liaison): Promise<readonly Session[]> {
  const { worker, workspace } = liaison;
  if (worker === undefined) return [];
  const of = { workspace, agent: worker.agent, lane: laneOfTask(liaison) };
  const found = await Promise.all(
    AT_WORK.map((status) => store.listSessions({ ...of, status, order: "newest", limit: MOST })),
  );
  return found.flat();
}
