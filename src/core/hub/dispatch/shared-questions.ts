import { isEarshotError } from "../../../domain/errors.ts";
import type { RequestId, WorkspaceId } from "../../../domain/id.ts";
import type { EventDraft, EventType } from "../../../domain/log/event.ts";
import type { AnsweredRequest, OpenQuestion } from "../../../domain/requests/request.ts";
import type { Write } from "../../../ports/store/store.ts";
import type { WriteWaking } from "../../../ports/store/write-effects.ts";
import { type AlreadySo, commitPlanned, type Planned } from "../../call/commit-call.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { type LeasedJob, startLeasedJob } from "../../call/leased-job.ts";
import { callerByKeys } from "../../deciders/operator-as-caller.ts";
import { changeShown } from "../../planning/change-shown.ts";
import { requestDeliveries } from "../../planning/plan-request.ts";
import { answerAlike } from "../../requests/answer.ts";

const PAGE = 100;
const RETRY_MS = 1_000;
/** Far more than are open at once where people answer soon; 1 MB. */
const KEPT_UNSHARED = 8_192;

interface Led {
  readonly workspace: WorkspaceId;
  readonly leader: RequestId;
}

export interface SharingOptions {
  readonly onFault: (error: unknown) => void;
}

/**
 * Gives a question's answer to all who share it, as soon as there is one. If the question closes
 * otherwise, people are asked about the next of them. Runs with and without channels, on one node
 * at a time. The returned function stops it.
 */
export function startSharing(ctx: Context, { onFault }: SharingOptions): () => Promise<void> {
  const closed = new Map<string, Led>();
  /** Whether everything left over from earlier stops is known. */
  let isSwept = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let cancelTimer = () => {};
  const job = startLeasedJob(ctx, {
    name: "sharing",
    onTaken() {
      isSwept = false;
      wake();
    },
  });

  function wake(): void {
    if (isStopped) return;
    // Not before all of a batch is heard of.
    running ??= Promise.resolve()
      .then(run)
      .finally(() => {
        running = undefined;
        if (closed.size > 0) wake();
      });
  }

  async function run(): Promise<void> {
    try {
      // If another node has the job, it hears of this too.
      if (job.guard() === undefined) closed.clear();
      else await settleAll();
    } catch (error) {
      isSwept = false;
      closed.clear();
      onFault(error);
      cancelTimer();
      cancelTimer = ctx.clock.after(RETRY_MS, wake);
    }
  }

  async function settleAll(): Promise<void> {
    while (!isSwept && job.guard() !== undefined) {
      // What was left over by a stop, or by a node that is gone.
      const stopped = await ctx.store.stoppedRiders(PAGE);
      for (const led of stopped) await settle(ctx, led, job);
      isSwept = stopped.length < PAGE;
    }
    while (closed.size > 0) await settleClosed();
  }

  /** Looks at many at once: most share nothing. */
  async function settleClosed(): Promise<void> {
    const page = [...closed].slice(0, PAGE);
    for (const [place] of page) closed.delete(place);
    const looked = page.map(async ([, led]) => ({ led, is: await isShared(ctx, led) }));
    for (const { led, is } of await Promise.all(looked)) if (is) await settle(ctx, led, job);
  }

  function note(led: Led): void {
    closed.set(`${led.workspace} ${led.leader}`, led);
  }

  const unshared = createUnshared(ctx);
  ctx.onWrite("sharing", (write, workspace) => {
    const leader = unshared.closedBeside(write);
    if (leader === undefined) return;
    note({ workspace, leader });
    wake();
  });
  ctx.following.onEvent(({ type, subject, workspace }) => {
    if (!CLOSING.has(type)) return;
    note({ workspace, leader: subject as RequestId });
    wake();
  });
  // Missed events are not repeated.
  ctx.following.onDoubt(() => {
    isSwept = false;
    wake();
  });
  return async () => {
    isStopped = true;
    cancelTimer();
    await running;
    await job.stop();
  };
}

/**
 * The newest open questions that were asked here and share nothing. While this process alone writes to the
 * store, nothing is to be settled when they close: four reads fewer at the end of an ordinary question.
 */
function createUnshared({ others }: Pick<Context, "others">) {
  const isAlone = others === undefined;
  const ids = new Set<RequestId>();

  function add(id: RequestId): void {
    ids.add(id);
    const [oldest] = ids.size > KEPT_UNSHARED ? ids : [];
    if (oldest !== undefined) ids.delete(oldest);
  }

  return {
    /** The question that the write closes, if others may share its answer or it that of another. */
    closedBeside(write: WriteWaking<"sharing">): RequestId | undefined {
      if (write.type === "rider.put") {
        ids.delete(write.leader);
        ids.delete(write.request);
        return undefined;
      }
      const { id, kind, status } = write.request;
      if (kind !== "question") return undefined;
      if (status !== "open") return ids.delete(id) ? undefined : id;
      if (isAlone && write.type === "request.insert") add(id);
      return undefined;
    },
  };
}

const CLOSING: ReadonlySet<EventType> = new Set<EventType>([
  "request.answered",
  "request.cancelled",
  "request.expired",
  "request.abandoned",
  "request.assumed",
]);

/** Most questions share nothing, and once one has closed, no new rider joins it. */
async function isShared({ store }: Context, { workspace, leader: id }: Led): Promise<boolean> {
  const [leader, riders] = await Promise.all([
    store.leaderOf(workspace, id),
    store.ridersOf(workspace, id),
  ]);
  return leader !== undefined || riders.length > 0;
}

async function settle(ctx: Context, led: Led, job: LeasedJob): Promise<void> {
  await unname(ctx, led);
  await answerRiders(ctx, led);
  await commitPlanned(ctx, {
    thing: `The requests that share the answer of ${led.leader}`,
    plan: () => planNextLeader(ctx, led, job),
  });
}

/** Each rider is answered in a commit of its own. */
async function answerRiders(ctx: Context, { workspace, leader }: Led): Promise<void> {
  const led = await ctx.store.findRequest(workspace, leader);
  if (led?.kind !== "question" || led.status !== "answered") return;
  // Files were given to one request alone: people are asked about the others.
  if (led.answer.attachments !== undefined) return;
  for (const rider of await openRiders(ctx, { workspace, leader })) {
    await answerLike(ctx, rider, led);
  }
}

/** Has people asked for the riders that are still open. */
async function planNextLeader(
  ctx: Context,
  led: Led,
  job: LeasedJob,
): Promise<Planned<void> | AlreadySo<void>> {
  const open = await openRiders(ctx, led);
  if (open.length === 0) return { alreadySo: undefined };
  const leader = await ctx.store.findRequest(led.workspace, led.leader);
  if (leader?.status === "open") return { alreadySo: undefined };
  return await goingOn(ctx, open, job);
}

async function openRiders(ctx: Context, { workspace, leader }: Led): Promise<OpenQuestion[]> {
  const riders = await ctx.store.ridersOf(workspace, leader);
  const found = await Promise.all(riders.map((id) => ctx.store.findRequest(workspace, id)));
  return found.filter((one): one is OpenQuestion => one?.status === "open");
}

/** A rider that closed first is no longer named where it rode along. */
async function unname(ctx: Context, { workspace, leader: id }: Led): Promise<void> {
  const leader = await ctx.store.leaderOf(workspace, id);
  if (leader === undefined) return;
  const led = await ctx.store.findRequest(workspace, leader);
  if (led !== undefined) await changeShown(ctx, led);
}

/** Answers in the name of the person who answered the leader. Leaves it open when they no longer may. */
async function answerLike(
  ctx: Context,
  { workspace, id }: OpenQuestion,
  like: AnsweredRequest,
): Promise<void> {
  const person = await ctx.store.findPrincipal(workspace, like.closedBy.principal);
  const caller = person?.kind === "person" ? await callerByKeys(ctx, person) : undefined;
  if (caller === undefined) return;
  try {
    await answerAlike(ctx, caller, { id, like });
  } catch (error) {
    const leavesIt = ["REQUEST_CLOSED", "NOT_ALLOWED", "INVALID_INPUT"] as const;
    if (!leavesIt.some((code) => isEarshotError(error, code))) throw error;
  }
}

/** People are asked about the first, whose answer the others then share. */
async function goingOn(
  ctx: Context,
  [first, ...others]: readonly OpenQuestion[],
  job: LeasedJob,
): Promise<Planned<void> | AlreadySo<void>> {
  const guard = job.guard();
  if (first === undefined || guard === undefined) return { alreadySo: undefined };
  const { workspace, id: leader } = first;
  const at = nowOf(ctx);
  return {
    done: () => {},
    change: {
      workspace,
      writes: [
        ...guard,
        { type: "rider.remove", request: leader },
        ...others.map(({ id }): Write => ({ type: "rider.put", leader, request: id })),
        ...(await requestDeliveries(ctx, first)),
      ],
      events: others.map(
        ({ id, agent }): EventDraft => ({
          type: "request.shared",
          at,
          subject: id,
          agent,
          data: { leader },
        }),
      ),
    },
  };
}
