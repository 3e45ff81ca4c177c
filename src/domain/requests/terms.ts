import type { Demand, Vote } from "../authority/authorization.ts";
import type { Fits } from "../authority/places.ts";
import type { PrincipalId } from "../id.ts";
import { present } from "../present.ts";
import type { OpenAuthorization } from "./request.ts";

/** What an action needs before it may run, and who is asked for it. */
export interface Terms {
  readonly demand: Demand;
  readonly to: readonly string[];
  /** Where the demand has a list: which entries of it each voter could meet. */
  readonly fits?: Readonly<Record<PrincipalId, Fits>>;
}

export function termsOf({ authorization: { demand }, to }: OpenAuthorization): Terms {
  return { demand, to };
}

/** The same under these terms, without the votes of the people named. */
export function onTerms(
  request: OpenAuthorization,
  { demand, to, fits }: Terms,
  withdrawn: readonly PrincipalId[],
): OpenAuthorization {
  const { authorization } = request;
  const votes = authorization.votes
    .filter(({ by }) => !withdrawn.includes(by.principal))
    .map((vote) => (fits === undefined ? vote : withFits(vote, fits[vote.by.principal])));
  return { ...request, to, authorization: { ...authorization, demand, votes } };
}

function withFits({ fits: _, ...vote }: Vote, fits: Fits | undefined): Vote {
  return { ...vote, ...present({ fits }) };
}

/** Whether two demands ask the same of the same people; the order of names and roles does not matter. */
export function isSameTerms(one: Terms, other: Terms): boolean {
  const plain = ({ demand: { approvers, ...rest }, to }: Terms) =>
    JSON.stringify([
      rest.rule,
      rest.level,
      rest.quorum,
      rest.wanted ?? null,
      rest.waitMs ?? 0,
      rest.note ?? null,
      rest.tickets?.toSorted() ?? null,
      rest.stepUp,
      rest.hands ?? null,
      rest.expiresInMs,
      rest.edits ?? "second",
      approvers.names.toSorted(),
      approvers.roles.toSorted(),
      to.toSorted(),
    ]);
  return plain(one) === plain(other);
}
