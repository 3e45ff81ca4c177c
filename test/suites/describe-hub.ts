import { afterEach, beforeEach, describe } from "vitest";
import { hubAskingFacts } from "./hub/asking.ts";
import { hubAttentionFacts } from "./hub/attention.ts";
import { hubDeliveryFacts } from "./hub/deliveries.ts";
import { hubLinkCodeFacts } from "./hub/link-codes.ts";
import { hubLinkFacts } from "./hub/links.ts";
import { hubNulFacts } from "./hub/nul.ts";
import { hubRouteFacts } from "./hub/routes.ts";
import { hubSendingFacts } from "./hub/sending.ts";
import { hubSubscriptionFacts } from "./hub/subscriptions.ts";
import type { HubUnderTest, HubWorld } from "./hub/world.ts";

/** How messages and requests reach people, whichever way Earshot is called. */
export function describeHub(name: string, open: () => Promise<HubWorld>): void {
  describe(`the hub ${name}`, () => {
    let world: HubWorld;

    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const under: HubUnderTest = {
      get world() {
        return world;
      },
    };
    hubSendingFacts(under);
    hubDeliveryFacts(under);
    hubLinkFacts(under);
    hubLinkCodeFacts(under);
    hubAttentionFacts(under);
    hubNulFacts(under);
    hubRouteFacts(under);
    hubAskingFacts(under);
    hubSubscriptionFacts(under);
  });
}
