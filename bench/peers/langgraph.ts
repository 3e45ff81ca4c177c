import { join } from "node:path";
import {
  Annotation,
  Command,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { type SidePlace, takeOrders } from "../peer-orders.ts";
import { cycled, heard } from "./heard.ts";

/* A graph of one node that interrupts itself with the question; the answer resumes it. */

const State = Annotation.Root({ question: Annotation<string>, answer: Annotation<string> });

function askPerson({ question }: typeof State.State, config: LangGraphRunnableConfig) {
  const answer = interrupt<string, string>(question);
  heard(String(config.configurable?.["thread_id"]), answer);
  return { answer };
}

async function saverAt({ folder, postgres }: SidePlace) {
  if (postgres === "") return SqliteSaver.fromConnString(join(folder, "langgraph.db"));
  const saver = PostgresSaver.fromConnString(postgres);
  await saver.setup();
  return saver;
}

await takeOrders(async (place) => {
  const graph = new StateGraph(State)
    .addNode("person", askPerson)
    .addEdge(START, "person")
    .addEdge("person", END)
    .compile({ checkpointer: await saverAt(place) });
  // Without it, a step may begin before the checkpoint of the one before is written.
  const at = (id: string) => ({ configurable: { thread_id: id }, durability: "sync" }) as const;
  return cycled({
    ask: (id, question) => graph.invoke({ question }, at(id)),
    answer: (id, text) => graph.invoke(new Command({ resume: text }), at(id)),
  });
});
