import type { PrincipalId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface SubscriptionOf {
  /** The caller itself if absent; a person names an agent. */
  readonly agent?: PrincipalId;
}

export interface SetSubscriptionInput extends SubscriptionOf {
  /**
   * Called for every request of the agent that closes: https on the public internet, or a host that an
   * operator has named. If absent, only requests that say `notify` call.
   */
  readonly url?: string;
}

export interface RotateSubscriptionInput extends SubscriptionOf {
  /** How long the former secret signs beside the new one: a day if absent, at most 30 days. */
  readonly overlapMs?: number;
}

/** Where an agent is called when one of its requests closes; never its secret. */
export interface ShownSubscription {
  readonly agent: PrincipalId;
  readonly url?: string;
  readonly createdAt: Timestamp;
  /** Until when a replaced secret signs too. */
  readonly formerUntil?: Timestamp;
}

export interface SubscriptionMade {
  readonly subscription: ShownSubscription;
  /** What signs the calls, shown this once; absent where the former goes on. */
  readonly secret?: string;
}

export interface SubscriptionTested {
  /** The receiver answered with 2xx. */
  readonly isTaken: boolean;
  readonly status?: number;
  /** Why it was not taken. */
  readonly why?: string;
}

/** How programs are called when requests close; a part of `Earshot`. */
export interface Subscriptions<O> {
  listSubscriptions(): Promise<{ readonly items: readonly ShownSubscription[] }>;
  /** Subscribes an agent, or changes where it is called. Throws INVALID_INPUT for a URL that may not be called. */
  setSubscription(input?: SetSubscriptionInput, options?: O): Promise<SubscriptionMade>;
  /** Makes another secret. */
  rotateSubscription(input?: RotateSubscriptionInput, options?: O): Promise<SubscriptionMade>;
  /** Ends it: nothing more is sent, and the secret is gone. */
  removeSubscription(input?: SubscriptionOf, options?: O): Promise<ShownSubscription>;
  /** Calls it now with an event of the type `earshot.subscription.test`. */
  testSubscription(input?: SubscriptionOf): Promise<SubscriptionTested>;
}
