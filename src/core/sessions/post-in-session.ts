import type { ConversationId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { HeldSession } from "../../ports/earshot/sessions.ts";
import type { Context } from "../call/context.ts";
import { changeHeld } from "./change-held.ts";
import { say } from "./say.ts";

/** Says something where the session was started; a repeated call says it once. */
export async function postInSession(
  ctx: Context,
  caller: Caller,
  input: HeldSession & { readonly call: string; readonly text: string },
): Promise<{ readonly conversation: ConversationId }> {
  requireRight(caller, "tell");
  const { id, call, text } = input;
  checkNotBlank(text, "message");
  checkText(text, "message");
  const { session } = await changeHeld(ctx, caller, {
    held: input,
    async plan(one) {
      const { writes, events } = await say(ctx, caller, { session: one, text });
      return {
        event: { type: "note", entries: 0, posted: true },
        once: {
          principal: one.agent,
          key: `post:${id}:${ctx.digest.text(call)}`,
          digest: ctx.digest.json([id, call, text]),
          result: id,
        },
        writes,
        events: () => events,
      };
    },
  });
  return { conversation: session.conversation };
}
