import { afterEach, beforeEach, describe } from "vitest";
import { conversingFacts } from "./earshot-contract/conversing.ts";
import { conversingOnceFacts } from "./earshot-contract/conversing-once.ts";
import { erasingLiaisonFacts } from "./earshot-contract/erasing-liaison.ts";
import { liaisonWorkerFacts } from "./earshot-contract/liaison-workers.ts";
import { speakingForFacts } from "./earshot-contract/speaking-for.ts";
import { taskEventFacts } from "./earshot-contract/task-events.ts";
import type { World, WorldUnderTest } from "./earshot-contract/world.ts";

/** The liaison from a person's need to their feedback, whichever way it is called. */
export function describeLiaison(name: string, open: () => Promise<World>): void {
  describe(`the liaison ${name}`, () => {
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
    conversingFacts(under);
    conversingOnceFacts(under);
    speakingForFacts(under);
    taskEventFacts(under);
    liaisonWorkerFacts(under);
    erasingLiaisonFacts(under);
  });
}
