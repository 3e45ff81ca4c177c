import { EarshotError } from "../../domain/errors.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import { checkText } from "../../domain/text.ts";
import type { CancelInput } from "../../ports/earshot/requests.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { wordsOf } from "../log/words-of.ts";
import { changeRequest } from "./change-request.ts";

/** Takes a request back: an agent its own, an owner any. Throws REQUEST_CLOSED. */
export async function cancel(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<CancelInput>,
): Promise<Request> {
  requireRight(caller, caller.rights.has("withdraw") ? "withdraw" : "ask");
  const { id, reason } = input;
  if (reason !== undefined) checkText(reason, "reason", MAX_REASON_BYTES);
  const by = actorOf(caller, options?.via);
  return await changeRequest(
    ctx,
    { caller, operation: "cancel", input, options },
    {
      id,
      plan(request) {
        if (!(caller.rights.has("withdraw") || request.agent === caller.principal.id)) {
          throw new EarshotError("NOT_ALLOWED", `Request ${id} belongs to another agent.`);
        }
        return {
          event: { type: "cancel", by, ...present({ reason }) },
          logged: ({ salt }) => ({
            type: "request.cancelled",
            data: { via: by.via, ...wordsOf(ctx, { salt, reason }) },
          }),
        };
      },
    },
  );
}
