import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { startServer } from "../../src/compose/compose.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { openInbox, theBrowser } from "../support/browser.ts";
import { testFolder } from "../support/cli.ts";
import { useHubStage } from "./hub-stage.ts";

const stage = useHubStage();

async function openDeliveries(query = ""): Promise<Page> {
  const { page } = await stage.open({ path: `/deliveries${query}` });
  await rowsOf(page).first().waitFor();
  return page;
}

function rowsOf(page: Page): Locator {
  return page.getByRole("region", { name: "Deliveries, table" }).locator("tbody > tr");
}

function navCount(page: Page): Locator {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Deliveries/ });
}

test("what failed stands first with what went wrong, and the channels above say how they are", async () => {
  const page = await openDeliveries();
  await page.getByRole("link", { name: "Which database shall I use?" }).first().waitFor();
  const failed = async () =>
    (await rowsOf(page).allInnerTexts()).map((text) => /failed/.test(text));
  await expect.poll(failed).toEqual([true, true, false, false, false]);
  const texts = await rowsOf(page).allInnerTexts();
  expect(texts.join("\n")).toContain("Telegram could not be reached.");
  expect(texts.join("\n")).toMatch(/waits\s+in 7 h\s+until quiet hours are over/);
  const channels = page.getByRole("region", { name: "Channels, table" });
  expect(await channels.getByRole("row", { name: /Webhook/ }).innerText()).toContain("running");
  expect(await channels.getByRole("row", { name: /Telegram/ }).innerText()).toMatch(
    /cannot be opened[\s\S]*token/,
  );
});

test("a channel that is not heard for long is told on every page, and leads to why", async () => {
  const dataFolder = join(testFolder(), "data");
  // Nobody listens there: what people do on it is not heard, for as long as that is so.
  const telegram = { token: `4711:${"a".repeat(35)}`, apiUrl: "http://127.0.0.1:9" };
  writeChannelSettings(dataFolder, { telegram });
  const server = await startServer({ dataFolder, port: 0 });
  onTestFinished(async () => await server.stop());
  const key = readKeyFile(dataFolder, "operator") ?? "";
  const owner = createClient({ url: server.url, key });
  const since = async () => (await owner.channels()).items[0]?.since;
  await expect.poll(since).toBeDefined();
  const sinceMs = Date.parse((await since()) ?? "");
  const { page, origin } = await openInbox(await theBrowser(), {
    url: server.url,
    key,
    isFresh: true,
  });
  const told = page.getByText("Telegram: what people do there is not heard.");
  // A fault that has only just begun may be over at once, so it is not shown.
  await page.clock.setFixedTime(sinceMs + 10_000);
  await page.goto(`${origin}/deliveries`);
  await page.getByRole("region", { name: "Channels, table" }).waitFor();
  expect(await told.count()).toBe(0);
  await page.clock.setFixedTime(sinceMs + 60_000);
  for (const path of ["/settings", "/"]) {
    await page.goto(origin + path);
    await told.waitFor();
  }
  await page.getByRole("link", { name: "See why" }).click();
  await page.getByRole("region", { name: "Channels, table" }).waitFor();
});

test("a channel that could not be opened is told so at once", async () => {
  const { page } = await stage.open();
  await page.getByText("Telegram: what people do there is not heard.").waitFor();
});

test("a filter stands in the address and leaves what it names", async () => {
  const page = await openDeliveries();
  await page.getByLabel("Status").selectOption("Failed");
  await page.getByLabel("Channel", { exact: true }).selectOption("Telegram");
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).toBe("?status=failed&channel=telegram");
  await page.getByLabel("Status").selectOption("Dropped");
  await page.getByText("None of this kind").waitFor();
});

test("a delivery that failed is resent, arrives, and the count beside the screen falls", async () => {
  const page = await openDeliveries();
  await expect.poll(() => navCount(page).innerText()).toContain("2");
  const row = rowsOf(page).filter({ hasText: "refused it with 403" });
  const id = await row.getAttribute("id");
  await row.getByRole("button", { name: /^Resend/ }).click();
  await expect.poll(() => stage.receiver.events.length).toBe(1);
  const resent = page.locator(`[id="${id}"]`);
  await expect.poll(() => resent.innerText()).toMatch(/sent/);
  await expect.poll(() => navCount(page).innerText()).toContain("1");
});

test("keys go through the rows, and a delivery is dropped in two presses", async () => {
  const page = await openDeliveries("?status=failed&channel=telegram");
  await page.keyboard.press("j");
  await page.keyboard.press("d");
  await page.getByRole("button", { name: /^Press again to drop/ }).waitFor();
  const before = await stage.owner.deliveries({ status: "dropped" });
  expect(before.items).toEqual([]);
  await page.keyboard.press("d");
  await page.getByText("None of this kind").waitFor();
  const { items } = await stage.owner.deliveries({ status: "dropped" });
  expect(items).toMatchObject([{ address: { channel: "telegram", chatId: "4711" } }]);
});
