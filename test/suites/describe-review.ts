import { afterEach, beforeEach, describe } from "vitest";
import { reviewingFacts } from "./earshot/reviewing.ts";
import { standingAnswerFacts } from "./earshot/standing-answers.ts";
import type { World, WorldUnderTest } from "./earshot/world.ts";

/** What becomes of what nobody answers, and what is remembered of answers, whichever way it is called. */
export function describeReview(name: string, open: () => Promise<World>): void {
  describe(`the review ${name}`, () => {
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
    reviewingFacts(under);
    standingAnswerFacts(under);
  });
}
