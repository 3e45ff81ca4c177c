import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import { HOUR_MS } from "../../src/domain/time.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openInbox, screenshot, theBrowser } from "../support/browser.ts";
import { ownKey } from "../support/own-key.ts";
import { twoWorkspaces } from "../support/server.ts";
import { violations } from "./looks.ts";
import { looked } from "./stage.ts";

const PAGE = fileURLToPath(new URL("../../dist/inbox", import.meta.url));
const RULES = [{ name: "spending", tools: ["pay"], level: "LOW" }];
const MOST_STEPS = 30;

/** A record with a few payments, and a person for whom a test request is planted. */
async function stage() {
  const clock = createFakeClock(Date.UTC(2026, 10, 23, 9));
  const { url, home } = await twoWorkspaces({ clock, page: PAGE });
  const as = (key: string) => createClient({ url, key });
  const owner = as(home.owner.secret);
  const scout = as(home.agent.secret);
  const { secret: key } = await ownKey(owner, { kind: "person", name: "ana", role: "approver" });
  const ana = as(key);
  const tests = { a_week: 7, people: ["ana"] };
  await owner.applyPolicy({ source: { version: 1, rules: RULES, test_requests: tests } });
  for (const amount of [100, 110, 120, 130]) {
    const args = { amount, to: "ACME" };
    const sought = { tool: "pay", args, reason: "It is due.", joinKey: `${amount}` };
    const { request } = await scout.authorize(sought);
    if (request.kind !== "authorization") throw new Error("It is sought.");
    await ana.approve({ id: request.id, digest: request.authorization.digest });
  }
  const { items } = await planted(ana, () => clock.advance(12 * HOUR_MS));
  const { page } = await openInbox(await theBrowser(), { url, key, isFresh: true });
  await page.clock.setFixedTime(clock.now());
  await page.reload();
  return { page, ana, items };
}

async function planted(ana: EarshotClient, pass: () => Promise<void>) {
  for (let step = 0; step < MOST_STEPS; step++) {
    await pass();
    await ana.noteSent({ ids: [] });
    const found = await ana.inbox();
    if (found.items.length > 0) return found;
  }
  throw new Error("Nothing was planted.");
}

async function shown(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Decide" }).waitFor();
  expect(await page.getByText(/\btests?\b/i).count()).toBe(0);
  await looked(page);
}

test("a planted test looks like any request until it is rejected, and says kindly then what it was", async () => {
  const { page } = await stage();
  await shown(page);
  await page.keyboard.press("d");
  await page.getByRole("dialog", { name: "Reject" }).waitFor();
  await looked(page);
  await page.keyboard.press("Enter");
  await page.getByText("This was a test, and you saw it: nobody would have run it.").waitFor();
  await page.getByText("“amount” was 10 times the usual.").waitFor();
  await screenshot(page, "test-caught");
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  expect(await violations(page)).toEqual([]);
  await page.goto(new URL("/dashboard", page.url()).href);
  await page.getByText("You caught 1 of 1 test request.").first().waitFor();
});

test("one that is approved by a key runs nothing, and its row says that it was a test", async () => {
  const { page, ana, items } = await stage();
  await shown(page);
  await page.keyboard.press("a");
  await page.getByText("This was a test: nobody would have run it.").waitFor();
  await page.getByRole("list", { name: "Requests" }).getByText("was a test").waitFor();
  const id = items[0]?.id ?? "req_";
  expect((await ana.inboxItem({ id })).test).toMatchObject({ outcome: "missed" });
});
