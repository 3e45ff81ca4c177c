import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import type { ToolSearch } from "../registry/search-tools.ts";
import type { Tool } from "../registry/tool.ts";
import { envelopeSchema, success } from "./envelope.ts";

const NAME = "get_capabilities";
const MAX_NEED_LENGTH = 200;

export interface GetCapabilitiesOptions {
  /** Evaluated at every call, because the tool is in its own list. */
  readonly tools: () => readonly Tool[];
  readonly search: ToolSearch;
}

export function createGetCapabilities({ tools, search }: GetCapabilitiesOptions): Tool {
  return defineTool({
    name: NAME,
    title: "Get capabilities",
    description:
      "Lists what you can do through Earshot: every tool with what it is for. With need, in plain words such as get approval from a person, it returns the tools that meet it, the best first. It returns at once and changes nothing.",
    topics:
      "capabilities capability discover discovery available availability exist exists features functions function tools tool list show everything all find search which what can call use choose right fits purpose options help manual documentation docs guide explain overview supported support abilities ability possible offer catalogue catalog index menu commands able learn explore introduce introduction yourself identity enumerate endpoints",
    input: z.object({
      need: z
        .string()
        .max(MAX_NEED_LENGTH)
        .optional()
        .describe("What you are looking for, in plain words; everything where absent."),
    }),
    output: envelopeSchema(["success"], {
      tools: z.array(z.object({ name: z.string(), title: z.string(), description: z.string() })),
      instruction: z.string(),
    }),
    annotations: { readOnly: true, repeatable: true, destructive: false, openWorld: false },
    async execute({ need = "" }, context) {
      const found = need.trim() === "" ? [] : search(need);
      const shown = found.length === 0 ? tools() : found;
      return success(
        NAME,
        { tools: shown.map(described), instruction: instructionOf(need, found.length) },
        context,
      );
    },
  });
}

function described({ name, title = name, description }: Tool) {
  return { name, title, description };
}

function instructionOf(need: string, found: number): string {
  if (need.trim() === "") return "These are all tools.";
  return found === 0
    ? "Nothing matches these words. These are all tools."
    : "These tools match, the best first.";
}
