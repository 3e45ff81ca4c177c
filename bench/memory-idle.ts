import { setTimeout as sleep } from "node:timers/promises";
import type { EarshotClient } from "../src/client/client.ts";
import { readKeyFile, readServerInfo } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { answerText, questionText } from "./question-text.ts";
import { clientOf, kill, startServer } from "./start.ts";
import { median } from "./statistics.ts";

const MB = 1e6;

export const memoryIdle: Figure = {
  name: "memory.idle",
  what: "resident memory of a server that was used over HTTP, MCP and the inbox, after a minute of rest",
  unit: "MB",
  judged: "value",
  better: "less",
  atLeast: 130,
  aim: 105,

  async measure({ isQuick, note }) {
    const [rounds, restMs] = isQuick ? [1, 1_000] : [3, 60_000];
    const unused: number[] = [];
    const used: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await inFolder(async (data) => {
        const server = await startServer(data);
        try {
          await sleep(restMs);
          unused.push(await memoryMb(data));
          await use(data);
          const busy = await memoryMb(data);
          await sleep(restMs);
          used.push(await memoryMb(data));
          note(`unused ${unused.at(-1)} MB, in use ${busy} MB, after a rest ${used.at(-1)} MB`);
        } finally {
          await kill(server);
        }
      });
    }
    note(`${median(unused)} MB where nobody has used it, after the same rest`);
    return { value: median(used) };
  },
};

/** As the server tells it itself. */
async function memoryMb(data: string): Promise<number> {
  return Math.round((await clientOf(data, "operator").status()).memoryBytes / MB);
}

/** Each door once: what is loaded with a first call has been loaded. */
async function use(data: string): Promise<void> {
  const [agent, operator] = [clientOf(data, "agent"), clientOf(data, "operator")];
  const { request } = await agent.ask({ text: questionText(0) });
  await operator.inbox({});
  await operator.inboxItem({ id: request.id });
  await operator.insights({});
  await operator.answer({ id: request.id, answer: { text: answerText(0) } });
  const heard = askOverMcp(data, questionText(1));
  const text = answerText(1);
  await Promise.race([answerNext(operator, text), heard]);
  if (!(await heard).includes(text))
    throw new Error("The agent over MCP has not heard its answer.");
}

async function askOverMcp(data: string, question: string): Promise<string> {
  const response = await fetch(new URL("/mcp", readServerInfo(data)?.url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${readKeyFile(data, "agent")}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "ask_human", arguments: { question } },
    }),
  });
  return await response.text();
}

async function answerNext(operator: EarshotClient, text: string): Promise<void> {
  for (;;) {
    const { items } = await operator.list({ status: "open" });
    const [first] = items;
    if (first !== undefined)
      return void (await operator.answer({ id: first.id, answer: { text } }));
    await sleep(50);
  }
}
