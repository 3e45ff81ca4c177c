import type { Attempt, RequestHistory } from "./history.ts";
import { apply, type State, UNASKED } from "./model.ts";

export type Verdict =
  /** The attempts in an order in which one thing after the other would have had the same replies. */
  | { readonly isLinear: true; readonly order: readonly Attempt[] }
  | { readonly isLinear: false; readonly fault: string };

/**
 * Whether the replies could have been those of one server that does one thing at a time, each between
 * its call and its return. Searches as Wing and Gong do, never twice from the same configuration
 * (what has taken effect, and how the request stands).
 */
export function checkHistory(history: RequestHistory): Verdict {
  const attempts = [...history].sort((a, b) => a.calledAt - b.calledAt);
  const search = createSearch(attempts);
  if (search.run(UNASKED)) return { isLinear: true, order: search.order() };
  return { isLinear: false, fault: describeFault(attempts, search.longest()) };
}

function createSearch(attempts: readonly Attempt[]) {
  const done = attempts.map(() => false);
  const seen = new Set<string>();
  const order: Attempt[] = [];
  let longest: readonly Attempt[] = [];

  /** The next can only be one that was called before any of those left has returned. */
  function candidates(): number[] {
    const found: number[] = [];
    let firstReturn = Number.POSITIVE_INFINITY;
    for (const [index, { calledAt, returned }] of attempts.entries()) {
      if (done[index]) continue;
      if (calledAt > firstReturn) break;
      found.push(index);
      firstReturn = Math.min(firstReturn, returned?.at ?? Number.POSITIVE_INFINITY);
    }
    return found;
  }

  function take(index: number): void {
    done[index] = true;
    order.push(...attempts.slice(index, index + 1));
  }

  function giveBack(index: number): void {
    done[index] = false;
    order.pop();
  }

  /**
   * What changes nothing and may come now is taken at once: wherever an order has it later, it may
   * also come here. The indexes that were taken.
   */
  function takeReads(state: State): number[] {
    const taken: number[] = [];
    for (;;) {
      const reads = candidates().filter((index) => isRead(state, attempts[index]));
      if (reads.length === 0) return taken;
      for (const index of reads) take(index);
      taken.push(...reads);
    }
  }

  function isOver(): boolean {
    return attempts.every(({ returned }, index) => done[index] || returned === undefined);
  }

  function isKnown(state: State): boolean {
    const taken = done.map((is) => (is ? "1" : "0")).join("");
    const configuration = `${taken} ${state.winner ?? ""} ${state.standing}`;
    if (seen.has(configuration)) return true;
    seen.add(configuration);
    return false;
  }

  function change(state: State, index: number): boolean {
    const attempt = attempts[index];
    if (attempt === undefined) return false;
    const step = apply(state, attempt.wish);
    if (step.state === state) return false;
    if (attempt.returned !== undefined && attempt.returned.reply !== step.reply) return false;
    take(index);
    if (run(step.state)) return true;
    giveBack(index);
    return false;
  }

  function run(state: State): boolean {
    const reads = takeReads(state);
    if (order.length > longest.length) longest = [...order];
    if (isOver()) return true;
    if (!isKnown(state) && candidates().some((index) => change(state, index))) return true;
    for (const index of reads.reverse()) giveBack(index);
    return false;
  }

  return { run, order: (): readonly Attempt[] => order, longest: () => longest };
}

/** Whether the attempt has a reply that it gets where the request stands so, and changes nothing. */
function isRead(state: State, attempt: Attempt | undefined): boolean {
  if (attempt?.returned === undefined) return false;
  const step = apply(state, attempt.wish);
  return step.state === state && step.reply === attempt.returned.reply;
}

function describeFault(attempts: readonly Attempt[], longest: readonly Attempt[]): string {
  const left = attempts.filter((attempt) => !longest.includes(attempt));
  const lines = (some: readonly Attempt[]) => some.map((one) => `  ${describe(one)}`);
  return [
    "No order of the attempts explains the replies. The longest that does explain some:",
    ...lines(longest),
    "and then there is no place for:",
    ...lines(left),
  ].join("\n");
}

function describe({ wish, calledAt, returned, by }: Attempt): string {
  const what = "key" in wish ? `${wish.kind} "${wish.standing}" by key ${wish.key}` : wish.kind;
  const reply = returned === undefined ? "no reply" : `"${returned.reply}"`;
  const until = returned === undefined ? "?" : returned.at.toFixed(2);
  const who = by === undefined ? "" : ` (${by})`;
  return `${calledAt.toFixed(2)} to ${until}: ${what}: ${reply}${who}`;
}
