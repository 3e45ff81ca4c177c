import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, makeFolder, removeFolder, spawnEarshot, testFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { openReceiver } from "../support/program-receiver.ts";

/* A program is called when a request of its agent closes. */

async function open() {
  const folder = makeFolder();
  const receiver = await openReceiver();
  await makeEmptyDataFolder(folder);
  const server = await startServer({
    dataFolder: folder,
    port: 0,
    notifyHosts: [new URL(receiver.url).host],
  });
  onTestFinished(async () => {
    await server.stop();
    removeFolder(folder);
  });
  const as = (name: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(folder, name) ?? "" });
  return { receiver, agent: as("agent"), operator: as("operator") };
}

test("a request that closes calls the agent's program, signed, with the answer in it", async () => {
  const { receiver, agent, operator } = await open();
  const { secret = "" } = await agent.setSubscription({ url: receiver.url });
  const { request } = await agent.ask({ text: "Which region?" });
  await operator.answer({ id: request.id, answer: { text: "eu" } });
  await expect.poll(() => receiver.calls.length).toBe(1);
  const [{ headers, body } = { headers: {}, body: "" }] = receiver.calls;
  expect(headers["content-type"]).toBe("application/cloudevents+json");
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(event).toMatchObject({
    specversion: "1.0",
    type: "earshot.request.closed",
    id: headers["webhook-id"],
    subject: request.id,
    data: {
      id: request.id,
      kind: "question",
      agent: request.agent,
      outcome: "answered",
      answer: { text: "eu" },
      closedBy: { name: "operator" },
    },
  });
  const { items } = await agent.deliveries({ channel: "notify" });
  expect(items).toMatchObject([{ item: request.id, status: "sent", attempts: 1 }]);
});

test("a request may name a URL of its own, once its agent has a secret", async () => {
  const { receiver, agent, operator } = await open();
  const ask = () => agent.ask({ text: "Which region?", notify: { url: receiver.url } });
  await expect(ask()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await agent.setSubscription();
  const { request } = await ask();
  const other = await agent.ask({ text: "Another one?" });
  await operator.answer({ id: other.request.id, answer: { text: "yes" } });
  await agent.cancel({ id: request.id });
  await expect.poll(() => receiver.calls.length).toBe(1);
  expect(JSON.parse(receiver.calls[0]?.body ?? "{}").data).toMatchObject({
    id: request.id,
    outcome: "cancelled",
  });
});

test("an approval is told without its arguments, which are collected by a key", async () => {
  const { receiver, agent, operator } = await open();
  await agent.setSubscription();
  const { request } = await agent.authorize({
    tool: "pay",
    args: { amount: "canary-4711" },
    reason: "The canary-reason.",
    secrets: ["/amount"],
    notify: { url: receiver.url },
  });
  await operator.reject({ id: request.id, reason: "Too much." });
  await expect.poll(() => receiver.calls.length).toBe(1);
  const body = receiver.calls[0]?.body ?? "";
  expect(body).not.toContain("canary");
  expect(JSON.parse(body).data).toMatchObject({
    kind: "authorization",
    tool: "pay",
    outcome: "rejected",
    reason: "Too much.",
  });
});

test("a program that fails is called again by the same id, and its reply's place is not gone to", async () => {
  const { receiver, agent, operator } = await open();
  await agent.setSubscription({ url: receiver.url });
  receiver.answerNext(503);
  const { request } = await agent.ask({ text: "Which region?" });
  await operator.answer({ id: request.id, answer: { text: "eu" } });
  await expect.poll(() => receiver.calls.length, { timeout: 5_000 }).toBe(2);
  const [first, second] = receiver.calls.map(({ headers }) => headers["webhook-id"]);
  expect(second).toBe(first);
  receiver.answerNext(302, { location: receiver.url });
  const other = await agent.ask({ text: "And then?" });
  await operator.answer({ id: other.request.id, answer: { text: "us" } });
  const failed = async () =>
    (await operator.deliveries({ channel: "notify", status: "failed" })).items;
  await expect.poll(async () => (await failed()).length).toBe(1);
  expect(receiver.calls).toHaveLength(3);
  const [letter] = await failed();
  if (letter === undefined) throw new Error("It is there.");
  await operator.resendDelivery({ id: letter.id });
  await expect.poll(() => receiver.calls.length).toBe(4);
  expect(receiver.calls[3]?.headers["webhook-id"]).toBe(letter.id);
});

test("a call that was under way when the server was killed is made again, with the same id", async () => {
  const receiver = await openReceiver();
  const data = join(testFolder(), "data");
  const env = { EARSHOT_NOTIFY_HOSTS: new URL(receiver.url).host };
  const start = async () => {
    const line = ["start", "--no-console", "--port", "0", "--data", data];
    const running = spawnEarshot(line, { env });
    const url = await eventually(
      () => /http:\/\/127\.0\.0\.1:\d+/.exec(running.stdout())?.[0],
      () => running.stderr(),
    );
    const as = (name: "agent" | "operator") =>
      createClient({ url, key: readKeyFile(data, name) ?? "" });
    return { running, as };
  };
  const { running, as } = await start();
  await as("agent").setSubscription({ url: receiver.url });
  const { request } = await as("agent").ask({ text: "Which region?" });
  receiver.hangNext();
  await as("operator").answer({ id: request.id, answer: { text: "eu" } });
  await expect.poll(() => receiver.calls.length).toBe(1);
  running.child.kill("SIGKILL");
  await running.finished;
  const again = await start();
  await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(2);
  const ids = receiver.calls.map(({ headers }) => headers["webhook-id"]);
  expect(ids[1]).toBe(ids[0]);
  const delivered = async () =>
    (await again.as("operator").deliveries({ item: request.id, channel: "notify" })).items;
  await expect.poll(async () => (await delivered())[0]?.status).toBe("sent");
  expect(await delivered()).toHaveLength(1);
}, 60_000);
