import type { ContentDigest } from "../../domain/content/content.ts";
import { contentsOf, type Evidence, evidenceOf } from "../../domain/evidence/evidence.ts";
import type { EarlierArgs, EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Request, ShownRequest } from "../../domain/requests/request.ts";
import { findRequest } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { mayBeLiaisons } from "../callers/liaison-agent.ts";
import type { Piece } from "../content/put-contents.ts";
import { assertReadable } from "../liaison-changes/liaison-access.ts";

const LAST = 5;
const ENGLISH = "en";

/** For everybody who may read the request. */
export async function showEvidence(
  ctx: Context,
  caller: Caller,
  { id, language = ENGLISH }: { readonly id: RequestId; readonly language?: string },
): Promise<{ readonly items: readonly EvidenceView[] }> {
  requireRight(caller, "read");
  const request = await findShowing(ctx, caller, id);
  // What others were asked before is none of an end user's business.
  const isAlone = caller.endUser !== undefined;
  return { items: await viewsOf(ctx, request, { language, isAlone }) };
}

/**
 * A request with what stands beside it. What came with a result is for whoever may read its conversation
 * alone.
 */
export async function findShowing(ctx: Context, caller: Caller, id: RequestId): Promise<Request> {
  const request = await findRequest(ctx, caller, id);
  if (mayBeLiaisons(request)) await assertReadable(ctx, caller, request.conversation);
  return request;
}

interface Viewing {
  readonly language: string;
  /** Nothing of other requests is told with it. */
  readonly isAlone?: boolean;
  /** Contents that are not kept yet. */
  readonly pieces?: readonly Piece[];
}

type Showing = Pick<Context, "digest" | "inbox" | "store" | "viewEvidence">;

/** What stands beside a request, as people are shown it. */
export async function viewsOf(
  ctx: Showing,
  request: ShownRequest,
  { language, isAlone = false, pieces = [] }: Viewing,
): Promise<readonly EvidenceView[]> {
  const evidence = evidenceOf(request);
  const { viewEvidence } = ctx;
  if (evidence.length === 0 || viewEvidence === undefined) return [];
  const contents = await contentsFor(ctx, request, evidence);
  for (const { bytes } of pieces) contents.set(ctx.digest.bytes(bytes), bytes);
  const isPaying = evidence.some(({ kind }) => kind === "payment");
  const earlier = isPaying && !isAlone ? await earlierOf(ctx, request) : [];
  return evidence.map((one) => viewEvidence(one, { contents, earlier, language }));
}

async function contentsFor(
  { store }: Pick<Context, "store">,
  { workspace, id }: ShownRequest,
  evidence: readonly Evidence[],
): Promise<Map<ContentDigest, Uint8Array>> {
  const found = new Map<ContentDigest, Uint8Array>();
  for (const digest of new Set(evidence.flatMap(contentsOf))) {
    const content = await store.findContent(workspace, id, digest);
    if (content !== undefined) found.set(digest, content.bytes);
  }
  return found;
}

/** The arguments of the last actions of this agent and tool that people decided. */
async function earlierOf(
  { inbox }: Pick<Context, "inbox">,
  { workspace, id }: ShownRequest,
): Promise<readonly EarlierArgs[]> {
  const { earlier } = await inbox.similar({ workspace, id, limit: LAST });
  return earlier.map(({ createdAt: at, status, authorization }) => {
    return { at, status, args: authorization.action.args };
  });
}
