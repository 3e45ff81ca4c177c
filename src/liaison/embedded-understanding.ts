import type { Understanding } from "../ports/model/understanding.ts";
import type { NearnessFinder } from "./cases/nearness.ts";
import { defineEmbedded, intentEmbedded } from "./embedded-define.ts";
import { interpretEmbedded } from "./embedded-interpret.ts";

/**
 * Reads people's words without a model. What it learned from public data ships with it. An encoder, where
 * there is one, helps it to tell the kind of a task.
 */
export function createEmbeddedUnderstanding(nearness?: NearnessFinder): Understanding {
  return {
    name: "embedded",
    define: (input) => defineEmbedded(input, nearness),
    interpret: interpretEmbedded,
    intent: async (input) => intentEmbedded(input),
  };
}
