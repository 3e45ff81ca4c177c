import type { PrincipalId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import { type Context, nowOf } from "../call/context.ts";
import { factsOfTried, type TriedProof } from "./tried-proof.ts";

const WINDOW_MS = 15 * MINUTE_MS;
const PAGE = 256;

interface Guesses {
  /** The times of wrong guesses that this process saw. */
  readonly wrong: readonly number[];
  /** When this process last saw a right one. */
  readonly rightAt: number;
  /** No event up to this one is within the window. */
  readonly readUpTo: number;
}

const NONE: Guesses = { wrong: [], rightAt: Number.NEGATIVE_INFINITY, readUpTo: 0 };

const guesses = new WeakMap<Context["store"], Map<PrincipalId, Guesses>>();

/**
 * How many of a person's newest guesses were wrong within a quarter of an hour. With other nodes
 * the log tells, so each node also counts guesses made elsewhere. A right guess need not be logged;
 * it ends the count on the node that saw it.
 */
export async function countWrong(ctx: Context, person: Principal): Promise<number> {
  const now = ctx.clock.now();
  const wrong =
    ctx.others === undefined ? guessesOf(ctx, person).wrong : await loggedWrong(ctx, person, now);
  return wrong.filter((at) => isWithin(at, now)).length;
}

export function noteRight(ctx: Context, person: Principal): void {
  note(ctx, person, { wrong: [], rightAt: ctx.clock.now() });
}

/** Logged within the guess's turn, so the next guess on any node finds it. */
export async function noteWrong(
  ctx: Context,
  { workspace, id }: Principal,
  tried: TriedProof,
): Promise<void> {
  const now = ctx.clock.now();
  const { wrong } = guessesOf(ctx, { id });
  note(ctx, { id }, { wrong: [...wrong.filter((at) => isWithin(at, now)), now] });
  await ctx.commit({
    workspace,
    writes: [],
    events: [
      {
        type: "passphrase.refused",
        at: nowOf(ctx),
        actor: id,
        subject: id,
        data: factsOfTried(tried),
      },
    ],
  });
}

/**
 * A time in the future, from a clock that was set back, does not count if this is the only node.
 */
function isWithin(at: number, now: number): boolean {
  return now - at < WINDOW_MS && at <= now;
}

async function loggedWrong(
  ctx: Context,
  person: Principal,
  now: number,
): Promise<readonly number[]> {
  const { rightAt, readUpTo } = guessesOf(ctx, person);
  const events = await eventsAbout(ctx, person, readUpTo);
  const old = events.filter(({ at }) => now - toMs(at) >= WINDOW_MS).at(-1);
  if (old !== undefined) note(ctx, person, { readUpTo: old.seq });
  const setAt = events.findLastIndex(({ type }) => type === "passphrase.set");
  return (
    events
      .slice(setAt + 1)
      .filter(({ type }) => type === "passphrase.refused")
      .map(({ at }) => toMs(at))
      .filter((at) => at > rightAt)
      // The clocks of two nodes always differ a little, so a time slightly ahead still counts.
      .map((at) => Math.min(at, now))
  );
}

async function eventsAbout(
  ctx: Context,
  { workspace, id: subject }: Principal,
  readUpTo: number,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? readUpTo;
    const page = await ctx.store.readEvents({ workspace, after, limit: PAGE, subject });
    events.push(...page);
    if (page.length < PAGE) return events;
  }
}

function guessesOf({ store }: Context, { id }: Pick<Principal, "id">): Guesses {
  return guesses.get(store)?.get(id) ?? NONE;
}

function note(ctx: Context, person: Pick<Principal, "id">, noted: Partial<Guesses>): void {
  const byPerson = guesses.get(ctx.store) ?? new Map<PrincipalId, Guesses>();
  guesses.set(ctx.store, byPerson);
  byPerson.set(person.id, { ...guessesOf(ctx, person), ...noted });
}
