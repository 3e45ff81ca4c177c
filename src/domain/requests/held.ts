import type { KeyId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import type { Actor } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/* A decision that its person can still take back. */

/** The decisions that can be held, by the call that makes each. */
export const HELD_ACTS = ["answer", "approve", "reject", "respond"] as const;
export type HeldAct = (typeof HELD_ACTS)[number];

/** Whose decision is held. What it says is told to nobody before it is sent. */
export interface Held {
  readonly by: Actor;
  readonly does: HeldAct;
  /** When they decided; once it is sent, this is when it was decided. */
  readonly at: Timestamp;
  /** When it is sent. */
  readonly until: Timestamp;
}

/** What is carried out once it is sent. */
export interface HeldCall {
  /** With which key it was decided. */
  readonly key?: KeyId;
  /** As given, without a proof of who decides. */
  readonly input: JsonObject;
}
