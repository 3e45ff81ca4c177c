import type { Page } from "playwright-core";
import { bearer } from "./connections.ts";
import type { Figure } from "./figure.ts";
import { type InboxBench, ROWS, withInbox } from "./inbox-page.ts";
import { runMany } from "./load.ts";
import { questionText } from "./question-text.ts";
import { quantile } from "./statistics.ts";
import { openStream, type Stream } from "./streams.ts";

export const inboxKey: Figure = {
  name: "inbox.key",
  what: "from a key press to the painted selection; 95 of 100 take less",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 50,
  aim: 20,

  async measure({ isQuick }) {
    return await withInbox(isQuick ? 50 : 500, async ({ signedIn }) => {
      const page = await signedIn();
      await page.evaluate(noteSelections, ROWS);
      const presses = isQuick ? 10 : 200;
      for (let press = 0; press < presses; press++) {
        await page.keyboard.press(press % 50 < 40 ? "j" : "k");
        await page.waitForFunction((count) => globalThis.selectionMs.length > count, press);
      }
      return { value: quantile(await page.evaluate(() => globalThis.selectionMs), 0.95) };
    });
  },
};

declare global {
  /** In the page: from each key press to the frame that shows it. */
  var selectionMs: number[];
  /** In the page: when the row of each request was shown as closed, in milliseconds since 1970. */
  var closedAt: Record<string, number>;
}

function noteSelections(rows: string): void {
  globalThis.selectionMs = [];
  let pressed = 0;
  addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const changed = new MutationObserver(() => {
    const from = pressed;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => globalThis.selectionMs.push(performance.now() - from);
      channel.port2.postMessage(undefined);
    });
  });
  const list = document.querySelector(rows)?.closest("ul");
  if (list === null || list === undefined) throw new Error("There is no list.");
  changed.observe(list, { attributeFilter: ["aria-current"], subtree: true });
}

export const inboxLive: Figure = {
  name: "inbox.live",
  what: "from an answer elsewhere to the row that shows it; 95 of 100 take less",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 150,
  aim: 60,

  async measure({ isQuick }) {
    const count = isQuick ? 5 : 100;
    return await withInbox(count, async (bench) => {
      const page = await bench.signedIn();
      await page.evaluate(noteClosed, ROWS);
      const { items } = await bench.operator.inbox({ limit: Math.min(count, IN_DOCUMENT) });
      const times: number[] = [];
      for (const { id } of items) times.push(await shownAfter(bench, page, id));
      return { value: quantile(times, 0.95) };
    });
  },
};

/** So many rows are in the document from the start, in sight or next to it. */
const IN_DOCUMENT = 20;

async function shownAfter(bench: InboxBench, page: Page, id: `req_${string}`): Promise<number> {
  const began = Date.now();
  await bench.operator.answer({ id, answer: { text: "elsewhere" } });
  await page.waitForFunction((one) => globalThis.closedAt[one] !== undefined, id);
  return ((await page.evaluate((one) => globalThis.closedAt[one], id)) ?? Number.NaN) - began;
}

function noteClosed(rows: string): void {
  globalThis.closedAt = {};
  const look = () => {
    for (const row of document.querySelectorAll<HTMLAnchorElement>(rows)) {
      const id = row.pathname.split("/").at(-1) ?? "";
      if (globalThis.closedAt[id] !== undefined || !/answered/i.test(row.textContent)) continue;
      globalThis.closedAt[id] = 0;
      requestAnimationFrame(() => setTimeout(() => (globalThis.closedAt[id] = Date.now())));
    }
  };
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
}

const PAGES = 1_000;

export const inboxFanout: Figure = {
  name: "inbox.fanout",
  what: "from a question to the event at each of 1,000 pages; 99 of 100 take less",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 500,
  aim: 150,

  async measure({ isQuick, note }) {
    const pages = isQuick ? 50 : PAGES;
    return await withInbox(1, async ({ server, agent, operator, operatorKey }) => {
      const { seq } = await operator.lastEvent();
      const path = `/v1/events?follow=true&after=${seq}`;
      const headers = bearer(operatorKey);
      const heard = new Map<string, number[]>();
      const onLine = (line: string) => {
        const [, id] = /"type":"request\.created".*?"subject":"(\w+)"/.exec(line) ?? [];
        if (id !== undefined) heard.set(id, [...(heard.get(id) ?? []), performance.now()]);
      };
      const streams = await runMany({ count: pages, concurrency: 64 }, async () => {
        const stream: Stream = openStream(server.port, { method: "GET", path, headers }, onLine);
        await stream.firstByteMs;
        return stream;
      });
      const times: number[] = [];
      for (let round = 0; round < (isQuick ? 1 : 20); round++) {
        const began = performance.now();
        const { request } = await agent.ask({ text: questionText(round) });
        while ((heard.get(request.id)?.length ?? 0) < pages) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        times.push(...(heard.get(request.id) ?? []).map((at) => at - began));
      }
      for (const stream of streams) stream.close();
      note(`${pages} streams; the median is ${quantile(times, 0.5).toFixed(1)} ms`);
      return { value: quantile(times, 0.99) };
    });
  },
};
