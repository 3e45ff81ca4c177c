import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import { ownPlaceOf, withNearKeys } from "./place.ts";

export const deleteKey = defineTool({
  name: "delete",
  description:
    "Deletes a key of yours, so that read and list no longer find it. People can still restore what it held.",
  input: z.object({
    key: z.string().describe("The key, as write was given it or list shows it."),
  }),
  output: z.object({ key: z.string() }),
  annotations: { readOnly: false, repeatable: true },
  async execute({ key }, context) {
    const place = ownPlaceOf(key, context);
    return await withNearKeys(key, context, async () => {
      await context.earshot.deleteMemory(place, { idempotencyKey: context.call });
      return { key };
    });
  },
  toText: ({ key }) => `Deleted ${JSON.stringify(key)}.`,
});
