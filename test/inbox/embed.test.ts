import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import type { EarshotElement } from "../../src/embed/index.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import { theBrowser } from "../support/browser.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";
import { type Heard, openShop, type Shop, withElement } from "./embed-stage.ts";
import { violations } from "./looks.ts";

/*
 * The elements in the page of an application, which is on another origin: its script and its frame
 * come from Earshot, and the page around decides nothing.
 */

const MARIA = "shop:maria";
const RULES = [
  { name: "orders", tools: ["order"], level: "LOW", approvers: { roles: ["end_user"] } },
  { name: "accounts", tools: ["close_account"], approvers: { roles: ["end_user", "owner"] } },
];

let browser: Browser;
let shop: Shop;
let server: HomeServer;
let agent: EarshotClient;
let operator: EarshotClient;
let service: EarshotClient;
const markup = new Map<string, string>();

beforeAll(async () => {
  shop = await openShop((path) => markup.get(path) ?? "");
  [server, browser] = await Promise.all([
    startHomeServer({ embedOrigins: [shop.origin] }),
    theBrowser(),
  ]);
  const { url } = server;
  operator = createClient({ url, key: server.operator });
  agent = createClient({ url, key: server.agent });
  const { secret } = await operator.createKey({ kind: "service", name: "shop" });
  service = createClient({ url, key: secret });
  await operator.applyPolicy({ source: { version: 1, rules: RULES } });
});
afterAll(async () => {
  await server.close();
  await shop.close();
});

async function tokenFor(ttl_s?: number): Promise<string> {
  const scopes = ["read", "answer", "decide"] as const;
  const input = { user_id: "maria", scopes, ...(ttl_s !== undefined && { ttl_s }) };
  return (await service.createEndUserToken(input)).token;
}

/** A page of this origin with the element in it. */
async function open(
  element: string,
  { origin = shop.origin, theme = "light" as const, tellsVisible = true } = {},
) {
  const context = await browser.newContext({ locale: "en-GB", colorScheme: theme });
  onTestFinished(() => context.close());
  if (!tellsVisible) await context.addInitScript(FORGET_VERSION_2);
  const page = await context.newPage();
  const path = `/${markup.size}`;
  markup.set(path, withElement(server.url, element));
  await page.goto(origin + path);
  return { page, frame: page.frameLocator("iframe") };
}

/** As browsers are that have the first version of the observer alone. */
const FORGET_VERSION_2 = "delete IntersectionObserverEntry.prototype.isVisible;";

function heardIn(page: Page): Promise<readonly Heard[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: readonly Heard[] }).heard);
}

async function sought(over: Partial<AuthorizeInput>) {
  const action = { tool: "order", args: { boots: 1 }, reason: "You asked for boots.", to: [MARIA] };
  return (await agent.authorize({ ...action, ...over })).request.id;
}

test("a question is answered in the page of an application, and a draft outlives its token", async () => {
  const { request } = await agent.ask({ text: "Which size?", to: [MARIA] });
  const token = await tokenFor(4);
  const { page, frame } = await open(
    `<earshot-request request="${request.id}" token="${token}"></earshot-request>`,
  );
  await frame.getByRole("textbox").fill("The large ones, please.");
  // Its host is asked for another before it ends, and brings none.
  await expect
    .poll(async () => (await heardIn(page)).map(({ type }) => type))
    .toContain("tokenRequested");
  await expect
    .poll(() => service.createEndUserToken({ user_id: "maria" }).then(() => isOver(token)))
    .toBe(true);
  await frame.getByRole("button", { name: "Send answer" }).click({ delay: 400 });
  await frame.getByText("Your access has ended").waitFor();
  expect(await frame.getByRole("textbox").inputValue()).toBe("The large ones, please.");
  const fresh = await tokenFor();
  await page.locator("earshot-request").evaluate((element, next) => {
    (element as unknown as EarshotElement).token = next;
  }, fresh);
  await frame.getByText("This is answered.").waitFor();
  expect((await agent.wait({ id: request.id })).request).toMatchObject({
    answer: { text: "The large ones, please." },
    closedBy: { name: MARIA },
  });
  const told = (await heardIn(page)).map(({ type }) => type);
  expect(told).toEqual(expect.arrayContaining(["answered", "closed"]));
  expect(page.url()).not.toContain(token.slice(0, 20));
  expect(
    page
      .frames()
      .map((one) => one.url())
      .join(),
  ).not.toContain(token.slice(0, 20));
});

function isOver(token: string): boolean {
  const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return exp * 1_000 <= Date.now();
}

test("LOW is approved where it can be seen, HIGH has no buttons, and the record names the application", async () => {
  const low = await sought({});
  const high = await sought({ tool: "close_account", args: {}, to: [MARIA] });
  const token = await tokenFor();
  const { page, frame } = await open(
    `<earshot-request request="${low}" token="${token}"></earshot-request>`,
  );
  const approve = frame.getByRole("button", { name: "Approve" });
  await approve.waitFor();
  const veil = await page.evaluateHandle(() => {
    const over = document.createElement("div");
    over.style.cssText =
      "position: fixed; inset: 0; pointer-events: none; opacity: .01; background: red";
    document.body.append(over);
    return over;
  });
  await page.waitForTimeout(900);
  await approve.click();
  await frame.getByText("Something covers this").waitFor();
  expect((await operator.show({ id: low })).request.status).toBe("open");
  await veil.evaluate((over) => over.remove());
  await expect
    .poll(async () => {
      if (await approve.isVisible()) await approve.click({ timeout: 1_000 }).catch(() => {});
      return (await operator.show({ id: low })).request;
    })
    .toMatchObject({ status: "approved", closedBy: { name: MARIA } });
  const above = await open(
    `<earshot-request request="${high}" token="${token}"></earshot-request>`,
  );
  await above.frame.getByRole("button", { name: "Approve" }).waitFor();
  onTestFinished(() =>
    operator.applyPolicy({ source: { version: 1, rules: RULES } }).then(() => {}),
  );
  const [orders, accounts] = RULES;
  if (orders === undefined || accounts === undefined) throw new Error("There are two rules.");
  const raised = { ...accounts, level: "HIGH", approvers: { roles: ["owner"] } };
  await operator.applyPolicy({ source: { version: 1, rules: [orders, raised] } });
  await above.page.reload();
  await above.frame.getByText("This is not, or no longer, asked of you.").waitFor();
  expect(await above.frame.getByRole("button").count()).toBe(0);
  expect((await operator.show({ id: high })).request.status).toBe("open");
});

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const BESIDE = [
  { kind: "file", name: "order.txt", before: null, after: { text: "two boots\n" } },
  { kind: "image", name: "boots.png", content: { base64: PNG } },
] as const;

test("what stands beside an action is drawn in the frame, and then it is approved there", async () => {
  const id = await sought({ args: { boots: 2 }, evidence: BESIDE });
  const token = await tokenFor();
  const { page, frame } = await open(
    `<earshot-request request="${id}" token="${token}"></earshot-request>`,
  );
  await frame.getByText("two boots").waitFor();
  const picture = frame.getByRole("img", { name: "boots.png" });
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(1);
  // A frame of another origin hears a press only once the browser has placed it.
  await expect
    .poll(async () => {
      const saved = page.waitForEvent("download", { timeout: 3_000 }).catch(() => undefined);
      await frame.getByRole("button", { name: "Save the new file" }).click();
      return (await saved)?.suggestedFilename();
    })
    .toBe("order.txt");
  const approve = frame.getByRole("button", { name: "Approve" });
  await expect
    .poll(async () => {
      if (await approve.isVisible()) await approve.click({ timeout: 1_000 }).catch(() => {});
      return (await operator.show({ id })).request.status;
    })
    .toBe("approved");
});

test("without its picture an action is not approved in the frame", async () => {
  const id = await sought({ args: { boots: 3 }, evidence: BESIDE });
  const { page, frame } = await open(
    `<earshot-request request="${id}" token="${await tokenFor()}"></earshot-request>`,
  );
  await page.route("**/files/*", (route) => route.abort());
  await page.reload();
  await frame.getByText("Not all of what stands beside it is shown here.").waitFor();
  expect(await frame.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await frame.getByRole("button", { name: "Reject" }).waitFor();
});

test("where a browser does not tell what is visible, Approve is pressed twice", async () => {
  const id = await sought({ args: { boots: 4 } });
  const element = `<earshot-request request="${id}" token="${await tokenFor()}"></earshot-request>`;
  const { page, frame } = await open(element, { tellsVisible: false });
  const approve = frame.getByRole("button", { name: "Approve" });
  await approve.waitFor();
  await page.waitForTimeout(700);
  await approve.click();
  const again = frame.getByRole("button", { name: "Press again to approve" });
  await again.waitFor();
  expect((await operator.show({ id })).request.status).toBe("open");
  await expect
    .poll(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {});
      return (await operator.show({ id })).request.status;
    })
    .toBe("approved");
});

test("an origin that is not named frames nothing, and what is framed is right by axe in both themes", async () => {
  const other = await openShop((path) => markup.get(path) ?? "");
  onTestFinished(() => other.close());
  await agent.ask({ text: "In which colour?", to: [MARIA] });
  const element = `<earshot-inbox token="${await tokenFor()}" theme="dark"></earshot-inbox>`;
  const refused = await open(element, { origin: other.origin });
  await expect
    .poll(() =>
      refused.page
        .frames()
        .map((one) => one.url())
        .join(" "),
    )
    .toContain("chrome-error:");
  const { page, frame } = await open(element);
  await frame.getByRole("button", { name: /In which colour/ }).click();
  await frame.getByRole("textbox").waitFor();
  expect(await page.locator("iframe").getAttribute("title")).toBe("What is asked of you");
  const inner = page.frames().find((one) => one.url().includes("/embed"));
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const theme of ["dark", "light"]) {
      const shown = page.locator("earshot-inbox");
      await shown.evaluate((one, to) => one.setAttribute("theme", to), theme);
      await frame.locator(`html[data-theme=${theme}]`).waitFor();
      expect(inner === undefined ? ["no frame"] : await violations(inner)).toEqual([]);
    }
  }
});
