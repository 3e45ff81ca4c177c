import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId, MessageId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import type { Liaison, TaskProgress } from "../../domain/liaison/liaison.ts";
import { isSameResult, moveLiaison } from "../../domain/liaison/liaison-machine.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkNotBlank, checkText, utf8Length } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type {
  LiaisonReply,
  TaskCompletedInput,
  TaskProgressInput,
} from "../../ports/earshot/liaison.ts";
import type { Write } from "../../ports/store/store.ts";
import { actorOf } from "../call/access.ts";
import { type AlreadySo, commitCall, type PlannedCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { findLiaison } from "../liaison-changes/liaison-access.ts";
import { liaisonChange } from "../liaison-changes/liaison-change.ts";
import { dueAfter } from "../liaison-changes/speak.ts";
import { attached, handedOver } from "./attached.ts";
import { replyOf } from "./reply-after.ts";
import { takeTurn } from "./take-turn.ts";

const MAX_STATUS_BYTES = 2_000;

/** More than anybody reads; a worker in a loop must not fill the disk. */
const MAX_PROGRESS = 1_000;

/** In total, because all of it is read and written with every turn of the conversation. */
const MAX_PROGRESS_BYTES = 1_048_576;

/** The worker reports its progress, which is stored in the conversation and told to the person. */
export async function taskProgress(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<TaskProgressInput>,
): Promise<LiaisonReply> {
  const { conversation_id: id, status, result, answers } = input;
  checkNotBlank(status, "status");
  checkText(status, "status", MAX_STATUS_BYTES);
  if (result !== undefined) checkResult(result, "result");
  const call: CallIdentity = { caller, operation: "taskProgress", input, options };
  if (answers !== undefined) return await answered(ctx, call, { id, status, result, answers });
  const liaison = await report(ctx, call, {
    id,
    move(one, at) {
      const progress = { status, by: caller.principal.name, ...present({ result }) };
      assertFits(one, progress);
      return {
        next: moveLiaison(one, { type: "progress", progress }, at),
        writes: [messageOf(ctx, call, { liaison: one, text: progressText(status, result), at })],
      };
    },
  });
  return replyOf(liaison, `Noted. ${liaison.personName} sees it in the conversation.`);
}

/** The same answer twice counts once. */
async function answered(
  ctx: Context,
  call: CallIdentity,
  {
    id,
    status,
    result,
    answers: asked,
  }: {
    readonly id: ConversationId;
    readonly status: string;
    readonly result: Json | undefined;
    readonly answers: MessageId;
  },
): Promise<LiaisonReply> {
  const { principal } = call.caller;
  const answer = { text: progressText(status, result), by: principal.name };
  const liaison = await report(ctx, call, {
    id,
    move(one, at) {
      const { answer: known } = one.personAsks?.find(({ exchange }) => exchange === asked) ?? {};
      if (known?.text === answer.text && known.by === answer.by) return undefined;
      const event = { type: "person_answered", asked, answer, dueAt: dueAfter(at) } as const;
      return { next: moveLiaison(one, event, at), writes: [] };
    },
  });
  // Stored as it is by now, it is told later where it cannot be told at once.
  await takeTurn(ctx, { workspace: principal.workspace, id }).catch(() => {});
  return replyOf(liaison, `Noted. ${liaison.personName} gets the answer in the conversation.`);
}

/** The worker is done, and the person is asked for feedback. The same result twice counts once. */
export async function taskCompleted(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<TaskCompletedInput>,
): Promise<LiaisonReply> {
  const { conversation_id: id, task_result: result } = input;
  checkResult(result, "task_result");
  const pieces = handedOver(input.attachments);
  const call: CallIdentity = { caller, operation: "taskCompleted", input, options };
  const { workspace } = caller.principal;
  const by = caller.principal.name;
  await report(ctx, call, {
    id,
    async move(one, at) {
      const { writes, attachments } = await attached(ctx, { workspace, owner: id, at }, pieces);
      const done = { result, by, ...present({ attachments }) };
      if (isSameResult(one, done) && one.results.at(-1)?.by === by) return undefined;
      const next = moveLiaison(one, { type: "complete", result: done, dueAt: dueAfter(at) }, at);
      return { next, writes };
    },
  });
  return replyOf(await takeTurn(ctx, { workspace, id }));
}

interface Moved {
  readonly next: Liaison;
  readonly writes: readonly Write[];
}

interface Report {
  readonly id: ConversationId;
  /** Undefined where it was reported before, and only the reply was lost. */
  readonly move: (
    liaison: Liaison,
    at: Timestamp,
  ) => Moved | undefined | Promise<Moved | undefined>;
}

async function report(ctx: Context, call: CallIdentity, given: Report): Promise<Liaison> {
  const { id } = given;
  return await commitCall(ctx, call, {
    thing: `Conversation ${id}`,
    plan: () => reporting(ctx, call, given),
    replay: () => findLiaison(ctx, call.caller, id),
  });
}

async function reporting(
  ctx: Context,
  { caller }: CallIdentity,
  { id, move }: Report,
): Promise<PlannedCall<Liaison> | AlreadySo<Liaison>> {
  const before = await findLiaison(ctx, caller, id);
  mayReport(before, caller);
  const at = nowOf(ctx);
  const isAwaited = before.phase === "awaiting_task_completion";
  const moved = await move(isAwaited ? takenBy(before, caller, at) : before, at);
  if (moved === undefined) return { alreadySo: before };
  const { next, writes } = moved;
  // Taking the task and reporting on it are one change.
  const after = { ...next, version: before.version + 1 };
  const actor = caller.principal.id;
  const changed = await liaisonChange(ctx, { before, after, at, actor });
  return {
    done: () => after,
    result: id,
    change: {
      workspace: before.workspace,
      writes: [...changed.writes, ...writes],
      events: changed.events,
    },
  };
}

/**
 * An agent reports on its own task. A caller who may cancel others' requests may report for a
 * worker.
 */
function mayReport({ id, worker, published }: Liaison, caller: Caller): void {
  const { kind, id: who } = caller.principal;
  if (kind === "agent") {
    requireRight(caller, "ask");
    if (published > 0 && (worker === undefined || worker.agent === who)) return;
    throw new EarshotError(
      "NOT_ALLOWED",
      worker === undefined
        ? `The task of ${id} is not specified yet. It begins with the event task.created.`
        : `The task of ${id} belongs to ${worker.name}. An agent reports only on its own tasks.`,
      { details: { id } },
    );
  }
  requireRight(caller, kind === "person" ? "withdraw" : "tell");
}

function takenBy(liaison: Liaison, { principal }: Caller, at: Timestamp): Liaison {
  if (principal.kind !== "agent" || liaison.worker !== undefined) return liaison;
  const worker = { agent: principal.id, name: principal.name };
  return moveLiaison(liaison, { type: "take", worker }, at);
}

function checkResult(result: Json, what: string): void {
  if (typeof result === "string") checkNotBlank(result, what);
  checkText(typeof result === "string" ? result : JSON.stringify(result), what);
}

function progressText(status: string, result: Json | undefined): string {
  if (result === undefined) return status;
  return `${status}\n\n${typeof result === "string" ? result : JSON.stringify(result, null, 2)}`;
}

function messageOf(
  ctx: Context,
  { caller, options }: CallIdentity,
  {
    liaison,
    text,
    at,
  }: { readonly liaison: Liaison; readonly text: string; readonly at: Timestamp },
): Write {
  const { workspace, id: conversation } = liaison;
  const from = actorOf(caller, options?.via);
  const id = ctx.ids.next("msg");
  return {
    type: "message.insert",
    message: { id, workspace, conversation, from, text, salt: ctx.ids.salt(), createdAt: at },
  };
}

function assertFits({ id, progress }: Liaison, next: Omit<TaskProgress, "at">): void {
  const isMany = progress.length >= MAX_PROGRESS;
  if (!isMany && utf8Length(JSON.stringify([...progress, next])) <= MAX_PROGRESS_BYTES) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The task of ${id} has reported all the progress that is kept: ${MAX_PROGRESS} times, or ${MAX_PROGRESS_BYTES / 1_048_576} MiB. Complete it with task_completed.`,
    { details: { id, progress: progress.length } },
  );
}
