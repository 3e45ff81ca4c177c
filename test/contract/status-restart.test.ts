import { join } from "node:path";
import { expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { testFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";

/* The counts of a server over its lives, on a clock that the test moves. */

const HOUR_MS = 60 * 60 * 1_000;

async function aWorkspace() {
  const path = join(testFolder(), "earshot.db");
  const clock = createFakeClock();
  const open = () => openContext(clock, path);
  const first = await open();
  const { owner } = await found(first.ctx, { owner: "owner", agent: "scout" });
  const abroad = await found(first.ctx, { owner: "outsider", agent: "stranger" }, "elsewhere");
  return { clock, first, open, owner: callerWithAllRights(owner.principal), abroad };
}

test("counts are of the caller's workspace and of none, those that are not written yet included", async () => {
  const { first, owner, clock } = await aWorkspace();
  const { tally } = first.ctx;
  for (let call = 0; call < 3; call++) tally.count("calls", "default");
  await clock.advance(1_000);
  tally.count("calls", "default");
  tally.count("limited", "default");
  tally.count("calls", "elsewhere");
  tally.count("refused_scope", "elsewhere");
  for (let call = 0; call < 3; call++) tally.count("refused_key");
  tally.count("refused_decision", "default");
  const status = await createEarshot(first.ctx, owner).status();
  expect(status).toMatchObject({ calls: 4, limited: 1, violations: 4 });
  const warnings = status.recentLogs.filter(({ level }) => level === "WARNING");
  expect(warnings.map(({ message }) => message).toSorted()).toEqual([
    "1 call refused: a decision that the caller may not make",
    "3 calls refused: unknown or revoked key",
  ]);
  expect(status.recentLogs.slice(0, 2)).toEqual(warnings);
  await first.close();
});

test("counts survive a restart, add up, and are forgotten after 24 hours", async () => {
  const { first, open, owner, clock } = await aWorkspace();
  first.ctx.tally.count("calls", "default");
  first.ctx.tally.count("refused_key");
  await first.close();
  const second = await open();
  const status = () => createEarshot(second.ctx, owner).status();
  second.ctx.tally.count("calls", "default");
  expect(await status()).toMatchObject({ calls: 2, violations: 1 });
  await clock.advance(23 * HOUR_MS);
  second.ctx.tally.count("calls", "default");
  expect(await status()).toMatchObject({ calls: 3, violations: 1 });
  await clock.advance(1.5 * HOUR_MS);
  expect(await status()).toMatchObject({ calls: 1, violations: 0 });
  await second.close();
});

test("a violation is on disk within 50 ms, whatever becomes of the process", async () => {
  const { first, open, owner, clock } = await aWorkspace();
  first.ctx.tally.count("refused_origin");
  await clock.advance(50);
  await first.ctx.store.close();
  const second = await open();
  expect(await createEarshot(second.ctx, owner).status()).toMatchObject({ violations: 1 });
  await second.close();
});

test("a session is a wait or a stream that is open", async () => {
  const { first, owner } = await aWorkspace();
  const earshot = createEarshot(first.ctx, owner);
  const ended = new AbortController();
  const { seq: after } = await earshot.lastEvent();
  const stream = await earshot.events({ after, follow: true }, { signal: ended.signal });
  const reading = stream[Symbol.asyncIterator]().next();
  await expect.poll(async () => (await earshot.status()).activeSessions).toBe(1);
  ended.abort();
  await reading;
  expect((await earshot.status()).activeSessions).toBe(0);
  await first.close();
});
