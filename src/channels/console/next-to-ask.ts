import type { RequestId } from "../../domain/id.ts";
import { type Fold, foldAlike, foldOf } from "../../domain/inbox/fold.ts";
import { present } from "../../domain/present.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { isHeld } from "./undoing.ts";

/** How many waiting requests are counted; beyond that the text says "more". */
const SHOWN_WAITING = 50;

export interface AskedHere {
  readonly earshot: Pick<Earshot, "list">;
  /** Requests not to ask again, by the version that was set aside. */
  readonly aside: ReadonlyMap<RequestId, number>;
}

/** The request that is asked next, and how many wait after it. */
export interface Next {
  readonly request: ShownRequest;
  /** This request and similar ones after it; undefined if it is alone. */
  readonly fold?: Fold | undefined;
  readonly waiting: number;
  readonly isMore: boolean;
  /** How many were seen that this operator may not decide. */
  readonly forOthers: number;
}

export interface Waiting {
  /** The oldest request that this operator may decide and has not set aside. */
  readonly next?: Next;
  /**
   * Requests they may not decide, oldest first; if there is a next one, only those found on the way
   * to it.
   */
  readonly others: readonly ShownRequest[];
}

/** Looks past everything the operator may not decide for something they may. */
export async function whatWaits({ earshot, aside }: AskedHere): Promise<Waiting> {
  const others: ShownRequest[] = [];
  let cursor: string | undefined;
  do {
    const page = await earshot.list({
      status: "open",
      mine: true,
      order: "oldest",
      limit: SHOWN_WAITING,
      ...present({ cursor }),
    });
    // What somebody is deciding is asked again if they take that back.
    const free = page.items.filter((request) => !isHeld(request));
    others.push(...free.filter(isForOthers));
    const asked = free.filter(
      (request) => aside.get(request.id) !== request.version && !isForOthers(request),
    );
    const [request] = asked;
    if (request !== undefined) {
      const [alike = []] = foldAlike(asked, (one) => one);
      const waiting = asked.length - 1;
      const isMore = page.next !== undefined;
      const next = { request, fold: foldOf(alike), waiting, isMore, forOthers: others.length };
      return { next, others };
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return { others };
}

function isForOthers({ forOthers }: ShownRequest): boolean {
  return forOthers !== undefined;
}
