import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import { placeOf, withNearKeys } from "./place.ts";

export const read = defineTool({
  name: "read",
  description:
    "Returns the text stored under a key, exactly as it was written. Keys that begin with people: hold what people wrote for you.",
  input: z.object({
    key: z.string().describe("The key, as write was given it or list shows it."),
  }),
  output: z.string(),
  annotations: { readOnly: true, repeatable: true },
  async execute({ key }, context) {
    return await withNearKeys(key, context, async () => {
      const entry = await context.earshot.readMemory(placeOf(key, context));
      return entry.value;
    });
  },
});
