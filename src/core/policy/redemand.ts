import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type {
  AuthorizationRequest,
  OpenAuthorization,
  Request,
} from "../../domain/requests/request.ts";
import type { Write } from "../../ports/store/store.ts";
import { asksOthers, type Today, termsToday } from "../authority/terms-today.ts";
import { type AlreadySo, commitPlanned, type Planned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type LeasedJob, startLeasedJob } from "../call/leased-job.ts";
import { changeShown } from "../planning/change-shown.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { type ChangePlan, plannedChange } from "../requests/change-request.ts";

const PAGE = 200;

/**
 * The start has other things to do first, and a node that just put a policy in force is already at
 * work.
 */
const SWEEP_MS = 5_000;

/**
 * Applies a new policy to all open authorizations. Everybody who looks sees today's demand, and
 * everybody who may decide now is asked. It approves nothing: if the votes are now enough, one of
 * the deciders must still say so.
 */
export async function redemandOpen(
  ctx: Context,
  workspace: WorkspaceId,
  guardOf: LeasedJob["guard"] = () => [],
): Promise<void> {
  let after: RequestId | undefined;
  for (;;) {
    const page = await ctx.store.listRequests({
      workspace,
      kind: "authorization",
      status: "open",
      order: "oldest",
      limit: PAGE,
      ...present({ after }),
    });
    await Promise.all(
      page.map((request) => redemand(ctx, request as AuthorizationRequest, guardOf)),
    );
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

/**
 * Repeats that after a start and after each policy, on one node at a time. The first run may have
 * died, or met a store that was away. The returned function stops it.
 */
export function startRedemand(
  ctx: Context,
  { onFault }: { readonly onFault: (error: unknown) => void },
): () => Promise<void> {
  let isStopped = false;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();

  function sweepSoon(): void {
    if (isStopped) return;
    cancelTimer();
    cancelTimer = ctx.clock.after(SWEEP_MS, () => {
      running = running.then(sweep);
    });
  }

  async function sweep(): Promise<void> {
    try {
      for (const workspace of await ctx.store.listWorkspaces()) {
        if (isStopped || job.guard() === undefined) return;
        await redemandOpen(ctx, workspace, job.guard);
      }
    } catch (error) {
      onFault(error);
      sweepSoon();
    }
  }

  const job = startLeasedJob(ctx, { name: "redemand", onTaken: sweepSoon });
  ctx.onWrite("redemand", sweepSoon);
  ctx.following.onEvent(({ type }) => {
    if (type === "policy.changed") sweepSoon();
  });
  ctx.following.onDoubt(sweepSoon);
  return async () => {
    isStopped = true;
    cancelTimer();
    await job.stop();
    await running;
  };
}

async function redemand(
  ctx: Context,
  listed: AuthorizationRequest,
  guardOf: LeasedJob["guard"],
): Promise<void> {
  const { workspace, id } = listed;
  let request: Request | undefined = listed;
  try {
    const next = await commitPlanned(ctx, {
      thing: `Request ${id}`,
      async plan() {
        request ??= await ctx.store.findRequest(workspace, id);
        const known = request;
        request = undefined;
        if (known?.kind !== "authorization" || known.status !== "open")
          return { alreadySo: undefined };
        return await putUnderToday(ctx, known, guardOf);
      },
      // Votes were faster, or a later policy, which does this again.
      lost: () => undefined,
    });
    if (next !== undefined) await changeShown(ctx, next);
  } catch (error) {
    if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
  }
}

async function putUnderToday(
  ctx: Context,
  request: OpenAuthorization,
  guardOf: LeasedJob["guard"],
): Promise<Planned<Request | undefined> | AlreadySo<undefined>> {
  const today = await termsToday(ctx, request);
  if (!today.isChanged && today.withdrawn.length === 0) return { alreadySo: undefined };
  const brought = asksOthers(request, today) ? await requestDeliveries(ctx, today.request) : [];
  const guard = guardOf();
  // Another node does it.
  if (guard === undefined) return { alreadySo: undefined };
  // It may no longer resemble another, or its level may wait behind none.
  const { id: item } = request;
  const unfolded: Write = { type: "outbox.hasten", item, heldFor: "alike", at: nowOf(ctx) };
  const plan = planOf(today, [...guard, unfolded, ...brought]);
  const { next, writes, events } = await plannedChange(ctx, request, { plan, now: nowOf(ctx) });
  return { change: { workspace: request.workspace, writes, events }, done: () => next };
}

function planOf({ terms, withdrawn, revision }: Today, brought: readonly Write[]): ChangePlan {
  const { rule, level } = terms.demand;
  return {
    event: { type: "redemand", terms, withdrawn },
    logged: () => ({
      type: "request.demand_changed",
      data: {
        rule,
        level,
        ...present({
          revision,
          withdrawn: withdrawn.length === 0 ? undefined : withdrawn.length,
        }),
      },
    }),
    writes: () => [...brought, { type: "ground.holds", keys: [], policy: { revision } }],
  };
}
