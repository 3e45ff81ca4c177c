import { afterEach, beforeEach, describe } from "vitest";
import type { World, WorldUnderTest } from "./earshot/world.ts";
import { claimingSessionFacts } from "./sessions/claiming-sessions.ts";
import { endingSessionFacts } from "./sessions/ending-sessions.ts";
import { pausingSessionFacts } from "./sessions/pausing-sessions.ts";

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
