import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Session, SessionEntryBody } from "../../domain/sessions/session.ts";
import { type HostEvent, moveSession } from "../../domain/sessions/session-machine.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { HeldSession } from "../../ports/earshot/sessions.ts";
import type { Change, Once, Write } from "../../ports/store/store.ts";
import { commitPlanned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { asHost, findSession } from "./access.ts";
import { assertServedNow } from "./assert-served-now.ts";

export interface HeldPlan {
  readonly event: DistributiveOmit<HostEvent, "epoch">;
  /** Entries added to the session in the same commit. */
  readonly entries?: readonly SessionEntryBody[];
  readonly writes?: readonly Write[];
  /** Events about the session as it is after the change. */
  readonly events?: (next: Session) => readonly EventDraft[];
  readonly once?: Once;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface Changed {
  readonly session: Session;
  /** The result of an earlier equal call; nothing was changed now. */
  readonly replayed?: string;
}

/**
 * One step of the host that holds the session. Everything it plans commits together, if the claim
 * is still its own. `known` recognizes a session in which the step was made and only its reply was
 * lost. Throws SESSION_LOST.
 */
export async function changeHeld(
  ctx: Context,
  caller: Caller,
  {
    held,
    known,
    plan,
  }: {
    readonly held: HeldSession;
    readonly known?: (session: Session) => boolean;
    readonly plan: (
      session: Session,
      now: Timestamp,
    ) => HeldPlan | undefined | Promise<HeldPlan | undefined>;
  },
): Promise<Changed> {
  const agent = asHost(caller);
  const find = () => findSession(ctx, caller, held.id);
  let isFirst = true;
  return await commitPlanned<Changed>(ctx, {
    thing: `Session ${held.id}`,
    async plan() {
      if (!isFirst) await assertServedNow(ctx, agent);
      isFirst = false;
      const session = await find();
      if (session.epoch === held.epoch && known?.(session) === true) {
        return { alreadySo: { session, replayed: session.id } };
      }
      const now = nowOf(ctx);
      // Checked before planning: a host of another epoch learns nothing else.
      moveSession(session, { type: "note", epoch: held.epoch, entries: 0 }, now);
      const planned = await plan(session, now);
      if (planned === undefined) return { alreadySo: { session } };
      const { change, next } = changeOf(ctx, session, { held, planned });
      return { change, done: () => ({ session: next }) };
    },
    replay: async (replayed) => ({ session: await find(), replayed }),
  });
}

function changeOf(
  ctx: Context,
  session: Session,
  { held, planned }: { readonly held: HeldSession; readonly planned: HeldPlan },
): { readonly next: Session; readonly change: Change } {
  const { event, entries = [], writes = [], events, once } = planned;
  // The store checks the claim again by the version; its time is checked as late as possible.
  const at = nowOf(ctx);
  const moved = moveSession(session, { ...event, epoch: held.epoch } as HostEvent, at);
  const next = { ...moved, entries: session.entries + entries.length };
  return {
    next,
    change: {
      workspace: session.workspace,
      ...present({ once }),
      writes: [
        { type: "session.put", session: next },
        // This node may not yet know that the agent was halted.
        { type: "ground.holds", agent: next.agent, keys: [] },
        ...entries.map((body, index): Write => {
          const seq = session.entries + index + 1;
          const { workspace, id } = session;
          return {
            type: "entry.insert",
            entry: { workspace, session: id, seq, at, epoch: held.epoch, body },
          };
        }),
        ...writes,
      ],
      events: events?.(next) ?? [],
    },
  };
}
