import { afterEach, beforeEach, describe } from "vitest";
import type { World, WorldUnderTest } from "./earshot/world.ts";
import { attachmentFacts } from "./liaison/attachments.ts";
import { conversingFacts } from "./liaison/conversing.ts";
import { conversingOnceFacts } from "./liaison/conversing-once.ts";
import { erasingLiaisonFacts } from "./liaison/erasing-liaison.ts";
import { liaisonWorkerFacts } from "./liaison/liaison-workers.ts";
import { personQuestionFacts } from "./liaison/person-questions.ts";
import { resultFileFacts } from "./liaison/result-files.ts";
import { speakingForFacts } from "./liaison/speaking-for.ts";
import { taskEventFacts } from "./liaison/task-events.ts";
import { withdrawingFacts } from "./liaison/withdrawing.ts";

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
    personQuestionFacts(under);
    erasingLiaisonFacts(under);
    attachmentFacts(under);
    resultFileFacts(under);
    withdrawingFacts(under);
  });
}
