import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { ROUTES } from "../../src/contract/routes.ts";
import { call } from "../../src/inbox/server/api.ts";

interface Sent {
  readonly body: string;
  readonly key: string;
}

/** A server that answers only while it is there; hears what reaches it. */
function aServer() {
  const server = { isAway: false, sent: [] as Sent[] };
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const key = (init.headers as Record<string, string>)["idempotency-key"] ?? "";
    server.sent.push({ body: String(init.body), key });
    if (server.isAway) throw new TypeError("fetch failed");
    return Response.json({});
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return server;
}

const ROUTE = ROUTES.approve;

test("a change that is sent again after an outage has the key it had, and another has its own", async () => {
  const server = aServer();
  server.isAway = true;
  await expect(call(ROUTE, { id: "req_1", note: "a" })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  const [first, second, third] = server.sent;
  expect([second, third]).toEqual([first, first]);
  server.isAway = false;
  await call(ROUTE, { id: "req_1", note: "b" });
  await call(ROUTE, { id: "req_2", note: "a" });
  await call(ROUTE, { id: "req_1", note: "a" });
  await call(ROUTE, { id: "req_1", note: "a" });
  const keys = server.sent.slice(3).map(({ key }) => key);
  expect(keys[2]).toBe(first?.key);
  expect(new Set(keys).size).toBe(4);
});

/** Makes a call with a secret while no server answers, and keeps another secret, in a heap of its own. */
const PAGE = `
  import { randomBytes } from "node:crypto";
  import { parentPort, workerData } from "node:worker_threads";
  globalThis.fetch = async () => { throw new TypeError("fetch failed"); };
  const { call } = await import(workerData);
  const kept = randomBytes(16);
  const called = randomBytes(16);
  globalThis.kept = JSON.stringify({ passphrase: "pass-" + kept.toString("hex") });
  await call(${JSON.stringify(ROUTE)}, { id: "req_1", passphrase: "pass-" + called.toString("hex") })
    .catch(() => {});
  // Stays until its heap was looked at.
  setInterval(() => {}, 60_000);
  parentPort.postMessage([kept, called]);
`;

test("after an outage the page keeps no passphrase that it has sent", async () => {
  const page = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PAGE)}`), {
    workerData: new URL("../../src/inbox/server/api.ts", import.meta.url).href,
  });
  onTestFinished(async () => void (await page.terminate()));
  const [secrets] = (await once(page, "message")) as [readonly Uint8Array[]];
  const heap = await buffer(await page.getHeapSnapshot());
  const found = secrets.map((secret) =>
    heap.includes(`pass-${Buffer.from(secret).toString("hex")}`),
  );
  expect(found).toEqual([true, false]);
});
