import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

/** Events that end a key; their subject is the key. */
const ENDS_KEY: ReadonlySet<EventType> = new Set<EventType>([
  "key.revoked",
  "web_session.revoked",
  "web_session.ended",
]);

/** Adds a listener that hears of every key that was revoked or signed out, once that is on disk. */
export function onRevoked(ctx: Context, listener: (key: KeyId) => void): void {
  onWrite(ctx, (write) => {
    if (write.type === "key.revoke" || write.type === "key.end") listener(write.id);
  });
  onEvent(ctx, ({ type, subject }) => {
    if (ENDS_KEY.has(type)) listener(subject as KeyId);
  });
}

/** Adds a listener that hears of every halted agent, once that is on disk. */
export function onHalted(ctx: Context, listener: (agent: PrincipalId) => void): void {
  onWrite(ctx, (write) => {
    if (write.type === "agent.halt" && write.haltedAt !== undefined) listener(write.id);
  });
  onEvent(ctx, ({ type, subject }) => {
    if (type === "agent.halted") listener(subject as PrincipalId);
  });
}

function onWrite(ctx: Context, listener: (write: Write) => void): void {
  ctx.onCommit((change, result) => {
    if (result.outcome !== "committed") return;
    for (const write of change.writes) listener(write);
  });
}

/** Events of all nodes; this node's own may come twice. */
function onEvent(ctx: Context, listener: (event: Event) => void): void {
  ctx.following.onEvent(listener);
}
