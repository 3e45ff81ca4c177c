import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { EventType } from "../../domain/log/event.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";

/** Events that end a key; their subject is the key. */
const ENDS_KEY: ReadonlySet<EventType> = new Set<EventType>([
  "key.revoked",
  "web_session.revoked",
  "web_session.ended",
]);

/**
 * Adds a listener that hears of every key that ends, revoked or signed out, once that is on disk. Of what
 * this node has done it may hear twice.
 */
export function onRevoked(ctx: Context, listener: (key: KeyId) => void): void {
  ctx.onWrite("key_ends", ({ id }) => listener(id));
  ctx.following.onEvent(({ type, subject }) => {
    if (ENDS_KEY.has(type)) listener(subject as KeyId);
  });
}

/** Adds a listener that hears when a key was given an end, once that is on disk. */
export function onExpiring(ctx: Context, listener: (key: KeyId, atMs: number) => void): void {
  ctx.onWrite("key_expires", ({ id, expiresAt }) => listener(id, toMs(expiresAt)));
  ctx.following.onEvent(({ type, subject, data }) => {
    if (type === "key.rotated" && data?.until !== undefined) {
      listener(subject as KeyId, toMs(data.until));
    }
  });
}

/** Adds a listener that hears of every halted agent, once that is on disk. */
export function onHalted(ctx: Context, listener: (agent: PrincipalId) => void): void {
  ctx.onWrite("agent_halts", ({ id, haltedAt }) => {
    if (haltedAt !== undefined) listener(id);
  });
  ctx.following.onEvent(({ type, subject }) => {
    if (type === "agent.halted") listener(subject as PrincipalId);
  });
}
