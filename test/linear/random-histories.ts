import type { Random } from "../../src/testing/simulator/random.ts";
import type { Attempt, Reply, RequestHistory, Wish } from "./history.ts";
import { apply, type State, type Step, UNASKED } from "./model.ts";

/** What is wrong with a played server. */
export type Fault =
  | "two winners"
  | "stale read"
  | "lost answer"
  | "answer after cancel"
  | "forgotten key"
  | "answer that nobody gave"
  | "read from the future";

export interface PlayOptions {
  readonly random: Random;
  readonly attempts: number;
  readonly fault?: Fault;
}

interface Planned {
  readonly wish: Wish;
  readonly calledAt: number;
  /** The moment at which the server does it; never where the call is lost on its way. */
  readonly actsAt: number | undefined;
  readonly returnsAt: number | undefined;
}

/** Plays clients that call a server at once, with replies that are lost and calls that are. */
export function playHistory({ random, attempts, fault }: PlayOptions): RequestHistory {
  const planned = Array.from({ length: attempts }, (_, number) => plan(random, number));
  const acting = planned
    .filter(({ actsAt }) => actsAt !== undefined)
    .sort((a, b) => (a.actsAt ?? 0) - (b.actsAt ?? 0));
  const server = createServer(random, fault);
  const replies = new Map(acting.map((one) => [one, server(one.wish)]));
  return planned.map((one): Attempt => {
    const { wish, calledAt, returnsAt } = one;
    const reply = replies.get(one);
    if (reply === undefined || returnsAt === undefined) return { wish, calledAt };
    return { wish, calledAt, returned: { at: returnsAt, reply } };
  });
}

const SPAN = 100;

function plan(random: Random, number: number): Planned {
  const wish = number === 0 ? ({ kind: "ask" } as const) : pickWish(random);
  const calledAt = number === 0 ? 0 : random.next() * SPAN;
  const reaches = random.next() * 20;
  const actsAt = random.chance(0.05) ? undefined : calledAt + reaches;
  // Some reach the server long after their caller has given up.
  const isHeard = wish.kind !== "expire" && actsAt !== undefined && random.chance(0.85);
  if (isHeard) return { wish, calledAt, actsAt, returnsAt: actsAt + random.next() * 20 };
  const late = actsAt === undefined || !random.chance(0.3) ? actsAt : actsAt + SPAN;
  return { wish, calledAt, actsAt: late, returnsAt: undefined };
}

const KEYS = ["k1", "k2", "k3", "k4"] as const;

function pickWish(random: Random): Wish {
  const kind = random.pick(["answer", "answer", "cancel", "wait", "show", "show", "ask", "expire"]);
  switch (kind) {
    case "answer": {
      const key = random.pick(KEYS);
      return { kind, key, standing: `answered: ${key}` };
    }
    case "cancel":
      return { kind, key: "c1", standing: "cancelled: c1" };
    case "wait":
    case "show":
    case "ask":
      return { kind };
    default:
      return { kind: "expire" };
  }
}

/** What a server with a fault does otherwise; undefined where it does what is right. */
type Deviation = (at: {
  readonly state: State;
  readonly wish: Wish;
  readonly former: readonly State[];
  readonly random: Random;
}) => Step | undefined;

const DEVIATIONS: Readonly<Record<Fault, Deviation>> = {
  "two winners": ({ state, wish }) =>
    isClosed(state) && "key" in wish ? { reply: wish.standing, state } : undefined,
  "answer after cancel": ({ state, wish }) =>
    wish.kind === "answer" && state.standing.startsWith("cancelled")
      ? apply({ standing: "open" }, wish)
      : undefined,
  "stale read": ({ state, wish, former, random }) =>
    isRead(wish) && random.chance(0.5) ? { reply: random.pick(former).standing, state } : undefined,
  "lost answer": ({ state, wish, random }) =>
    isClosed(state) && random.chance(0.2) ? apply({ standing: "open" }, wish) : undefined,
  "forgotten key": ({ state, wish }) =>
    isClosed(state) && "key" in wish ? { reply: "too_late", state } : undefined,
  "answer that nobody gave": ({ state, wish }) =>
    isClosed(state) && isRead(wish) ? { reply: "answered: of nobody", state } : undefined,
  "read from the future": ({ state, wish }) =>
    state.standing === "open" && isRead(wish) ? { reply: "expired", state } : undefined,
};

export const FAULTS = Object.keys(DEVIATIONS) as readonly Fault[];

function isClosed({ standing }: State): boolean {
  return standing !== "open" && standing !== "none";
}

function isRead({ kind }: Wish): boolean {
  return kind === "show" || kind === "wait";
}

function createServer(random: Random, fault: Fault | undefined): (wish: Wish) => Reply {
  let state: State = UNASKED;
  const former: State[] = [state];
  return (wish) => {
    const deviation = fault === undefined ? undefined : DEVIATIONS[fault];
    const step = deviation?.({ state, wish, former, random }) ?? apply(state, wish);
    former.push(step.state);
    state = step.state;
    return step.reply;
  };
}
