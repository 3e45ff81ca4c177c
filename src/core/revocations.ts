import type { KeyId } from "../domain/id.ts";
import type { Context } from "./context.ts";

/** Adds a listener that hears of every key that is revoked, once that is on disk. */
export function onRevoked(ctx: Context, listener: (key: KeyId) => void): void {
  ctx.onCommit((change, result) => {
    if (result.outcome !== "committed") return;
    for (const write of change.writes) if (write.type === "key.revoke") listener(write.id);
  });
}
