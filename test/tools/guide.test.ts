import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { blocksOf } from "../docs/page.ts";
import { startModelServer } from "../support/model-server/model-server.ts";
import type { Turn } from "../support/model-server/script.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

/*
 * The snippets of the guide that need a model, against a scripted one over real HTTP: it writes a
 * plan and asks the operator in one message, calls a tool that does not exist, and ends.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const GUIDE = new URL("../../docs/guides/tools.md", import.meta.url);
const BLOCKS = blocksOf(GUIDE);
const SNIPPETS = BLOCKS.filter(({ attributes }) => attributes["model"] !== undefined);
const MODEL_ADDRESS = /http:\/\/127\.0\.0\.1:(11434|8080)/g;

const TURNS: readonly Turn[] = [
  {
    calls: [
      { name: "write", args: { key: "plan", value: "A, then B" } },
      { name: "send_message_to_operator", args: { message: "Shall I begin?" } },
    ],
  },
  { calls: [{ name: "wirte", args: { key: "plan" } }] },
  { text: "I have begun." },
];

let server: HomeServer;
const folder = mkdtempSync(join(tmpdir(), "earshot-guide-"));
beforeAll(async () => {
  server = await startHomeServer();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs a snippet on the sources; resolves with what it printed. */
async function runSnippet(name: string, source: string): Promise<string> {
  const file = join(folder, `${name}.ts`);
  const text = source.replaceAll(
    /"earshot\/(client|tools)"/g,
    `"${join(ROOT, "src/$1/index.ts")}"`,
  );
  writeFileSync(file, text);
  const env = { ...process.env, EARSHOT_URL: server.url, EARSHOT_KEY: server.agent };
  return (await promisify(execFile)(process.execPath, [file], { env })).stdout;
}

const atServer = (source: string, url: string) => source.replaceAll(MODEL_ADDRESS, url);

/** Answers the next question that is asked. */
async function answerNext(text: string): Promise<void> {
  const operator = createClient({ url: server.url, key: server.operator });
  const { seq: after } = await operator.lastEvent();
  for await (const { type, subject } of await operator.events({ follow: true, after })) {
    if (type !== "request.created") continue;
    await operator.answer({ id: subject as RequestId, answer: { text } });
    return;
  }
}

test("the guide has a snippet for each kind of model server", () => {
  const models = SNIPPETS.map(({ attributes }) => attributes["model"]);
  expect(models).toEqual(["ollama", "openai", "ai-sdk"]);
});

test.each(SNIPPETS)(
  "the snippet for $attributes.model runs to the model's last word",
  async (snippet) => {
    const model = await startModelServer(TURNS);
    onTestFinished(() => model.close());
    const { attributes, text } = snippet;
    const answered = answerNext("  yes, begin!");
    expect(await runSnippet(attributes["model"] ?? "", atServer(text, model.url))).toBe(
      "I have begun.\n",
    );
    await answered;
    const [first, second, third] = model.heard;
    expect(first?.tools).toHaveLength(6);
    const results = second?.messages.filter(({ role }) => role === "tool");
    expect(results?.map((message) => message.text)).toEqual([
      'Stored "plan" (version 1).',
      "  yes, begin!",
    ]);
    expect(third?.messages.at(-1)?.text).toMatch(/tool ["']wirte["']/);
  },
);

test("the tool of the guide prints what the guide says", async () => {
  const index = BLOCKS.findIndex(({ text }) => text.includes("const weigh = defineTool"));
  const printed = await runSnippet("weigh", BLOCKS[index]?.text ?? "");
  expect(printed).toBe(BLOCKS[index + 1]?.text);
});
