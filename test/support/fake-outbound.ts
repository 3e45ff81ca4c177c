import { createOutbound } from "../../src/channels/webhook/create-outbound.ts";
import { ChannelError } from "../../src/ports/channels/channel.ts";
import type { Outbound, OutboundEvent } from "../../src/ports/channels/outbound.ts";

/* Programs of agents that take every call: those at `once.example.com` from the second on, and those at `gone.example.com` none. */

const sent = new Map<string, OutboundEvent[]>();
let made = 0;

/** A URL that no other test calls. */
export function programAt(host = "agent.example.com"): string {
  made += 1;
  return `https://${host}/${made}`;
}

/** Every attempt to call it. */
export function sentTo(url: string): readonly OutboundEvent[] {
  return sent.get(url) ?? [];
}

/** Checks like the real one, where every name leads to the public internet, and calls nobody. */
export const FAKE_OUTBOUND: Outbound = {
  ...createOutbound({
    hosts: [],
    now: Date.now,
    resolve: async () => [{ address: "93.184.215.14", family: 4 }],
  }),
  async send(event) {
    const { url } = event;
    const before = sentTo(url);
    sent.set(url, [...before, event]);
    const { hostname } = new URL(url);
    if (hostname === "once.example.com" && before.length === 0) {
      throw new ChannelError("transient", "It is away.");
    }
    if (hostname === "gone.example.com") throw new ChannelError("permanent", "It is gone.");
    return 204;
  },
};
