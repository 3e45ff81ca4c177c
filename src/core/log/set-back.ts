import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { explains, type LostHead, type SetBack } from "../../domain/log/set-back.ts";
import { type Context, nowOf } from "../call/context.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";

const PAGE = 1_000;
/** Nothing is redeemed over a database that is away, so there is no hurry. */
const AGAIN_MS = 1_000;

/**
 * Throws RECORD_WENT_BACK while a person has to accept the record before an approval is used, and
 * STORE_UNAVAILABLE for the seconds after a failover.
 */
export async function assertNotSetBack(
  { store }: Pick<Context, "store">,
  workspace: WorkspaceId,
): Promise<void> {
  const setBack = await store.findSetBack(workspace);
  if (setBack === undefined) return await assertCompared(store);
  throw new EarshotError(
    "RECORD_WENT_BACK",
    "The record has lost what it had committed, so no approval is used until an owner has accepted it: npx earshot record show. Try again then; an approval from before has to be sought again.",
    { details: { event: setBack.event, since: setBack.at } },
  );
}

async function assertCompared(store: Context["store"]): Promise<void> {
  const promotion = await store.promotion();
  if (promotion?.isSettling !== true) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    "Another server has just become the database. No approval is used until the nodes have compared what they remember with it, some seconds from now. Try again.",
    { details: { since: promotion.at } },
  );
}

export interface SetBackOptions {
  /** Hears of each loss that this node has noticed, and of what it did: nothing if it was done already. */
  readonly onNoticed: (lost: LostHead, setBack: SetBack | undefined) => void;
  readonly onFault: (error: unknown, lost: LostHead) => void;
}

/**
 * Has each loss settled that this node notices while it runs, again and again until that is done. The
 * returned function stops it.
 */
export function startSettling(ctx: Context, options: SetBackOptions): () => Promise<void> {
  const stop = Promise.withResolvers<void>();
  let isStopped = false;

  async function settle(lost: LostHead): Promise<void> {
    while (!isStopped) {
      try {
        options.onNoticed(lost, await settleLost(ctx, lost));
        return;
      } catch (error) {
        options.onFault(error, lost);
        await pause();
      }
    }
  }

  async function pause(): Promise<void> {
    const over = Promise.withResolvers<void>();
    const cancel = ctx.clock.after(AGAIN_MS, over.resolve);
    await Promise.race([over.promise, stop.promise]);
    cancel();
  }

  const running = new Set<Promise<void>>();
  ctx.following.onSetBack((lost) => {
    const settling = settle(lost).finally(() => running.delete(settling));
    running.add(settling);
    return settling;
  });
  return async () => {
    isStopped = true;
    stop.resolve();
    await Promise.all(running);
  };
}

/** Undefined if the log says already why the head is missing. */
export async function settleLost(ctx: Context, lost: LostHead): Promise<SetBack | undefined> {
  const { workspace } = lost;
  const { seq: read } = await ctx.store.head(workspace);
  if (await isExplained(ctx, lost)) return undefined;
  const nextGrantId = () => ctx.ids.next("grt");
  const setBack = await ctx.store.settleLoss({ lost, read, at: nowOf(ctx), nextGrantId });
  if (setBack === undefined) return undefined;
  // It is settled now, and page, doctor and log tell of it too.
  await tellOwners(ctx, workspace, setBack).catch(() => {});
  return setBack;
}

async function isExplained({ store }: Context, lost: LostHead): Promise<boolean> {
  const { workspace } = lost;
  for (let after = 0; ; ) {
    const page = await store.readEvents({ workspace, subject: workspace, after, limit: PAGE });
    if (page.some((event) => explains(event, lost))) return true;
    after = page.at(-1)?.seq ?? after;
    if (page.length < PAGE) return false;
  }
}

async function tellOwners(ctx: Context, workspace: WorkspaceId, setBack: SetBack): Promise<void> {
  const said = OWNERS_TOLD.record_went_back(setBack);
  const told = await ownerNotices(ctx, { workspace, tellsSole: true, ...said });
  if (told.writes.length > 0) await ctx.commit({ workspace, ...told });
}
