import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import { defineTool } from "../registry/define-tool.ts";
import { sessionOf } from "./session-of.ts";

const NAME = "run_worker";

export const runWorker = defineTool({
  name: NAME,
  title: "Run a worker",
  description:
    "Gives a part of your work to one of your workers and returns what it came back with. A worker knows nothing but the task that you write, holds fewer tools, and talks with nobody: where it needs a person it returns what it needs, with status needs, and whether that is worth a question is yours to judge. Use it for a part that stands alone and would fill your own context.",
  topics: "delegate sub-agent subagent helper parallel",
  input: z.object({
    name: z.string().min(1).describe("The worker, as you were told of it."),
    task: z.string().min(1).describe("All that it has to know, and what it is to return."),
  }),
  output: z.union([
    z.object({ status: z.literal("done"), result: z.string() }),
    z.object({ status: z.literal("needs"), needs: z.string() }),
  ]),
  annotations: { readOnly: false, repeatable: false },
  heldBy: ["agent"],
  timeoutMs: Number.POSITIVE_INFINITY,
  async execute(input, context) {
    const { runWorker: run } = sessionOf(NAME, context);
    if (run !== undefined) return await run(input);
    throw new EarshotError("NOT_FOUND", "This agent has no workers. Do the work yourself.");
  },
});
