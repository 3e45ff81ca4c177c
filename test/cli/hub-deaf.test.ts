import { expect, onTestFinished, test } from "vitest";
import { agentOf } from "../../src/compose/agents.ts";
import { modelFault } from "../../src/compose/models.ts";
import { KNOWN_AGENT_TOOLS } from "../../src/host/agents/agent-tools.ts";
import { readAgents } from "../../src/host/agents/read-agents.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { folderOf } from "../host/agents/support/house.ts";
import { ok } from "../support/call.ts";
import { eventually, testServer } from "../support/cli.ts";
import { addressOf, openModelServer } from "../support/model-server/open-model.ts";
import { deadUrl } from "../support/scripted-server.ts";
import { startFakeTelegram } from "../support/telegram/fake-telegram.ts";

/* A server that posts and does not hear, and where its people find that. */

const TOKEN = "123456789:AAE-not-a-token-of-anybody_0123456789";
const BOT = {
  id: 123_456_789,
  is_bot: true,
  first_name: "Earshot",
  username: "earshot_test_bot",
  can_read_all_group_messages: true,
} as const;

test("a channel that is deaf is so in the list, over HTTP, in the metrics and for doctor", async () => {
  const telegram = await startFakeTelegram(TOKEN, BOT);
  onTestFinished(() => telegram.close());
  telegram.queue.setWebhook({ url: "https://elsewhere.example/secret-path" }, undefined);
  const server = await testServer((data) =>
    writeChannelSettings(data, { telegram: { token: TOKEN, apiUrl: telegram.server.url } }),
  );
  const key = server.key("operator");
  const state = await eventually(async () => {
    const { items } = await ok(server.url(), "channels", { key });
    return items.find((one) => one.state === "deaf");
  });
  expect(state).toMatchObject({ channel: "telegram", why: expect.stringContaining("webhook") });
  const listed = await server.run("channels");
  expect(listed.stdout).toMatch(/^telegram +deaf .*since .*nothing heard yet\n +A webhook is set/);
  expect(await ok(server.url(), "metrics", { key })).toContain(
    'earshot_channel_heard{channel="telegram"} 0\n',
  );
  const doctor = await server.run("doctor");
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/^failed +telegram +The server does not hear it since/m);
  expect(listed.stdout + doctor.stdout).not.toContain("secret-path");
});

test("doctor tells whether the server is ready, and which migrations its record has", async () => {
  const server = await testServer();
  const { code, stdout } = await server.run("doctor");
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^ok +ready +${server.url()} serves and can write$`, "m"));
  expect(stdout).toMatch(/^ok +migrations +\d+ applied, the last is \d{4}-/m);
});

test("a host tells at its start of an agent whose model cannot be called", async () => {
  const folder = folderOf({
    "scout/agent.yaml": `model: { url: "${await deadUrl()}", name: scripted }\nsystem: You look.\n`,
  });
  const server = await testServer();
  const notes: string[] = [];
  for (const definition of readAgents(folder, KNOWN_AGENT_TOOLS) ?? []) {
    agentOf(definition, server.agent, (text, { agent }) => void notes.push(`${agent}: ${text}`));
  }
  const [note] = await eventually(() => (notes.length > 0 ? notes : undefined));
  expect(note).toMatch(/^scout: Its model cannot be called yet: .*ECONNREFUSED/);
});

test("a model whose server is away, or does not have it, is told without a call of it", async () => {
  const server = await openModelServer([{ text: "Hello." }]);
  const url = addressOf(server.url, "openai");
  const model = { name: "scripted", api: "openai" as const };
  expect(await modelFault({ ...model, url: await deadUrl() })).toContain("ECONNREFUSED");
  expect(await modelFault({ ...model, name: "no-such-model", url })).toContain("no-such-model");
  expect(server.heard).toEqual([]);
});
