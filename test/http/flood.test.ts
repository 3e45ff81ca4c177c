import { createConnection, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { figure, ok } from "../support/call.ts";
import { eventually, testServerProcess } from "../support/cli.ts";
import { head } from "../support/raw-http.ts";
import { homeServer, say } from "../support/server.ts";

function open(port: number): Socket {
  const socket = createConnection(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

test("three hundred heads that come a byte a second are cut, and others are served meanwhile", async () => {
  const { url, port, agent, operator } = await homeServer();
  const bytes = `GET /v1/whoami HTTP/1.1\r\nhost: localhost\r\nx-slow: ${"a".repeat(1_000)}`;
  let cut = 0;
  const slow = Array.from({ length: 300 }, () => {
    const socket = open(port);
    socket.on("close", () => {
      cut += 1;
    });
    socket.resume();
    return socket;
  });
  let sent = 0;
  const drip = setInterval(() => {
    const byte = bytes.charAt(sent);
    sent += 1;
    for (const socket of slow) if (socket.writable) socket.write(byte);
  }, 1_000);
  onTestFinished(() => clearInterval(drip));

  let served = 0;
  await eventually(async () => {
    const asked = await ok(url, "ask", { key: agent, input: { text: say() } });
    const { id } = asked.request;
    const waiting = ok(url, "wait", { key: agent, input: { id, holdMs: 50_000 } });
    await ok(url, "answer", { key: operator, input: { id, answer: { text: say() } } });
    expect(await waiting).toMatchObject({ outcome: "answered" });
    served += 1;
    return cut === 300 ? true : undefined;
  });
  expect(served).toBeGreaterThan(20);
});

test("bodies that never come keep nobody from being served", async () => {
  const { url, port, agent } = await homeServer();
  const start = head("POST /v1/messages HTTP/1.1", [
    ["host", "localhost"],
    ["authorization", `Bearer ${agent}`],
    ["content-length", "1000"],
  ]);
  for (let count = 0; count < STALLED; count++) open(port).write(`${start}{"text":`);
  for (let count = 0; count < 20; count++) {
    await ok(url, "tell", { key: agent, input: { text: say() } });
  }
});

const CHUNK = 1_000;
const EVENTS = 40 * CHUNK;
const STALLED = 12;
const MEGABYTE = 1024 * 1024;

/** Writes a long log, a thousand events a commit, into a folder whose server does not run. */
async function writeLog(folder: string): Promise<void> {
  const store = await openSqliteStore({
    path: dataPaths(folder).database,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
  const draft = {
    type: "message.created",
    at: new Date().toISOString(),
    subject: `msg_${"0".repeat(26)}`,
    data: { digest: "d".repeat(43), via: "http" },
  } as const;
  const events = Array.from({ length: CHUNK }, () => draft);
  for (let written = 0; written < EVENTS; written += CHUNK) {
    await store.commit([{ workspace: "default", writes: [], events }]);
  }
  await store.close();
}

/** The numbers of the events on a stream, in the order in which they come. */
async function* seqsOf(url: string, key: string): AsyncGenerator<number, void> {
  const response = await fetch(`${url}/v1/events?follow=true`, {
    headers: { authorization: `Bearer ${key}` },
  });
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const whole = text.lastIndexOf("\n\n");
    for (const [, id] of text.slice(0, Math.max(whole, 0)).matchAll(/^id: (\d+)$/gm)) {
      yield Number(id);
    }
    text = text.slice(Math.max(whole, 0));
  }
}

test("readers who stop reading cost no memory, miss nothing, and hold up nobody", async () => {
  const server = await testServerProcess();
  const [agent, operator] = [server.key("agent"), server.key("operator")];
  await server.kill();
  await writeLog(server.data);
  await server.start();
  const url = server.url();
  const resident = async () => (await figure(url, operator, "earshot_resident_bytes")) / MEGABYTE;
  /** The resident memory once it stands still: what a reader is sent is sent by then. */
  async function settled(): Promise<number> {
    const samples: number[] = [];
    return await eventually(async () => {
      samples.push(await resident());
      await pause(200);
      const last = samples.slice(-4);
      return last.length === 4 && Math.max(...last) - Math.min(...last) < 1 ? last[3] : undefined;
    });
  }

  const slow = seqsOf(url, operator);
  // What it takes to read the whole log once is no growth.
  for await (const seq of seqsOf(url, operator)) if (seq >= EVENTS) break;
  expect(await slow.next()).toEqual({ value: 1, done: false });
  const before = await settled();
  const port = Number(new URL(url).port);
  for (let count = 0; count < STALLED; count++) {
    const stalled = open(port);
    stalled.pause();
    stalled.write(
      head("GET /v1/events?follow=true HTTP/1.1", [
        ["host", "localhost"],
        ["authorization", `Bearer ${operator}`],
      ]),
    );
  }
  for (let count = 0; count < 50; count++) {
    await ok(url, "tell", { key: agent, input: { text: say() } });
  }
  // Kept for each of them the log of 10 MB would take several hundred.
  expect((await settled()) - before).toBeLessThan(200);

  const { seq: last } = await ok(url, "lastEvent", { key: operator });
  expect(last).toBeGreaterThan(EVENTS + 50);
  let seen = 1;
  let gaps = 0;
  for await (const seq of slow) {
    if (seq !== seen + 1) gaps += 1;
    seen = seq;
    if (seen === last) break;
  }
  expect(gaps).toBe(0);
});
