import { afterEach, beforeEach, describe } from "vitest";
import { claimingSessionFacts } from "./earshot-contract/claiming-sessions.ts";
import { endingSessionFacts } from "./earshot-contract/ending-sessions.ts";
import { pausingSessionFacts } from "./earshot-contract/pausing-sessions.ts";
import type { World, WorldUnderTest } from "./earshot-contract/world.ts";

/** What sessions of agents promise to people and to hosts, whichever way they are called. */
export function describeSessions(name: string, open: () => Promise<World>): void {
  describe(`sessions ${name}`, () => {
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
    claimingSessionFacts(under);
    pausingSessionFacts(under);
    endingSessionFacts(under);
  });
}
