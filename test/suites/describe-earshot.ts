import { afterEach, beforeEach, describe } from "vitest";
import { advisingFacts } from "./earshot/advising.ts";
import { askingFacts } from "./earshot/asking.ts";
import { decidingFacts } from "./earshot/deciding.ts";
import { decidingTogetherFacts } from "./earshot/deciding-together.ts";
import { evidenceFacts } from "./earshot/evidence.ts";
import { exchangingFacts } from "./earshot/exchanging.ts";
import { expressionFacts } from "./earshot/expressions.ts";
import { fileFacts } from "./earshot/files.ts";
import { haltingFacts } from "./earshot/halting.ts";
import { inboxFacts } from "./earshot/inbox.ts";
import { inboxItemFacts } from "./earshot/inbox-items.ts";
import { joiningFacts } from "./earshot/joining.ts";
import { keyFacts } from "./earshot/keys.ts";
import { mailboxFacts } from "./earshot/mailbox.ts";
import { onceFacts } from "./earshot/once.ts";
import { permittingFacts } from "./earshot/permitting.ts";
import { plantedFacts } from "./earshot/planted.ts";
import { provingFacts } from "./earshot/proving.ts";
import { redeemingFacts } from "./earshot/redeeming.ts";
import { rejectingLikeFacts } from "./earshot/rejecting-like.ts";
import { rememberingFacts } from "./earshot/remembering.ts";
import { revokingFacts } from "./earshot/revoking.ts";
import { searchingFacts } from "./earshot/searching.ts";
import { seeingFacts } from "./earshot/seeing.ts";
import { sharingMemoryFacts } from "./earshot/sharing-memory.ts";
import { signerFacts } from "./earshot/signers.ts";
import { signingInFacts } from "./earshot/signing-in.ts";
import { statusFacts } from "./earshot/status.ts";
import { toolCallFacts } from "./earshot/tool-calls.ts";
import { waitingFacts } from "./earshot/waiting.ts";
import type { World, WorldUnderTest } from "./earshot/world.ts";
import { takingOnFacts } from "./liaison/taking-on.ts";

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
    advisingFacts(under);
    waitingFacts(under);
    onceFacts(under);
    joiningFacts(under);
    mailboxFacts(under);
    seeingFacts(under);
    plantedFacts(under);
    keyFacts(under);
    rememberingFacts(under);
    sharingMemoryFacts(under);
    searchingFacts(under);
    toolCallFacts(under);
    statusFacts(under);
    decidingFacts(under);
    exchangingFacts(under);
    decidingTogetherFacts(under);
    redeemingFacts(under);
    permittingFacts(under);
    rejectingLikeFacts(under);
    revokingFacts(under);
    signerFacts(under);
    signingInFacts(under);
    inboxFacts(under);
    inboxItemFacts(under);
    takingOnFacts(under);
    haltingFacts(under);
    evidenceFacts(under);
    fileFacts(under);
    expressionFacts(under);
    provingFacts(under);
  });
}
