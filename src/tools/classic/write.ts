import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import { ownPlaceOf } from "./place.ts";

export const write = defineTool({
  name: "write",
  description:
    "Stores a text under a key, for yourself to read later, also after a restart. What the key held before is replaced; earlier versions are kept for people to restore. Use it for findings, plans and results that you will need again.",
  input: z.object({
    key: z
      .string()
      .describe(
        "The name to store it under, such as plan or notes/day-1: letters, digits, _ . and -, in parts separated by /.",
      ),
    value: z.string().describe("The text to store, as it is to be read back."),
  }),
  output: z.object({ key: z.string(), version: z.number() }),
  annotations: { readOnly: false, repeatable: true },
  async execute({ key, value }, context) {
    const input = { ...ownPlaceOf(key, context), value };
    const entry = await context.earshot.writeMemory(input, { idempotencyKey: context.call });
    return { key, version: entry.version };
  },
  toText: ({ key, version }) => `Stored ${JSON.stringify(key)} (version ${version}).`,
});
