import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { asAuthorization } from "../../domain/requests/request.ts";
import { transition } from "../../domain/requests/request-machine.ts";
import type { EditPreview } from "../../ports/earshot/authority.ts";
import { actorOf } from "../call/access.ts";
import { assertWhole } from "../call/assert-whole.ts";
import { type Context, nowOf } from "../call/context.ts";
import { assertMayDecide } from "../deciders/may-decide.ts";
import { findOpen } from "../requests/find-open.ts";
import { assertNotDenied } from "./approve.ts";
import { editedAction } from "./edit-action.ts";
import { termsToday } from "./terms-today.ts";

/** The digest and patch of an action with other arguments, as an approval would make them. */
export async function previewEdit(
  ctx: Context,
  caller: Caller,
  { id, args }: { readonly id: RequestId; readonly args: JsonObject },
): Promise<EditPreview> {
  requireRight(caller, "decide");
  const request = asAuthorization(await findOpen(ctx, caller, id));
  assertWhole(ctx, request);
  const today = await termsToday(ctx, request);
  assertNotDenied(today);
  await assertMayDecide(ctx, today.request, caller.principal);
  const edit = await editedAction(ctx, today.request, args);
  const { authorization } = request;
  const digest = edit?.digest ?? authorization.digest;
  const vote = { by: actorOf(caller), digest };
  const { terms, withdrawn } = today;
  transition(
    request,
    { type: "approve", vote, terms, withdrawn, ...present({ edit }) },
    nowOf(ctx),
  );
  return { digest, patch: edit?.patch ?? authorization.edit?.patch ?? [] };
}
