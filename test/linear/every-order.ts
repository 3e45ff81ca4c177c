import type { Attempt, RequestHistory } from "./history.ts";
import { apply, type State, UNASKED } from "./model.ts";

/** The same question as `checkHistory`, answered by trying every order: slow, and plainly right. */
export function isLinearByEveryOrder(history: RequestHistory, state: State = UNASKED): boolean {
  if (history.every(({ returned }) => returned === undefined)) return true;
  return history.some((attempt) => {
    const rest = history.filter((one) => one !== attempt);
    if (rest.some((one) => hasReturnedBefore(one, attempt))) return false;
    const step = apply(state, attempt.wish);
    const fits = attempt.returned === undefined || attempt.returned.reply === step.reply;
    return fits && isLinearByEveryOrder(rest, step.state);
  });
}

function hasReturnedBefore(one: Attempt, other: Attempt): boolean {
  return one.returned !== undefined && one.returned.at < other.calledAt;
}
