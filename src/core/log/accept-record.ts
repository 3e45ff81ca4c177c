import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { RecordState } from "../../ports/earshot/audit.ts";
import { actorOf } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";

/** How far the record reaches, and whether it waits to be accepted. */
export async function recordState(ctx: Context, caller: Caller): Promise<RecordState> {
  requireRight(caller, "audit");
  return await stateOf(ctx, caller);
}

async function stateOf({ store }: Context, caller: Caller): Promise<RecordState> {
  const { workspace } = caller.principal;
  const setBack = await store.findSetBack(workspace);
  const { seq: head } = await store.head(workspace);
  const promotedAt = (await store.promotion())?.at;
  return { head, ...present({ setBack, promotedAt }) };
}

/**
 * Lets approvals be used again after the record went back. It names the event that it accepts, so a
 * loss that the person has not seen is not accepted with it. Repeating it is no error.
 */
export async function acceptRecord(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly event: number }>,
): Promise<RecordState> {
  requireRight(caller, "operate");
  const { workspace } = asPerson(caller);
  const { event } = input;
  const { principal: actor, name: by, via } = actorOf(caller, options?.via);
  const asItIs = () => stateOf(ctx, caller);
  const call = { caller, operation: "acceptRecord", input, options };
  return await commitCall(ctx, call, {
    thing: "The record",
    async plan() {
      const { setBack, ...whole } = await asItIs();
      if (setBack === undefined) return { alreadySo: whole };
      if (setBack.event !== event) throw another(event, setBack.event);
      const told = await ownerNotices(ctx, {
        workspace,
        actor,
        ...OWNERS_TOLD.record_accepted(by, event),
      });
      return {
        done: asItIs,
        result: workspace,
        change: {
          workspace,
          writes: [{ type: "record.accept", event }, ...told.writes],
          events: [
            {
              type: "log.accepted",
              at: nowOf(ctx),
              actor,
              subject: workspace,
              data: { via, version: event },
            },
            ...told.events,
          ],
        },
      };
    },
    replay: asItIs,
  });
}

function another(given: number, waits: number): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The record waits for event ${waits} to be accepted, and not for ${given}. Look at it first: npx earshot record show.`,
    { details: { event: waits } },
  );
}
