import { EarshotError } from "../../domain/errors.ts";
import { isId, type SessionId } from "../../domain/id.ts";
import { DEFAULT_SESSION_ENTRIES, MAX_SESSION_ENTRIES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type {
  ListSessionsInput,
  SessionDetail,
  SessionEntriesInput,
} from "../../ports/earshot/sessions.ts";
import type { Context } from "../call/context.ts";
import { pageLimit, toPage } from "../call/page.ts";
import type { Given } from "../call/use-case.ts";
import { agentNamed, findSession } from "./access.ts";

/** At most this many sessions of one chain are shown at once. */
const MAX_CHAIN = 200;
/** How soon another node's entries are seen, because entries cause no log events. */
const LOOK_MS = 500;

/** Sessions that the caller may see, newest first. */
export async function listSessions(
  ctx: Context,
  caller: Caller,
  input: ListSessionsInput = {},
): Promise<Page<Session>> {
  requireRight(caller, "read");
  const { status, cursor, chain } = input;
  const limit = pageLimit(input.limit);
  if (cursor !== undefined && !isId("ses", cursor)) {
    throw new EarshotError("INVALID_INPUT", 'The cursor is not one that "next" has given.');
  }
  const agent =
    input.agent === undefined ? undefined : (await agentNamed(ctx, caller, input.agent)).id;
  const own = seesAll(caller) ? agent : caller.principal.id;
  const items = await ctx.store.listSessions({
    workspace: caller.principal.workspace,
    ...present({
      agent: own,
      status,
      root: chain === undefined ? undefined : (await findSession(ctx, caller, chain)).root,
      after: cursor,
    }),
    order: "newest",
    limit: limit + 1,
  });
  return toPage(items, limit);
}

export async function showSession(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: SessionId },
): Promise<SessionDetail> {
  requireRight(caller, "read");
  const session = await findSession(ctx, caller, id);
  const { workspace, root, waitsFor } = session;
  const chain = await ctx.store.listSessions({
    workspace,
    root,
    order: "oldest",
    limit: MAX_CHAIN,
  });
  const request =
    waitsFor === undefined ? undefined : await ctx.store.findRequest(workspace, waitsFor.request);
  return { session, chain, ...present({ request }) };
}

/** A session's entries after a number; waits if there are none yet. */
export async function sessionEntries(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<SessionEntriesInput>,
): Promise<{ readonly items: readonly SessionEntry[]; readonly session: Session }> {
  requireRight(caller, "read");
  const { id, after = 0, holdMs = 0 } = input;
  const limit = entriesLimit(input.limit);
  const untilMs = ctx.clock.now() + Math.min(Math.max(holdMs, 0), ctx.limits.maxHoldMs);
  for (;;) {
    const leftMs = untilMs - ctx.clock.now();
    const lookMs = ctx.others === undefined ? leftMs : Math.min(leftMs, LOOK_MS);
    const bell = ctx.bells.hear([id], { ms: Math.max(lookMs, 0), signal: options?.signal });
    try {
      const session = await findSession(ctx, caller, id);
      const { workspace } = session;
      const items = await ctx.store.listSessionEntries({ workspace, session: id, after, limit });
      const isOver = leftMs <= 0 || ctx.bells.isStopped() || options?.signal?.aborted === true;
      const hasEnded = session.endedAt !== undefined;
      if (items.length > 0 || isOver || hasEnded) return { items, session };
      await bell.rung;
    } finally {
      bell.cancel();
    }
  }
}

function entriesLimit(limit: number = DEFAULT_SESSION_ENTRIES): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_SESSION_ENTRIES) return limit;
  throw new EarshotError(
    "INVALID_INPUT",
    `A page has 1 to ${MAX_SESSION_ENTRIES} entries, not ${limit}.`,
  );
}
