import { join } from "node:path";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { LibSQLStore } from "@mastra/libsql";
import { z } from "zod";
import { scripted } from "./scripted.js";

/* What waits for people besides a guarded call: the steps of a workflow, and a tool that suspends itself. */

const storageIn = (folder) =>
  new LibSQLStore({ id: "runs", url: `file:${join(folder, "runs.db")}` });
const ANY = z.record(z.string(), z.any());

function asking(id, question) {
  return createStep({
    id,
    inputSchema: ANY,
    outputSchema: ANY,
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({ outcome: z.string(), answer: z.string().optional() }),
    async execute({ resumeData, suspend }) {
      if (resumeData === undefined) return await suspend({ question });
      return { answer: resumeData.answer };
    },
  });
}

/** Two steps that ask at once, one of them within a workflow of its own, and one that ends it. */
export async function runWorkflow(bridge, { earshot, folder, ran, signal }) {
  const shape = { inputSchema: ANY, outputSchema: ANY };
  const inner = createWorkflow({ id: "inner", ...shape })
    .then(asking("amount", "How much?"))
    .commit();
  const done = createStep({
    id: "done",
    ...shape,
    async execute({ inputData }) {
      await ran(inputData);
      return inputData;
    },
  });
  const deploy = createWorkflow({ id: "deploy", ...shape })
    .parallel([asking("region", "Which region?"), inner])
    .then(done)
    .commit();
  const mastra = new Mastra({
    workflows: { deploy },
    storage: storageIn(folder),
    logger: false,
  });
  const people = bridge.withPeople(earshot);
  const options = { runId: "run-1", signal };
  return await people.runWorkflow(mastra.getWorkflow("deploy"), {}, options);
}

/** What the model reads of a tool that suspends itself. */
export async function runTool(bridge, { earshot, folder, tool, signal }) {
  const told = [];
  const picker = new Agent({
    id: "picker",
    name: "picker",
    instructions: "Pick.",
    model: scripted([{ tool: "pick_region", args: {} }], told),
    tools: { pick_region: tool },
  });
  const mastra = new Mastra({ agents: { picker }, storage: storageIn(folder), logger: false });
  const people = bridge.withPeople(earshot);
  await people.run(mastra.getAgent("picker"), "Pick a region", { runId: "run-1", signal });
  return told.join("\n");
}
