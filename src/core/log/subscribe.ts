import { EarshotError } from "../../domain/errors.ts";
import { concernsAgent, type Event } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight, seesAll } from "../../domain/people/rights.ts";
import type { EventsInput } from "../../ports/earshot/earshot.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";

const PAGE = 256;

/**
 * The events of the caller's workspace that it may read, in order, without gaps or repeats. With
 * `follow` it goes on until the signal ends it or the server stops.
 */
export async function subscribe(
  ctx: Context,
  caller: Caller,
  { input = {}, options }: Given<EventsInput | undefined>,
): Promise<AsyncIterable<Event>> {
  requireRight(caller, "read");
  const { id } = caller.principal;
  const mayRead = seesAll(caller) ? () => true : (event: Event) => concernsAgent(event, id);
  return await eventStream(ctx, caller, { input, signal: options?.signal, mayRead });
}

/**
 * The events of the caller's workspace that `mayRead` lets through; the caller of this function
 * checks rights.
 */
export async function eventStream(
  ctx: Context,
  { principal: { workspace } }: Caller,
  {
    input = {},
    signal,
    mayRead,
  }: {
    readonly input?: EventsInput | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly mayRead: (event: Event) => boolean;
  },
): Promise<AsyncIterable<Event>> {
  const after = await checkedStart(ctx, workspace, input.after ?? 0);
  return eventsFrom(ctx, { workspace, after, mayRead, follow: input.follow === true, signal });
}

interface Stream {
  readonly workspace: string;
  readonly after: number;
  readonly mayRead: (event: Event) => boolean;
  readonly follow: boolean;
  readonly signal: AbortSignal | undefined;
}

async function* eventsFrom(ctx: Context, stream: Stream): AsyncGenerator<Event, void> {
  const { workspace, mayRead, signal } = stream;
  let { after } = stream;
  for (;;) {
    const events = await nextEvents(ctx, stream, after);
    if (events === undefined) return;
    for (const event of events.filter(mayRead)) {
      if (signal?.aborted === true) return;
      yield event;
    }
    after = events.at(-1)?.seq ?? after;
    if (events.length === 0) await nextAppend(ctx, { workspace, after, signal });
  }
}

/** The next page; empty if it must wait, undefined at the end of the stream. */
async function nextEvents(
  ctx: Context,
  { workspace, follow, signal }: Stream,
  after: number,
): Promise<readonly Event[] | undefined> {
  if (signal?.aborted === true) return undefined;
  const events = await eventsAfter(ctx, { workspace, follow }, after);
  const isEnd = events.length === 0 && (!follow || ctx.tail.isStopped());
  return isEnd ? undefined : events;
}

export async function lastEvent(ctx: Context, caller: Caller): Promise<{ readonly seq: number }> {
  requireRight(caller, "read");
  const { seq } = await ctx.store.head(caller.principal.workspace);
  return { seq };
}

/** A cursor beyond the log belongs to another log; waiting for it would silently skip events. */
async function checkedStart(ctx: Context, workspace: string, after: number): Promise<number> {
  const { seq } = await ctx.store.head(workspace);
  if (Number.isInteger(after) && after >= 0 && after <= seq) return after;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no event ${after} in this log; the newest is ${seq}. Start from a number it has, or from 0.`,
    { details: { after, newest: seq } },
  );
}

async function eventsAfter(
  ctx: Context,
  { workspace, follow }: Pick<Stream, "workspace" | "follow">,
  after: number,
): Promise<readonly Event[]> {
  // The tail hears of other nodes a moment late, so a read that does not wait uses the store.
  const isWhole = follow || ctx.others === undefined;
  const kept = isWhole ? ctx.tail.since(workspace, after) : undefined;
  return kept ?? (await ctx.store.readEvents({ workspace, after, limit: PAGE }));
}

function nextAppend(
  ctx: Context,
  {
    workspace,
    after,
    signal,
  }: {
    workspace: string;
    after: number;
    signal: AbortSignal | undefined;
  },
): Promise<void> {
  return new Promise((resolve) => {
    let forget = () => {};
    const wake = () => {
      forget();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    forget = ctx.tail.onNext(workspace, wake);
    signal?.addEventListener("abort", wake);
    // Something was appended or ended since the read, and nobody will call again.
    if (signal?.aborted === true || (ctx.tail.since(workspace, after)?.length ?? 0) > 0) wake();
  });
}
