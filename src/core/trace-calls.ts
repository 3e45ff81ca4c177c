import type { RequestId, WorkspaceId } from "../domain/id.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { ShownRequest } from "../domain/requests/request.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { Span, SpanFacts } from "../ports/system/traces.ts";
import type { Context } from "./call/context.ts";

/** A wait for many requests links to this many of them. */
const MAX_LINKS = 32;

/**
 * The same Earshot, with spans that name their request. A decision, or a call that fetches the
 * outcome, links to the span that asked. Days may lie between the two, and no trace stays open for
 * days.
 */
export function traceCalls(ctx: Context, caller: Caller, earshot: Earshot): Earshot {
  const { workspace } = caller.principal;
  const about = <T>(id: RequestId, work: Promise<T>, requestOf: (done: T) => ShownRequest) =>
    tellOf(ctx, { workspace, id, work, requestOf });
  const itself = (request: ShownRequest) => request;
  return {
    ...earshot,
    async ask(input, options) {
      return await noteAsked(ctx, earshot.ask(input, options));
    },
    async authorize(input, options) {
      return await noteAsked(ctx, earshot.authorize(input, options));
    },
    answer: (input, options) => about(input.id, earshot.answer(input, options), itself),
    approve: (input, options) => about(input.id, earshot.approve(input, options), itself),
    reject: (input, options) => about(input.id, earshot.reject(input, options), itself),
    cancel: (input, options) => about(input.id, earshot.cancel(input, options), itself),
    wait: (input, options) =>
      about(input.id, earshot.wait(input, options), (waited) => waited.request),
    async waitMany(input, options) {
      const done = await earshot.waitMany(input, options);
      ctx.traces.current()?.tell({ "earshot.wait.outcome": done.outcome });
      const closed = done.requests.filter(({ outcome }) => outcome !== "pending");
      const ids = closed.slice(0, MAX_LINKS).map(({ request }) => request.id);
      await Promise.all(ids.map((id) => linkToAsk(ctx, workspace, id)));
      return done;
    },
    async collect(input, options) {
      tellId(ctx.traces.current(), input.id);
      const collected = await earshot.collect(input, options);
      ctx.traces.current()?.tell({ "earshot.grant.id": collected.id });
      await linkToAsk(ctx, workspace, input.id);
      return collected;
    },
    async redeem(input, options) {
      const redeemed = await earshot.redeem(input, options);
      ctx.traces.current()?.tell({ ...factsOf(redeemed.request), "earshot.grant.id": redeemed.id });
      await linkToAsk(ctx, workspace, redeemed.request.id);
      return redeemed;
    },
  };
}

interface Told<T> {
  readonly workspace: WorkspaceId;
  readonly id: RequestId;
  readonly work: Promise<T>;
  readonly requestOf: (done: T) => ShownRequest;
}

async function tellOf<T>(ctx: Context, { workspace, id, work, requestOf }: Told<T>): Promise<T> {
  const span = ctx.traces.current();
  // Set before the call, so a refused call names its request too.
  tellId(span, id);
  const done = await work;
  span?.tell(factsOf(requestOf(done)));
  await linkToAsk(ctx, workspace, id);
  return done;
}

async function noteAsked<T extends { readonly request: ShownRequest; readonly joined?: true }>(
  ctx: Context,
  asking: Promise<T>,
): Promise<T> {
  const done = await asking;
  const { request, joined } = done;
  ctx.traces.current()?.tell({ ...factsOf(request), "earshot.request.joined": joined });
  await linkToAsk(ctx, request.workspace, request.id);
  return done;
}

/**
 * A caller can send anything as an id. What does not look like one of ours is content, and stays
 * out of the trace.
 */
function tellId(span: Span | undefined, id: string): void {
  if (/^req_[0-9a-zA-Z]{1,40}$/.test(id)) span?.tell({ "earshot.request.id": id });
}

function factsOf(request: ShownRequest): SpanFacts {
  return {
    "earshot.request.id": request.id,
    "earshot.request.kind": request.kind,
    "earshot.request.status": request.status,
    "earshot.request.level":
      request.kind === "authorization" ? request.authorization.demand.level : undefined,
  };
}

/** A missing link is no reason to fail a call that was served. */
async function linkToAsk(ctx: Context, workspace: WorkspaceId, id: RequestId): Promise<void> {
  const span: Span | undefined = ctx.traces.current();
  if (span === undefined) return;
  try {
    const asked = await ctx.store.findTrace(workspace, id);
    if (asked === undefined || asked === span.place) return;
    span.link(asked, { "earshot.link": "ask", "earshot.request.id": id });
  } catch {}
}
