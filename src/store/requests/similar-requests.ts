import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import { similarityOf } from "../../domain/requests/similarity.ts";
import type { SimilarRequest } from "../../ports/earshot/inbox.ts";

/** How many requests one read of the inbox looks at. Beyond it, a search says how far it came. */
export const MOST_LOOKED_AT = 20_000;
/** How many earlier requests a request is compared with. */
export const MOST_COMPARED = 500;

/** How many earlier ones of one agent and tool a request is told to be like. */
const MOST_EARLIER = 5;

/** The newest of its agent and tool. */
export function earlierOf(
  request: Request,
  newestFirst: readonly Request[],
): readonly AuthorizationRequest[] {
  if (request.kind !== "authorization") return [];
  const { tool } = request.authorization.action;
  return newestFirst
    .filter((other) => other.kind === "authorization")
    .filter(
      ({ agent, authorization }) => agent === request.agent && authorization.action.tool === tool,
    )
    .slice(0, MOST_EARLIER);
}

/** Of equally similar ones, those of the same agent come first, then the newest. */
export function mostSimilar(request: Request, newestFirst: readonly Request[]): SimilarRequest[] {
  const isOwn = ({ agent }: Request) => Number(agent === request.agent);
  return newestFirst
    .flatMap((other) => {
      const similarity = similarityOf(request, other);
      return similarity === undefined ? [] : [{ request: other, similarity }];
    })
    .sort((a, b) => b.similarity - a.similarity || isOwn(b.request) - isOwn(a.request));
}
