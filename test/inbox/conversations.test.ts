import { expect, test } from "vitest";
import { screenshot } from "../support/browser.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

test("conversations come by what was said last, with who said what, and move as it is said", async () => {
  const release = await stage.agent.startConversation({ title: "Release 4" });
  const weather = await stage.agent.startConversation({ title: "Weather" });
  await stage.agent.tell({ conversation: release.id, text: "It is built." });
  const hostile = "<b>Rain</b>\u202e tomorrow\nand a second line";
  await stage.agent.tell({ conversation: weather.id, text: hostile });
  const { page } = await stage.open({ path: "/conversations" });
  const rows = page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
  await expect.poll(() => rows.first().innerText()).toMatch(/^Weather\s+just now\s+scout: <b>Rain/);
  const shown = await rows.first().innerText();
  expect(shown).not.toContain("\u202e");
  expect(await rows.first().locator("b").count()).toBe(0);
  expect(await rows.nth(1).innerText()).toMatch(/^Release 4\s+just now\s+scout: It is built\./);
  await screenshot(page, "conversations-list");
  await stage.ana.tell({ conversation: release.id, text: "Ship it." });
  await expect.poll(() => rows.first().innerText()).toMatch(/^Release 4[\s\S]*ana: Ship it\./);
});

test("of many, the latest are shown at once and older ones when they are asked for", async () => {
  for (let n = 0; n < 55; n++) await stage.agent.startConversation({ title: `Number ${n}` });
  const { page } = await stage.open({ path: "/conversations" });
  const rows = page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByRole("button", { name: "Show older ones" }).click();
  await page.getByRole("link", { name: /Number 0/ }).waitFor();
  expect(await page.getByRole("button", { name: "Show older ones" }).count()).toBe(0);
});
