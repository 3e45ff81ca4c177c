import { join } from "node:path";
import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { serverKeyOf } from "../../src/channels/push/server-key.ts";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { keyPeriod } from "../../src/domain/hub/device.ts";
import type { Notice } from "../../src/inbox/worker/notice.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { createVault } from "../../src/system/vault.ts";
import { type OpenOptions, openInbox, theBrowser } from "../support/browser.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { openPushService } from "../support/push-service.ts";
import { faultsOf } from "./looks.ts";

/*
 * A device is notified with its page closed, and decides there. The headless shell always denies
 * permission and has no push service: the page subscribes at the test's own, which brings what it was
 * sent by the protocol of the developer tools, and the worker's `showNotification` keeps what it shows.
 */

interface Shown {
  readonly shown: Notice[];
  /** What the icon of the app says; the shell has none, and its worker would not go on. */
  waiting: number;
}

async function stage(window: Pick<OpenOptions, "isPhone" | "width" | "height"> = {}) {
  const folder = makeFolder();
  const service = await openPushService();
  const server = await startServer({ dataFolder: folder, port: 0, pushHosts: [service.host] });
  onTestFinished(async () => {
    await server.stop();
    removeFolder(folder);
    expect(service.faults).toEqual([]);
  });
  const { url } = server;
  const owner = createClient({ url, key: readKeyFile(folder, "operator") ?? "" });
  const rules = [
    { name: "spending", tools: ["pay"], level: "HIGH" },
    { name: "rest", level: "LOW" },
  ];
  await owner.applyPolicy({ source: { version: 1, rules } });
  const { secret: key } = await ownKey(owner, { kind: "person", name: "ana", role: "approver" });
  const agent = createClient({ url, key: readKeyFile(folder, "agent") ?? "" });
  const tab = await openInbox(await theBrowser(), {
    ...window,
    url,
    key,
    path: "/settings",
    isFresh: true,
  });
  await subscribeAt(tab.page, service.subscribe);
  const { context, page, origin } = tab;
  return { folder, service, owner, agent, context, page, origin };
}

/** The page's own push manager and its permission, as a browser with a push service has them. */
async function subscribeAt(
  page: Page,
  subscribe: Awaited<ReturnType<typeof openPushService>>["subscribe"],
): Promise<void> {
  await page.exposeFunction("subscribeAt", subscribe);
  await page.addInitScript(asWithPushService);
  await page.evaluate(asWithPushService);
}

/** Runs in the page. What it subscribed to outlasts a reload. */
function asWithPushService(): void {
  const { subscribeAt: at } = globalThis as unknown as {
    subscribeAt: (key: string) => Promise<{ endpoint: string; p256dh: string; auth: string }>;
  };
  const kept = "the test's subscription";
  const { prototype } = PushManager;
  Notification.requestPermission = async () => "granted";
  const subscription = () => {
    const text = sessionStorage.getItem(kept);
    if (text === null) return null;
    const { endpoint, key, ...keys } = JSON.parse(text);
    const applicationServerKey = Uint8Array.from(key).buffer;
    return {
      endpoint,
      options: { applicationServerKey },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => sessionStorage.removeItem(kept),
    };
  };
  Object.assign(prototype, {
    getSubscription: async () => subscription(),
    async subscribe({ applicationServerKey: bytes }: { applicationServerKey: Uint8Array }) {
      const key = btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
      sessionStorage.setItem(kept, JSON.stringify({ ...(await at(key)), key: [...bytes] }));
      return subscription();
    },
  });
}

async function turnOn({ page, context }: { page: Page; context: BrowserContext }): Promise<Worker> {
  const started = context.waitForEvent("serviceworker");
  await page.getByRole("button", { name: "Turn on for this device" }).click();
  const worker = await started;
  await page.getByRole("switch", { name: /Show who asks for what/ }).click();
  await expect
    .poll(() => page.getByRole("switch", { name: /Show who asks for what/ }).isChecked())
    .toBe(true);
  await worker.evaluate(() => {
    const own = globalThis as unknown as Shown & { registration: ServiceWorkerRegistration };
    const shown: Notice[] = [];
    Object.assign(own, { shown, waiting: 0 });
    Object.assign(Object.getPrototypeOf(navigator), {
      async setAppBadge(waiting: number) {
        own.waiting = waiting;
      },
    });
    Object.assign(Object.getPrototypeOf(own.registration), {
      async showNotification(title: string, options: Notice["options"]) {
        shown.push({ title, options });
      },
      async getNotifications({ tag }: { tag: string }) {
        const found = shown.filter(({ options }) => options.tag === tag);
        return found.map((one) => ({ close: () => shown.splice(shown.indexOf(one), 1) }));
      },
    });
  });
  return worker;
}

/** What a push service of the browser would do. */
async function delivering(context: BrowserContext, origin: string) {
  const blank = await context.newPage();
  const session: CDPSession = await context.newCDPSession(blank);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
    if (own !== undefined) resolve(own.registrationId);
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await promise;
  return (data: string) =>
    session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

const shownBy = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as Shown).shown.slice());
const waitingOn = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as Shown).waiting);

/** A press on a button, or on the notification where there is no name. */
async function pressOn(worker: Worker, notice: Notice, action: string): Promise<void> {
  await worker.evaluate(
    async ({ data, name }) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const event = new Event("notificationclick");
      const notification = { data, close() {} };
      Object.assign(event, { action: name, notification, waitUntil: resolve });
      globalThis.dispatchEvent(event);
      await promise;
    },
    { data: notice.options.data, name: action },
  );
}

test("a push that arrives with the page closed is decided there, and one after the end of the web session tells nothing", async () => {
  const { service, owner, agent, context, page, origin } = await stage();
  const worker = await turnOn({ page, context });
  const deliver = await delivering(context, origin);
  await page.close();
  const { request } = await agent.authorize({ tool: "restart", args: {}, reason: "Go on." });
  await expect.poll(() => service.messages.length).toBe(1);
  const [message] = service.messages;
  await deliver(message?.text ?? "");
  await expect.poll(async () => (await shownBy(worker)).length).toBe(1);
  const [notice] = await shownBy(worker);
  expect(notice).toMatchObject({
    title: "agent wants to run restart",
    options: { body: "LOW", data: { path: `/${request.id}` } },
  });
  if (notice === undefined) throw new Error("It is shown.");
  expect(notice.options.actions.map(({ title }) => title)).toEqual(["Approve", "Reject"]);
  expect(await waitingOn(worker)).toBe(1);
  await pressOn(worker, notice, "0");
  expect(await waitingOn(worker)).toBe(0);
  expect((await owner.show({ id: request.id })).request).toMatchObject({
    status: "approved",
    closedBy: { name: "ana", via: "push" },
  });
  await expect.poll(() => service.messages.length).toBe(2);
  await deliver(service.messages[1]?.text ?? "");
  await expect.poll(async () => (await shownBy(worker)).length).toBe(0);

  const last = await agent.ask({ text: "A canary?" });
  await expect.poll(() => service.messages.length).toBe(3);
  const [session] = (await owner.listWebSessions()).items;
  await owner.revokeWebSession({ id: session?.id ?? "key_" });
  await deliver(service.messages[2]?.text ?? "");
  await expect.poll(async () => (await shownBy(worker)).length).toBe(1);
  const told = await shownBy(worker);
  expect(told).toMatchObject([{ title: "Something needs you", options: { data: { path: "/" } } }]);
  expect(JSON.stringify(told)).not.toContain("canary");
  expect(JSON.stringify(told)).not.toContain(last.request.id);
  await expect.poll(() => worker.evaluate(async () => (await caches.keys()).length)).toBe(0);
});

/** The key of the period before this one, as a deployment of that time told its browsers. */
function keyBefore(folder: string): string {
  const vault = createVault({ path: join(folder, "vault.key") });
  return serverKeyOf(vault.secretFor(`push ${keyPeriod(Date.now()) - 1}`)).point.toString(
    "base64url",
  );
}

test("a device of the key before is called with that key, and with the new one once its page is opened", async () => {
  const { folder, service, agent, context, page } = await stage();
  const key = keyBefore(folder);
  const isListing = (url: URL) => url.pathname === "/v1/devices";
  await page.route(isListing, async (route) => {
    if (route.request().method() !== "GET") return await route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), key } });
  });
  await turnOn({ page, context });
  await page.unroute(isListing);
  const pathOfNext = async (text: string) => {
    const before = service.messages.length;
    await agent.ask({ text });
    await expect.poll(() => service.messages.length).toBe(before + 1);
    return service.messages.at(-1)?.path;
  };
  const former = await pathOfNext("Which region?");
  const added = page.waitForResponse(
    (one) => isListing(new URL(one.url())) && one.request().method() === "POST",
  );
  await page.reload();
  expect((await added).status()).toBe(201);
  expect(await pathOfNext("And then?")).not.toBe(former);
  await page.getByRole("button", { name: "Send a test message" }).click();
  await page.getByText("A test message is on its way.").waitFor();
  await expect.poll(() => service.messages.at(-1)?.said["kind"]).toBe("test");
  expect(await page.getByRole("table", { name: "Your devices" }).getByRole("row").count()).toBe(2);
});

test("a subscription that the browser has ended is made anew by the worker, with the page closed", async () => {
  const { folder, service, agent, context, page } = await stage();
  const worker = await turnOn({ page, context });
  await page.close();
  const vault = createVault({ path: join(folder, "vault.key") });
  const { point } = serverKeyOf(vault.secretFor(`push ${keyPeriod(Date.now())}`));
  const made = service.subscribe(point.toString("base64url"));
  const asked = await worker.evaluate(async ({ endpoint, ...keys }) => {
    const own = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const keysAsked: number[][] = [];
    Object.assign(Object.getPrototypeOf(own.registration.pushManager), {
      getSubscription: async () => null,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        keysAsked.push([...applicationServerKey]);
        return { endpoint, toJSON: () => ({ endpoint, keys }) };
      },
    });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const event = new Event("pushsubscriptionchange");
    Object.assign(event, { waitUntil: resolve });
    globalThis.dispatchEvent(event);
    await promise;
    return keysAsked;
  }, made);
  expect(asked).toEqual([[...point]]);
  await agent.ask({ text: "Which region?" });
  await expect.poll(() => service.messages.length).toBe(1);
  expect(made.endpoint).toContain(service.messages[0]?.path ?? "none");
});

test.each([
  { name: "a wide window", window: {}, suffix: "" },
  { name: "a phone", window: { isPhone: true, width: 390, height: 844 }, suffix: "-phone" },
])(
  "$name shows a device that is notified whole and free of faults that axe finds",
  async ({ window, suffix }) => {
    const tab = await stage(window);
    await turnOn(tab);
    const devices = {
      name: "devices",
      path: "/settings",
      ready: (page: Page) => page.getByRole("button", { name: "Send a test message" }).waitFor(),
    };
    expect(await faultsOf(tab, { views: [devices], suffix })).toEqual([]);
  },
);
