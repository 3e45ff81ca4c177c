import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { interrupt, MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";

/* An agent of LangChain on LangGraph, which keeps its checkpoints in a file. */

class FileSaver extends MemorySaver {
  constructor(file) {
    super();
    this.file = file;
    if (existsSync(file)) Object.assign(this, deserialize(readFileSync(file)));
  }

  async put(...given) {
    return this.kept(await super.put(...given));
  }

  async putWrites(...given) {
    return this.kept(await super.putWrites(...given));
  }

  kept(result) {
    const { storage, writes } = this;
    writeFileSync(this.file, serialize({ storage, writes }));
    return result;
  }
}

/** Makes its calls, and ends once it is told what came of them. */
class Scripted extends BaseChatModel {
  constructor(calls, told) {
    super({});
    this.calls = calls;
    this.told = told;
  }

  _llmType() {
    return "scripted";
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    const isTold = messages.some((one) => one.getType() === "tool");
    const read = messages.map((one) => [one.content, one.tool_calls]);
    if (isTold) this.told.push(JSON.stringify(read));
    const calls = this.calls.map(({ tool: name, args }) => {
      return { name, args, id: crypto.randomUUID(), type: "tool_call" };
    });
    const message = new AIMessage(isTold ? "Done." : { content: "", tool_calls: calls });
    return { generations: [{ text: "", message }] };
  }
}

const PAID = z.object({ to: z.string(), amount: z.number() });
const ASKED = z.object({
  question: z.string(),
  options: z.array(z.string()).optional(),
  several: z.boolean().optional(),
});
const REVIEWED = { transfer: { allowedDecisions: ["approve", "edit", "reject"] } };

export function agentOf({ folder, thread, calls, ran, told, name = "payer", hooks = [] }) {
  const transfer = tool(
    async ({ to, amount }) => {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
    { name: "transfer", description: "Sends money.", schema: PAID },
  );
  const ask = tool((question) => JSON.stringify({ answer: interrupt(question) }), {
    name: "ask_person",
    description: "Asks a person.",
    schema: ASKED,
  });
  return createAgent({
    name,
    model: new Scripted(calls, told),
    tools: [transfer, ask],
    checkpointer: new FileSaver(join(folder, `${thread}.bin`)),
    middleware: [
      humanInTheLoopMiddleware({ interruptOn: REVIEWED }),
      ...hooks.map((one) => createMiddleware(one)),
    ],
  });
}
