import type { Reply, Standing, Wish } from "./history.ts";

/** One request in a world where one thing happens after the other. */
export interface State {
  readonly standing: Standing | "none";
  /** Of whoever closed it: their repetitions get the reply that they got. */
  readonly winner?: string;
}

export interface Step {
  readonly reply: Reply;
  readonly state: State;
}

export const UNASKED: State = { standing: "none" };

/** What a wish brings about where the request stands so, and what its caller is told. */
export function apply(state: State, wish: Wish): Step {
  const { standing } = state;
  switch (wish.kind) {
    case "ask":
      return standing === "none" ? changed({ standing: "open" }) : { reply: standing, state };
    case "wait":
    case "show":
      return { reply: standing, state };
    case "expire":
      return standing === "open" ? changed({ standing: "expired" }) : { reply: "too_late", state };
    default:
      return close(state, wish);
  }
}

function close(state: State, wish: Extract<Wish, { key: string }>): Step {
  if (state.standing === "open") return changed({ standing: wish.standing, winner: wish.key });
  if (state.standing === "none") return { reply: "none", state };
  return { reply: state.winner === wish.key ? state.standing : "too_late", state };
}

function changed(state: State & { standing: Standing }): Step {
  return { reply: state.standing, state };
}
