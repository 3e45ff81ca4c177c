import { afterEach, beforeEach, describe } from "vitest";
import { askingFacts } from "./earshot-contract/asking.ts";
import { decidingFacts } from "./earshot-contract/deciding.ts";
import { haltingFacts } from "./earshot-contract/halting.ts";
import { inboxFacts } from "./earshot-contract/inbox.ts";
import { inboxItemFacts } from "./earshot-contract/inbox-items.ts";
import { joiningFacts } from "./earshot-contract/joining.ts";
import { keyFacts } from "./earshot-contract/keys.ts";
import { mailboxFacts } from "./earshot-contract/mailbox.ts";
import { onceFacts } from "./earshot-contract/once.ts";
import { permittingFacts } from "./earshot-contract/permitting.ts";
import { redeemingFacts } from "./earshot-contract/redeeming.ts";
import { rejectingLikeFacts } from "./earshot-contract/rejecting-like.ts";
import { rememberingFacts } from "./earshot-contract/remembering.ts";
import { revokingFacts } from "./earshot-contract/revoking.ts";
import { searchingFacts } from "./earshot-contract/searching.ts";
import { seeingFacts } from "./earshot-contract/seeing.ts";
import { sharingMemoryFacts } from "./earshot-contract/sharing-memory.ts";
import { signingInFacts } from "./earshot-contract/signing-in.ts";
import { statusFacts } from "./earshot-contract/status.ts";
import { takingOnFacts } from "./earshot-contract/taking-on.ts";
import { toolCallFacts } from "./earshot-contract/tool-calls.ts";
import { waitingFacts } from "./earshot-contract/waiting.ts";
import type { World, WorldUnderTest } from "./earshot-contract/world.ts";

/** What Earshot does, whichever way it is called. */
export function describeEarshot(name: string, open: () => Promise<World>): void {
  describe(`Earshot ${name}`, () => {
    let world: World;

    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const under: WorldUnderTest = {
      get world() {
        return world;
      },
    };
    askingFacts(under);
    waitingFacts(under);
    onceFacts(under);
    joiningFacts(under);
    mailboxFacts(under);
    seeingFacts(under);
    keyFacts(under);
    rememberingFacts(under);
    sharingMemoryFacts(under);
    searchingFacts(under);
    toolCallFacts(under);
    statusFacts(under);
    decidingFacts(under);
    redeemingFacts(under);
    permittingFacts(under);
    rejectingLikeFacts(under);
    revokingFacts(under);
    signingInFacts(under);
    inboxFacts(under);
    inboxItemFacts(under);
    takingOnFacts(under);
    haltingFacts(under);
  });
}
