import { Command } from "@langchain/langgraph";
import { agentOf } from "./agent.js";

/* The same agent of LangChain, with its own middleware. */

export function alone({ folder, calls, ran }) {
  const told = [];
  const { graph } = agentOf({ folder, thread: "thread-7", calls, ran, told });
  const config = { configurable: { thread_id: "thread-7" } };
  const requests = async () => {
    const { tasks } = await graph.getState(config);
    return tasks.flatMap(({ interrupts }) =>
      interrupts.flatMap(({ value }) => value.actionRequests),
    );
  };
  return {
    begin: () => graph.invoke({ messages: [{ role: "user", content: "Pay the invoice" }] }, config),
    waiting: async () => (await requests()).length,
    async decide({ approved, reason, args }) {
      const decisions = (await requests()).map(({ name }) => {
        if (!approved) return { type: "reject", message: reason };
        if (args === undefined) return { type: "approve" };
        return { type: "edit", editedAction: { name, args } };
      });
      await graph.invoke(new Command({ resume: { decisions } }), config);
      return told.join("\n");
    },
  };
}
