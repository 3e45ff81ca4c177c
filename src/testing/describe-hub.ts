import { afterEach, beforeEach, describe } from "vitest";
import { hubAskingFacts } from "./earshot-contract/hub-asking.ts";
import { hubAttentionFacts } from "./earshot-contract/hub-attention.ts";
import { hubDeliveryFacts } from "./earshot-contract/hub-deliveries.ts";
import { hubLinkCodeFacts } from "./earshot-contract/hub-link-codes.ts";
import { hubLinkFacts } from "./earshot-contract/hub-links.ts";
import { hubNulFacts } from "./earshot-contract/hub-nul.ts";
import { hubRouteFacts } from "./earshot-contract/hub-routes.ts";
import { hubSendingFacts } from "./earshot-contract/hub-sending.ts";
import type { HubUnderTest, HubWorld } from "./earshot-contract/hub-world.ts";

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
  });
}
