import type { Channel } from "./channel.ts";

/** One event for a program. Every attempt has the same id and is signed anew. */
export interface OutboundEvent {
  readonly url: string;
  readonly id: string;
  /** A CloudEvents 1.0 event in structured mode, as text. */
  readonly body: string;
  /** Each signs it; there are two while one is being replaced. */
  readonly secrets: readonly string[];
}

/** Calls the programs of agents, by webhooks. It never follows redirects nor reads what is replied. */
export interface Outbound extends Pick<Channel, "kind" | "rates"> {
  newSecret(): string;
  /** The URL in its usual spelling. Throws INVALID_INPUT where it may not be called. */
  check(url: string): Promise<string>;
  /** Resolves to the status of a reply that takes the event; rejects with a ChannelError. */
  send(event: OutboundEvent): Promise<number>;
}
