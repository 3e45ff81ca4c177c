import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, makeFolder, removeFolder } from "../support/cli.ts";
import { databaseWithTables, type TestDatabase } from "../support/postgres.ts";

/* A client that knows both nodes loses nothing by the end of one. */

let database: TestDatabase;
let parent: string;
let leaving: RunningServer;
let staying: RunningServer;

const folder = (name: string) => join(parent, name);
const keyOf = (of: "agent" | "operator") => readKeyFile(folder("leaving"), of) ?? "";

beforeAll(async () => {
  parent = makeFolder();
  database = await databaseWithTables();
  const start = (name: string, deploymentKey?: string) =>
    startServer({
      dataFolder: folder(name),
      port: 0,
      postgres: { url: database.url, deploymentKey },
    });
  leaving = await start("leaving");
  staying = await start("staying", dataPaths(folder("leaving")).deploymentKey);
});

afterAll(async () => {
  await Promise.all([leaving?.stop(), staying?.stop()]);
  await database.drop();
  removeFolder(parent);
});

test("its stream of events, its wait and the call of its tool go on at the other node", async () => {
  const url = [leaving.url, staying.url] as const;
  const operator = createClient({ url: staying.url, key: keyOf("operator") });
  const agent = createClient({ url, key: keyOf("agent") });
  const follower = createClient({ url, key: keyOf("operator") });
  const { seq } = await operator.lastEvent();
  const ended = new AbortController();
  const stream = await follower.events({ follow: true, after: seq }, { signal: ended.signal });
  const heard: number[] = [];
  let answered = 0;
  const following = (async () => {
    for await (const event of stream) {
      heard.push(event.seq);
      if (event.type === "request.answered") answered += 1;
      if (answered === 2) return;
    }
  })();
  const { request } = await agent.ask({ text: "Which size?" });
  const waiting = agent.wait({ id: request.id, holdMs: 50_000 });
  const call = { name: "ask_human", args: { question: "Which colour?" } };
  const calling = agent.callTool({ ...call, call: "call_1" });
  const colour = await eventually(async () => {
    const { items } = await operator.list({});
    return items.find((item) => item.kind === "question" && item.question.text === "Which colour?");
  });
  await leaving.stop();
  await operator.answer({ id: request.id, answer: { text: "large" } });
  await operator.answer({ id: colour.id, answer: { text: "blue" } });
  const waited = await waiting;
  const outcome =
    waited.outcome === "pending" ? await agent.wait({ id: request.id, holdMs: 0 }) : waited;
  expect(outcome).toMatchObject({ outcome: "answered", request: { answer: { text: "large" } } });
  await calling;
  const again = await agent.callTool({ ...call, call: "call_1" });
  expect(again.envelope).toMatchObject({ data: { answer: { text: "blue" } } });
  await following;
  ended.abort();
  expect(heard).toEqual(heard.map((_, at) => seq + 1 + at));
  expect((await operator.list({})).items).toHaveLength(2);
});
