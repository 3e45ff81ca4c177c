import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { webhookModule } from "../../src/channels/webhook/webhook-module.ts";
import type { Inbound, Post } from "../../src/ports/channels/channel.ts";
import { eventually, ROOT } from "../support/cli.ts";
import { openHookServer } from "../support/webhook/hook-server.ts";
import { newSecret } from "../support/webhook/webhook-world.ts";

const secret = newSecret();

/** Starts the example as its first lines say; resolves with its port. */
async function startExample(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, "examples/webhook/receiver.ts")], {
    env: { ...process.env, PORT: "0", EARSHOT_WEBHOOK_SECRET: secret, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  const port = await eventually(async () => /port: (\d+)/.exec(output)?.[1]);
  return { url: `http://127.0.0.1:${port}/`, output: () => output };
}

test("the example takes a request, shows it, and answers by a callback that is taken", async () => {
  const ports = { now: Date.now, log: () => {} };
  const channel = await webhookModule.open({ secret, allowPrivate: true }, ports);
  const server = await openHookServer(channel);
  onTestFinished(() => server.close());
  const heard: Inbound[] = [];
  await channel.start(async (event) => {
    heard.push(event);
    return { say: "Thank you." };
  });
  const example = await startExample({ CALLBACK_URL: server.url, ANSWER: "approve" });
  const post: Post = {
    key: "dlv_1",
    address: { channel: "webhook", chatId: example.url },
    content: {
      blocks: [{ kind: "said", by: "scout", text: "Ship 1.4?" }],
      controls: [
        { kind: "button", token: "n.0", label: "hold" },
        { kind: "button", token: "n.1", label: "approve" },
      ],
    },
  };
  await channel.post(post);
  await channel.post(post);
  await eventually(async () => (example.output().includes("Thank you.") ? true : undefined));
  expect(example.output().match(/Ship 1\.4\?/g)).toHaveLength(1);
  expect(heard).toEqual([
    expect.objectContaining({
      kind: "press",
      token: "n.1",
      messageId: "dlv_1",
      address: post.address,
      from: expect.objectContaining({ name: "The example", isBot: true }),
    }),
  ]);
});

test("the example refuses what is not signed", async () => {
  const example = await startExample({ CALLBACK_URL: "http://127.0.0.1:9/" });
  const response = await fetch(example.url, { method: "POST", body: "{}" });
  expect(response.status).toBe(401);
});
