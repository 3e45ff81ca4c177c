import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createGate } from "../../src/compose/doors.ts";
import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { startScrapeKeys } from "../../src/core/callers/scrape-keys.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { EarshotError } from "../../src/domain/errors.ts";
import type { Right } from "../../src/domain/people/principal.ts";
import { RETENTION_KINDS, type RetentionKind } from "../../src/domain/policy/retention.ts";
import { LOOPBACK_HOSTS } from "../../src/http/guard.ts";
import { createListener } from "../../src/http/listener.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { listen } from "../../src/http/server.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { watchNode } from "../../src/system/telemetry/watch-node.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";

/* The metrics are wanted most while the store does not answer: what they take to be read. */

const NOTHING_ERASED = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])) as Record<
  RetentionKind,
  number
>;

let clock: FakeClock;
let ctx: Context;
let owner: Earshot;
let agent: Earshot;
let url: string;

beforeEach(async () => {
  clock = createFakeClock();
  const opened = await openContext(clock);
  ctx = opened.ctx;
  const home = await found(ctx, { owner: "ada", agent: "scout" });
  owner = createEarshot(ctx, {
    ...callerWithAllRights(home.owner.principal),
    key: home.owner.key.id,
  });
  agent = createEarshot(ctx, callerWithAllRights(home.agent.principal));
  const scrapeKeys = await startScrapeKeys(ctx);
  const metrics = createMetrics();
  const gate = createGate({
    ctx,
    authenticate: createAuthenticate(ctx),
    keyUses: { note: () => {} },
    scrapeKeys,
    nodeFigures: watchNode({ store: ctx.store, clock }).read,
    machineFigures: () => undefined,
    jobFigures: () => ({ retention: { erased: NOTHING_ERASED, failures: 0 } }),
    isStopping: () => false,
    stop: () => {},
  });
  const faults: unknown[] = [];
  const listener = createListener({
    gate,
    metrics,
    allowedHosts: LOOPBACK_HOSTS,
    version: "0.0.0",
    onFault: (error) => void faults.push(error),
  });
  const listening = await listen(listener, { host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${listening.port}`;
  onTestFinished(async () => {
    await listening.close(0);
    metrics.close();
    scrapeKeys.stop();
    await opened.close();
    expect(faults).toEqual([]);
  });
});

async function keyWith(scopes: readonly Right[], name = "prometheus"): Promise<string> {
  const { secret } = await owner.createKey({ kind: "service", name, scopes });
  // New counts are read again.
  await clock.advance(0);
  return secret;
}

async function scrape(key: string) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, text: await response.text() };
}

async function scrapeWhileAway(key: string) {
  const scraping = scrape(key);
  let isOver = false;
  void scraping.finally(() => {
    isOver = true;
  });
  // A store that answers nothing is waited for by the clock.
  while (!isOver) await clock.advance(100);
  return await scraping;
}

const lineOf = (text: string, line: string) =>
  text.split("\n").find((one) => one.startsWith(`${line} `));

/** Every read of the store hangs, as of a database whose network is gone, or fails. */
function breakStore(how: "hangs" | "fails"): void {
  const broken = Object.entries(ctx.store).filter(([, part]) => typeof part === "function");
  const over = Promise.withResolvers<void>();
  const answer = async () => {
    if (how === "hangs") await over.promise;
    throw new EarshotError("STORE_UNAVAILABLE", "The store is away.");
  };
  const former = Object.fromEntries(broken);
  Object.assign(ctx.store, Object.fromEntries(broken.map(([name]) => [name, answer])));
  onTestFinished(() => {
    Object.assign(ctx.store, former);
    over.resolve();
  });
}

describe.each(["hangs", "fails"] as const)("while the store %s", (how) => {
  test("the figures of the node are told, and those of the store with their age", async () => {
    const key = await keyWith(["metrics"]);
    await agent.ask({ text: "Ship it?" });
    const before = await scrape(key);
    expect(lineOf(before.text, "earshot_open_requests")).toBe("earshot_open_requests 1");
    expect(lineOf(before.text, "earshot_store_figures_age_seconds")).toMatch(/ 0$/);
    breakStore(how);
    await clock.advance(60_000);
    const { status, text } = await scrapeWhileAway(key);
    expect(status).toBe(200);
    expect(text).toContain("earshot_commit_failures_total");
    expect(lineOf(text, "earshot_open_requests")).toBe("earshot_open_requests 1");
    const [, age] = lineOf(text, "earshot_store_figures_age_seconds")?.split(" ") ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(60);
    expect(Number(age)).toBeLessThan(70);
  });

  test("a key that has never been used before is known", async () => {
    const key = await keyWith(["metrics"]);
    breakStore(how);
    const { status, text } = await scrapeWhileAway(key);
    expect(status).toBe(200);
    expect(text).toContain("earshot_waiters 0");
    expect(text).not.toContain("earshot_open_requests ");
  });

  test("a key made with operate before there was the scope reads them too", async () => {
    const key = await keyWith(["operate"]);
    breakStore(how);
    expect((await scrapeWhileAway(key)).status).toBe(200);
  });
});

test("figures that took long to read are told again for a while, and then read anew", async () => {
  const key = await keyWith(["metrics"]);
  const { countOpen } = ctx.store;
  let reads = 0;
  Object.assign(ctx.store, {
    async countOpen(...of: Parameters<typeof countOpen>) {
      reads += 1;
      await clock.advance(100);
      return await countOpen(...of);
    },
  });
  await scrape(key);
  await clock.advance(1_500);
  const { text } = await scrape(key);
  expect(reads).toBe(1);
  expect(lineOf(text, "earshot_store_figures_age_seconds")).toMatch(/ 1\.5$/);
  await clock.advance(500);
  await scrape(key);
  expect(reads).toBe(2);
});

test("a key with the scope metrics reads them and nothing else", async () => {
  const key = await keyWith(["metrics"]);
  expect((await scrape(key)).status).toBe(200);
  const headers = { authorization: `Bearer ${key}` };
  const calls = ["GET /v1/requests", "GET /v1/channels", "POST /v1/stop"].map(async (call) => {
    const [method = "", path = ""] = call.split(" ");
    return (await fetch(`${url}${path}`, { method, headers })).status;
  });
  expect(await Promise.all(calls)).toEqual([403, 403, 403]);
});

test.each([
  ["a key without the scope", ["read"], 403],
  ["no key of ours", undefined, 401],
] as const)("%s does not read them", async (_, scopes, status) => {
  const key = scopes === undefined ? "ear_live_nobody" : await keyWith(scopes);
  expect((await scrape(key)).status).toBe(status);
});

test("a key that is revoked reads them no more, also while the store is away", async () => {
  const key = await keyWith(["metrics"]);
  const other = await keyWith(["metrics"], "grafana");
  const { items } = await owner.listKeys();
  const [made] = items.filter(({ principal }) => principal.name === "prometheus");
  await owner.revokeKey({ id: made?.key.id ?? "key_none" });
  expect((await scrape(key)).status).toBe(401);
  breakStore("fails");
  expect((await scrapeWhileAway(key)).status).not.toBe(200);
  expect((await scrapeWhileAway(other)).status).toBe(200);
});

test("every error has its figure from the beginning, so that its first burst is seen", async () => {
  const { text } = await scrape(await keyWith(["metrics"]));
  expect(text).toContain('earshot_errors_total{code="STORE_UNAVAILABLE"} 0\n');
});
