import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  Agent,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type RunContext,
  Runner,
  RunState,
  setTracingDisabled,
  tool,
  Usage,
} from "@openai/agents";
import { z } from "zod";
import { takeOrders } from "../peer-orders.ts";
import { cycled, heard } from "./heard.ts";

/*
 * A tool that needs approval interrupts the run. The library returns a RunState and keeps nothing
 * itself, so the store is ours: SQLite with the settings of Earshot, one commit for the state and
 * one for the answer. The model is a function, so that no network counts.
 */
setTracingDisabled(true);

/** What a run carries with it. */
interface Asked {
  readonly id: string;
}
interface Row {
  readonly state: string;
  readonly answer: string;
}

type Output = ModelResponse["output"][number];

/** Calls the tool with what it was told, and ends once the tool has answered. */
const model: Model = {
  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    const told = typeof input === "string" ? [] : input;
    const isAnswered = told.some((item) => item.type === "function_call_result");
    return { usage: new Usage(), output: [isAnswered ? done() : callOf(questionIn(told))] };
  },
  getStreamedResponse() {
    throw new Error("Nothing is streamed here.");
  },
};

function questionIn([first]: readonly unknown[]): string {
  return (first as { readonly content: string }).content;
}

const done = (): Output => ({
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Done." }],
});

let calls = 0;
function callOf(question: string): Output {
  calls += 1;
  return {
    type: "function_call",
    name: "ask_person",
    callId: `call_${calls}`,
    status: "completed",
    arguments: JSON.stringify({ question }),
  };
}

await takeOrders(async ({ folder }) => {
  const db = new DatabaseSync(join(folder, "agents.db"));
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table runs(id text primary key, state text not null, answer text) without rowid;
  `);
  const insert = db.prepare("insert into runs(id, state) values (?, ?)");
  const update = db.prepare("update runs set answer = ? where id = ? and answer is null");
  const select = db.prepare("select state, answer from runs where id = ?");

  const askPerson = tool({
    name: "ask_person",
    description: "Asks a person.",
    parameters: z.object({ question: z.string() }),
    needsApproval: true,
    async execute(_, run) {
      const { id } = (run as RunContext<Asked>).context;
      const { answer } = select.get(id) as unknown as Row;
      heard(id, answer);
      return answer;
    },
  });
  const agent = new Agent({ name: "asker", instructions: "Ask.", model, tools: [askPerson] });
  const runner = new Runner({ tracingDisabled: true });

  return cycled({
    async ask(id, text) {
      const { state, interruptions } = await runner.run(agent, text, { context: { id } });
      if (interruptions.length !== 1) throw new Error("The run was not interrupted.");
      insert.run(id, state.toString());
    },
    async answer(id, text) {
      if (update.run(text, id).changes !== 1) throw new Error(`${id} is not open.`);
      const row = select.get(id) as unknown as Row;
      const state = await RunState.fromString<Asked, typeof agent>(agent, row.state);
      for (const item of state.getInterruptions()) state.approve(item);
      await runner.run(agent, state);
    },
  });
});
