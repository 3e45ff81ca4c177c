import { type Fold, foldAlike, foldOf } from "../../domain/fold.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Request } from "../../domain/request.ts";
import type { Earshot } from "../../ports/earshot.ts";

/** How many of those that wait are counted; beyond it are "more". */
const SHOWN_WAITING = 50;

export interface AskedHere {
  readonly earshot: Pick<Earshot, "list">;
  /** Requests not to ask again, by the version that was set aside. */
  readonly aside: ReadonlyMap<RequestId, number>;
  readonly me: PrincipalId;
}

/** What is asked next, and how many wait behind it. */
export interface Next {
  readonly request: Request;
  /** It and those behind it that are alike; undefined for one alone. */
  readonly fold?: Fold | undefined;
  readonly waiting: number;
  readonly isMore: boolean;
}

/** The oldest that is open and not set aside. */
export async function nextToAsk({ earshot, aside, me }: AskedHere): Promise<Next | undefined> {
  let cursor: string | undefined;
  do {
    const page = await earshot.list({
      status: "open",
      mine: true,
      order: "oldest",
      limit: SHOWN_WAITING,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const asked = page.items.filter(
      (request) => aside.get(request.id) !== request.version && !hasVoted(request, me),
    );
    const [request] = asked;
    if (request !== undefined) {
      const [alike = []] = foldAlike(asked, (one) => one);
      const waiting = asked.length - 1;
      return { request, fold: foldOf(alike), waiting, isMore: page.next !== undefined };
    }
    cursor = page.next;
  } while (cursor !== undefined);
  return undefined;
}

function hasVoted(request: Request, me: PrincipalId): boolean {
  if (request.kind !== "authorization") return false;
  return request.authorization.votes.some(({ by }) => by.principal === me);
}
