import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { startServer } from "../../src/compose/compose.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { openInbox, theBrowser } from "../support/browser.ts";
import { testFolder } from "../support/cli.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

test("a request appears without a reload, and closes where it stands", async () => {
  const { page } = await stage.open();
  const asked = await stage.ask({ text: "Do you see me?" });
  const row = page.getByRole("list", { name: "Requests" }).getByRole("link", { name: /see me/ });
  await row.waitFor();
  await stage.operator.answer({ id: asked.id, answer: { text: "yes" } }, { via: "console" });
  await expect.poll(() => row.innerText()).toMatch(/answered by operator via console/i);
});

test("a page that was cut off catches up with what it missed", async () => {
  const { page, context } = await stage.open();
  await context.setOffline(true);
  const asked = await stage.ask({ text: "Asked while nobody could hear it" });
  await context.setOffline(false);
  const row = page.getByRole("link", { name: /nobody could hear/ }).first();
  await row.waitFor({ timeout: 30_000 });
  expect(await row.getAttribute("href")).toContain(asked.id);
});

test("that the server is away covers nothing", async () => {
  const dataFolder = join(testFolder(), "data");
  const server = await startServer({ dataFolder, port: 0 });
  onTestFinished(async () => await server.stop());
  const [key = "", agentKey = ""] = (["operator", "agent"] as const).map((name) =>
    readKeyFile(dataFolder, name),
  );
  const agent = createClient({ url: server.url, key: agentKey });
  const { request } = await agent.ask({ text: "Do you see all of me?" });
  const { page } = await openInbox(await theBrowser(), {
    url: server.url,
    key,
    path: `/${request.id}`,
  });
  const shown = [
    page.getByRole("searchbox", { name: "Search requests" }),
    page.getByRole("heading", { name: "Do you see all of me?" }),
    page.locator(".request-marks"),
  ];
  for (const one of shown) await one.waitFor();
  await server.stop();
  const told = page.getByText("The server is away.");
  await told.waitFor();
  const { y, height } = (await told.boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY };
  for (const one of shown) {
    expect((await one.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(y + height);
  }
});

test("that the server does not answer is said until it does", async () => {
  const dataFolder = join(testFolder(), "data");
  let server = await startServer({ dataFolder, port: 0 });
  onTestFinished(async () => await server.stop());
  const [key = "", agentKey = ""] = (["operator", "agent"] as const).map((name) =>
    readKeyFile(dataFolder, name),
  );
  const agent = createClient({ url: server.url, key: agentKey });
  const { request } = await agent.ask({
    text: "Which colour?",
    form: { kind: "choice", options: [{ label: "red" }, { label: "blue" }] },
  });
  const { page } = await openInbox(await theBrowser(), {
    url: server.url,
    key,
    path: `/${request.id}`,
  });
  const red = page.getByRole("button", { name: "red", exact: true });
  await red.waitFor();
  const port = Number(new URL(server.url).port);
  await server.stop();
  const told = page
    .getByRole("region", { name: "Decide" })
    .getByText("The server does not answer. Is it running?");
  await page.getByText("The server is away.").waitFor();
  await red.click();
  await told.waitFor();
  server = await startServer({ dataFolder, port });
  await told.waitFor({ state: "detached", timeout: 30_000 });
  // It has gone by itself: nothing was sent again.
  expect((await agent.show({ id: request.id })).request.status).toBe("open");
});

test("a server that is started again under the page goes on with it", async () => {
  const dataFolder = join(testFolder(), "data");
  let server = await startServer({ dataFolder, port: 0 });
  onTestFinished(async () => await server.stop());
  const browser = await theBrowser();
  const key = readKeyFile(dataFolder, "operator") ?? "";
  const { page } = await openInbox(browser, { url: server.url, key });
  const port = Number(new URL(server.url).port);
  await server.stop();
  server = await startServer({ dataFolder, port });
  const agent = createClient({ url: server.url, key: readKeyFile(dataFolder, "agent") ?? "" });
  const { request } = await agent.ask({
    text: "Are you still there?",
    form: { kind: "choice", options: [{ label: "yes" }, { label: "no" }] },
  });
  await page
    .getByRole("link", { name: /still there/ })
    .first()
    .click({ timeout: 30_000 });
  await page.getByRole("button", { name: "yes", exact: true }).click();
  const { request: closed } = await agent.wait({ id: request.id, holdMs: 20_000 });
  expect(closed).toMatchObject({ answer: { choice: "yes" }, closedBy: { via: "inbox" } });
});
