import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { asAuthorization, type OpenAuthorization } from "../../domain/requests/request.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import type { EditPreview, PreviewEditInput } from "../../ports/earshot/authority.ts";
import { actorOf } from "../call/access.ts";
import { assertWhole } from "../call/assert-whole.ts";
import { type Context, nowOf } from "../call/context.ts";
import { viewsOf } from "../evidence/show-evidence.ts";
import { findOpen } from "../requests/find-open.ts";
import { assertNotDenied, eventOf } from "./approve.ts";
import type { EditMade } from "./edit-action.ts";
import { judgeVote } from "./judge-vote.ts";
import { termsToday } from "./terms-today.ts";

/** The digest and patch of an action with other arguments, as an approval would make them. */
export async function previewEdit(
  ctx: Context,
  caller: Caller,
  { id, args, language = "en" }: PreviewEditInput,
): Promise<EditPreview> {
  requireRight(caller, "decide");
  const request = asAuthorization(await findOpen(ctx, caller, id));
  assertWhole(ctx, request);
  const today = await termsToday(ctx, request);
  assertNotDenied(today);
  const judged = await judgeVote(ctx, caller, { today, args });
  const { edit, put, standing } = judged;
  const { authorization } = request;
  const digest = edit?.digest ?? authorization.digest;
  transition(request, eventOf({ by: actorOf(caller), digest }, judged, today), nowOf(ctx));
  return {
    digest,
    patch: edit?.patch ?? authorization.edit?.patch ?? [],
    ...present({
      evidence:
        edit?.action.evidence &&
        (await viewsOf(ctx, withEdit(request, edit), { language, pieces: edit.pieces })),
      others: put?.terms.demand.quorum,
      soleOperator: standing.isSoleOperator ? (true as const) : undefined,
    }),
  };
}

function withEdit(request: OpenAuthorization, { action, digest }: EditMade): OpenAuthorization {
  return { ...request, authorization: { ...request.authorization, action, digest } };
}
