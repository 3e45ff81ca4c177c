import type { Understanding } from "../ports/model/understanding.ts";
import { defineEmbedded, intentEmbedded } from "./embedded-define.ts";
import { interpretEmbedded } from "./embedded-interpret.ts";

/** Reads people's words without a model. What it learned from public data ships with it. */
export function createEmbeddedUnderstanding(): Understanding {
  return {
    name: "embedded",
    define: defineEmbedded,
    interpret: interpretEmbedded,
    intent: async (input) => intentEmbedded(input),
  };
}
