import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { ok } from "../support/call.ts";
import { eventually, type TestServer, testServer, testServerProcess } from "../support/cli.ts";
import { readExposition } from "../support/exposition.ts";
import {
  createTelegramWorld,
  FAKE_TOKEN,
  type TelegramWorld,
} from "../support/telegram/telegram-world.ts";

/* Figures of people, as a collector reads them of a server that a platform is behind. */

let telegram: TelegramWorld;
let server: TestServer;

beforeEach(async () => {
  await openTelegram();
  server = await testServer(setUpTelegram);
});

async function openTelegram(): Promise<void> {
  const opened = await createTelegramWorld({ mode: "polling" });
  onTestFinished(() => opened.close());
  telegram = opened;
}

function setUpTelegram(data: string): void {
  const apiUrl = telegram.telegram.server.url;
  writeChannelSettings(data, { telegram: { token: FAKE_TOKEN, apiUrl } });
}

async function scrape() {
  const text = await ok(server.url(), "metrics", { key: server.key("operator") });
  const families = readExposition(text);
  return {
    /** The value of a line; undefined if there is none. */
    of(line: string): number | undefined {
      const [name = ""] = line.split("{");
      const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ""));
      return family?.samples.get(line);
    },
    families,
  };
}

async function until(line: string, value: number): Promise<void> {
  let last: number | undefined;
  await eventually(
    async () => {
      last = (await scrape()).of(line);
      return last === value;
    },
    () => `${line} ${value}, which was ${last}`,
  );
}

const linkChat = (chatId: string) => server.operator.linkChat({ channel: "telegram", chatId });
const ask = async (more: { readonly expiresInMs?: number } = {}) =>
  (await server.agent.ask({ text: "Ship it?", holdMs: 0, ...more })).request;

async function seek(tool = "deploy") {
  const { request } = await server.agent.authorize({
    tool,
    args: { host: crypto.randomUUID() },
    reason: "It is due.",
    holdMs: 0,
  });
  if (request.kind !== "authorization") throw new Error("It is an authorization.");
  return { id: request.id, digest: request.authorization.digest };
}

test("each line is there before anything happened, or a collector would miss the first", async () => {
  const { of } = await scrape();
  for (const line of [
    'earshot_decisions_total{kind="question",outcome="answered",via="inbox"}',
    'earshot_decisions_total{kind="question",outcome="abandoned",via="none"}',
    'earshot_decisions_total{kind="authorization",outcome="rejected",via="telegram"}',
    'earshot_answer_seconds_count{via="telegram"}',
    'earshot_decision_seconds_count{level="CRITICAL",via="console"}',
    'earshot_deliveries_total{channel="telegram",outcome="failed"}',
    'earshot_deliveries_queued{channel="telegram"}',
    'earshot_oldest_delivery_seconds{channel="telegram"}',
    'earshot_dead_letters{channel="telegram"}',
    "earshot_oldest_open_seconds",
    'earshot_oldest_authorization_seconds{level="HIGH"}',
    'earshot_sessions{status="paused"}',
    "earshot_undeliverable_requests",
    "earshot_undeliverable_total",
  ]) {
    expect(of(line), line).toBe(0);
  }
});

describe("how requests end", () => {
  const ended = (kind: string, outcome: string, via: string) =>
    `earshot_decisions_total{kind="${kind}",outcome="${outcome}",via="${via}"}`;

  test("is counted by kind, outcome and place, and how long a person took for it", async () => {
    const question = await ask();
    await server.operator.answer({ id: question.id, answer: { text: "Yes." } });
    await server.agent.cancel({ id: (await ask()).id });
    await server.operator.approve(await seek());
    await server.operator.reject({ id: (await seek()).id, reason: "Not today." });
    await ask({ expiresInMs: 1_000 });
    await until(ended("question", "expired", "none"), 1);
    const { of } = await scrape();
    expect(of(ended("question", "answered", "http"))).toBe(1);
    expect(of(ended("question", "cancelled", "http"))).toBe(1);
    expect(of(ended("authorization", "approved", "http"))).toBe(1);
    expect(of(ended("authorization", "rejected", "http"))).toBe(1);
    expect(of('earshot_answer_seconds_count{via="http"}')).toBe(1);
    expect(of('earshot_answer_seconds_bucket{via="http",le="604800"}')).toBe(1);
    expect(of('earshot_answer_seconds_sum{via="http"}')).toBeGreaterThan(0);
    expect(of('earshot_decision_seconds_count{level="MEDIUM",via="http"}')).toBe(2);
  });

  test("is not known of what waits, whose age is told by level", async () => {
    await seek("delete_user_data");
    const high = 'earshot_oldest_authorization_seconds{level="HIGH"}';
    await eventually(async () => ((await scrape()).of(high) ?? 0) > 0);
    expect((await scrape()).of('earshot_oldest_authorization_seconds{level="LOW"}')).toBe(0);
  });
});

describe("deliveries", () => {
  test("that were sent are counted by channel", async () => {
    await linkChat(telegram.address.chatId);
    await ask();
    await until('earshot_deliveries_total{channel="telegram",outcome="sent"}', 1);
    expect((await scrape()).of("earshot_undeliverable_requests")).toBe(0);
  });

  test("that were given up are dead letters, and what nobody was reached about is told", async () => {
    await linkChat(telegram.badAddress.chatId);
    const { id } = await ask();
    await until('earshot_deliveries_total{channel="telegram",outcome="failed"}', 1);
    await until("earshot_undeliverable_total", 1);
    await until("earshot_undeliverable_requests", 1);
    await until('earshot_dead_letters{channel="telegram"}', 1);
    await server.agent.cancel({ id });
    await until("earshot_undeliverable_requests", 0);
    const { items } = await server.operator.deliveries({ status: "failed" });
    await server.operator.dropDelivery({ id: items[0]?.id ?? "dlv_none" });
    await until('earshot_dead_letters{channel="telegram"}', 0);
    await until('earshot_deliveries_total{channel="telegram",outcome="dropped"}', 1);
  });
});

test("a channel is up, and tells when it was last heard, also after a restart", async () => {
  // The other server would take what is written to the same bot.
  await openTelegram();
  const restarted = await testServerProcess();
  await restarted.kill();
  setUpTelegram(restarted.data);
  await restarted.start();
  server = restarted;
  await until('earshot_channel_heard{channel="telegram"}', 1);
  await until('earshot_channel_state{channel="telegram",state="running"}', 1);
  const line = 'earshot_channel_last_heard_timestamp_seconds{channel="telegram"}';
  expect((await scrape()).of(line)).toBeUndefined();
  const { code } = await server.operator.createLinkCode({ channel: "telegram" });
  const { member } = telegram.people;
  const chat = { id: member.id, type: "private" } as const;
  telegram.telegram.write({ from: member, chat, text: `/link ${code}` });
  // The fake dates what is written long ago; the record says when the link was made.
  const heard = await eventually(async () => {
    const value = (await scrape()).of(line) ?? 0;
    return Date.now() / 1_000 - value < 3_600 ? value : undefined;
  });
  await restarted.kill();
  await restarted.start();
  expect(await eventually(async () => (await scrape()).of(line))).toBe(heard);
});

test("sessions are counted by where they stand", async () => {
  await server.operator.startSession({ agent: "agent", text: "Look.", pending: true });
  await until('earshot_sessions{status="pending"}', 1);
});
