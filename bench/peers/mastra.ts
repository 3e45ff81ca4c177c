import { join } from "node:path";
import { Mastra } from "@mastra/core";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { LibSQLStore } from "@mastra/libsql";
import { z } from "zod";
import { takeOrders } from "../peer-orders.ts";
import { cycled, heard } from "./heard.ts";

/* A workflow of one step that suspends itself with the question; the answer resumes it. */

const question = z.object({ question: z.string() });
const answer = z.object({ answer: z.string() });

const person = createStep({
  id: "person",
  inputSchema: question,
  outputSchema: answer,
  suspendSchema: question,
  resumeSchema: answer,
  async execute({ inputData, resumeData, suspend, runId }) {
    if (resumeData === undefined) return await suspend(inputData);
    heard(runId, resumeData.answer);
    return resumeData;
  },
});

const asking = createWorkflow({ id: "asking", inputSchema: question, outputSchema: answer })
  .then(person)
  .commit();

await takeOrders(async ({ folder }) => {
  const storage = new LibSQLStore({ id: "bench", url: `file:${join(folder, "mastra.db")}` });
  await storage.init();
  const mastra = new Mastra({ workflows: { asking }, storage, logger: false });
  const workflow = mastra.getWorkflow("asking");
  return cycled({
    async ask(id, text) {
      const run = await workflow.createRun({ runId: id });
      const { status } = await run.start({ inputData: { question: text } });
      if (status !== "suspended") throw new Error(`Mastra's run is ${status}.`);
    },
    async answer(id, text) {
      const run = await workflow.createRun({ runId: id });
      const { status } = await run.resume({ step: "person", resumeData: { answer: text } });
      if (status !== "success") throw new Error(`Mastra's run is ${status}.`);
    },
  });
});
