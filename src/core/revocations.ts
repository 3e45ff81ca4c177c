import type { KeyId, PrincipalId } from "../domain/id.ts";
import type { Write } from "../ports/store.ts";
import type { Context } from "./context.ts";

/** Adds a listener that hears of every key that is good no more, revoked or signed out, once that is on disk. */
export function onRevoked(ctx: Context, listener: (key: KeyId) => void): void {
  onWrite(ctx, (write) => {
    if (write.type === "key.revoke" || write.type === "key.end") listener(write.id);
  });
}

/** Adds a listener that hears of every agent that is halted, once that is on disk. */
export function onHalted(ctx: Context, listener: (agent: PrincipalId) => void): void {
  onWrite(ctx, (write) => {
    if (write.type === "agent.halt" && write.haltedAt !== undefined) listener(write.id);
  });
}

function onWrite(ctx: Context, listener: (write: Write) => void): void {
  ctx.onCommit((change, result) => {
    if (result.outcome !== "committed") return;
    for (const write of change.writes) listener(write);
  });
}
