import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { addAuthenticator, linkFor, openInbox, watched } from "../support/browser.ts";
import { looked, PAY, useStage } from "./stage.ts";

const stage = useStage();

test("a link signs in once; the second browser is told what to do", async () => {
  const { url } = stage.server;
  const origin = url.replace("127.0.0.1", "localhost");
  const link = await linkFor(origin, { url, key: stage.anaKey });
  const contexts = [await stage.browser.newContext(), await stage.browser.newContext()];
  onTestFinished(async () => {
    for (const context of contexts) await context.close();
  });
  const [first, second] = await Promise.all(contexts.map((context) => watched(context, origin)));
  await first?.goto(link);
  await first?.getByRole("navigation", { name: "Main" }).first().waitFor();
  expect(first?.url()).not.toContain("#");
  await second?.goto(link);
  await second
    ?.getByText(/npx earshot open/)
    .first()
    .waitFor();
});

test("the cookie is out of reach of scripts and of other sites", async () => {
  const { context, page } = await stage.open({ byLink: true });
  const [cookie, ...others] = (await context.cookies()).filter(({ name }) => !/probe/.test(name));
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", secure: true });
  expect(cookie?.name).toBe(`__Host-earshot-${stage.server.port}`);
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("a program on another port that is sent the cookie can do nothing with it", async () => {
  const { url } = stage.server;
  const origin = url.replace("127.0.0.1", "localhost");
  const context = await stage.browser.newContext();
  onTestFinished(() => context.close());
  const inbox = await context.newPage();
  await inbox.goto(await linkFor(origin, { url, key: stage.anaKey }));
  await inbox.getByRole("navigation", { name: "Main" }).first().waitFor();
  const { promise, resolve } = Promise.withResolvers<string>();
  const other = createServer((incoming, outgoing) => {
    if (incoming.url === "/") resolve(String(incoming.headers.cookie));
    outgoing.setHeader("content-type", "text/html");
    outgoing.end("<title>another program</title>");
  });
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const tab = await context.newPage();
  await tab.goto(`http://localhost:${port}/`);
  const cookie = await promise;
  expect(cookie).toContain("ear_web_");
  expect(await tab.evaluate(() => ({ ...localStorage }))).toEqual({});
  const called = await fetch(`${origin}/v1/whoami`, { headers: { cookie } });
  expect(called.status).toBe(401);
});

test("a page that has lost its secret asks to sign in again", async () => {
  const { page } = await stage.open({ byLink: true });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("a link asks before it signs somebody else in, and ends the web session that was there", async () => {
  const { url, operator } = stage.server;
  const { page, origin, context } = await stage.open({ byLink: true });
  const beside = await context.newPage();
  await beside.goto(`${origin}/`);
  await beside.getByRole("navigation", { name: "Main" }).first().waitFor();
  const count = async () => (await stage.ana.listWebSessions()).items.length;
  const before = await count();

  const linkOfOperator = () => linkFor(origin, { url, key: operator });
  const ask = page.getByText("You are signed in as ana. Sign in with this link instead?");
  await page.goto(await linkOfOperator());
  await ask.waitFor();
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await page.getByRole("navigation", { name: "Main" }).first().waitFor();
  expect(await count()).toBe(before);

  const loaded = beside.waitForEvent("load");
  await page.goto(await linkOfOperator());
  await ask.waitFor();
  await page.getByRole("button", { name: "Sign in with this link" }).click();
  await page.getByRole("navigation", { name: "Main" }).first().waitFor();
  expect(await nameIn(page)).toBe("operator");
  expect(await count()).toBe(before - 1);
  // What the other tab shows was hers, and what it would send is not.
  await loaded;
  await beside.getByRole("navigation", { name: "Main" }).first().waitFor();
});

/** Who the server takes this page for. */
async function nameIn(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const headers = { "earshot-page": localStorage.getItem("earshot.page") ?? "" };
    const said = await (await fetch("/v1/whoami", { headers })).json();
    return String(said.principal.name);
  });
}

test("a revoked web session ends at once", async () => {
  const { page } = await stage.open({ byLink: true });
  const { items } = await stage.ana.listWebSessions();
  const newest = items.toSorted((a, b) => a.id.localeCompare(b.id)).at(-1);
  if (newest === undefined) throw new Error("There is no web session.");
  await stage.operator.revokeWebSession({ id: newest.id });
  await page.getByRole("heading", { name: "Sign in" }).waitFor({ timeout: 30_000 });
});

test("whoever signs out has to sign in again", async () => {
  const { page, origin, context } = await stage.open({ byLink: true });
  await page.goto(`${origin}/settings`);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect((await context.cookies()).filter(({ value }) => value.startsWith("ear_web_"))).toEqual([]);
});

test("a passkey is registered, signs in, and decides CRITICAL over the digest", async () => {
  const { page, origin, context } = await stage.open({ byLink: true });
  await addAuthenticator(page);
  await page.goto(`${origin}/settings`);
  await page.getByRole("button", { name: "Register a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("laptop");
  await dialog.getByRole("button", { name: /Register/ }).click();
  await expect.poll(async () => (await stage.ana.listPasskeys()).items.length).toBe(1);

  // Where digits would do as well, it has a key of its own.
  const paid = await stage.seek(PAY);
  await page.goto(`${origin}/${paid.id}`);
  await page.getByRole("textbox", { name: "First digits of the digest" }).waitFor();
  await looked(page);
  await page.keyboard.press("p");
  const decided = (await stage.agent.wait({ id: paid.id, holdMs: 20_000 })).request;
  expect(decided).toMatchObject({
    status: "approved",
    authorization: { votes: [{ passkey: true }] },
  });

  await page.goto(`${origin}/settings`);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("navigation", { name: "Main" }).first().waitFor();
  expect((await context.cookies()).some(({ name }) => name.startsWith("__Host-earshot-"))).toBe(
    true,
  );

  const sought = await stage.seek({ tool: "admin_reset_system" });
  expect(sought.authorization.demand).toMatchObject({ level: "CRITICAL", stepUp: true });
  await page.goto(`${origin}/${sought.id}`);
  const button = page.getByRole("button", { name: "Approve with a passkey" });
  await button.waitFor();
  await button.click();
  const { request } = await stage.agent.wait({ id: sought.id, holdMs: 20_000 });
  expect(request).toMatchObject({
    status: "approved",
    authorization: { votes: [{ steppedUp: true, passkey: true, by: { via: "inbox" } }] },
  });

  // It proves itself who takes it away.
  await page.goto(`${origin}/settings`);
  const passkeys = page.getByRole("table", { name: "Your passkeys" });
  await passkeys.getByRole("button", { name: /^Remove/ }).click();
  await passkeys.getByRole("button", { name: /^Press again to remove/ }).click();
  await expect.poll(async () => (await stage.ana.listPasskeys()).items.length).toBe(0);
});

test("without a terminal behind its link a session has no way to approve HIGH but a passkey", async () => {
  const sought = await stage.seek(PAY);
  const { page, origin } = await openInbox(stage.browser, {
    url: stage.server.url,
    key: stage.anaKey,
    atTerminal: false,
  });
  await page.goto(`${origin}/${sought.id}`);
  await page.getByRole("region", { name: "Decide" }).waitFor();
  expect(await page.getByRole("textbox", { name: "First digits of the digest" }).count()).toBe(0);
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  if ((await approve.count()) > 0) expect(await approve.isEnabled()).toBe(false);
  await page
    .getByRole("region", { name: "Decide" })
    .getByText(/passkey/i)
    .first()
    .waitFor();
});
