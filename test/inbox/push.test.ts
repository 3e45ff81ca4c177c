import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { Notice } from "../../src/inbox/worker/notice.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { openInbox, theBrowser } from "../support/browser.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { openPushService } from "../support/push-service.ts";

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

async function stage() {
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
  const tab = await openInbox(await theBrowser(), { url, key, path: "/settings" });
  await subscribeAt(tab.page, service.subscribe);
  const { context, page, origin } = tab;
  return { service, owner, agent, context, page, origin };
}

/** The page's own push manager and its permission, as a browser with a push service has them. */
async function subscribeAt(
  page: Page,
  subscribe: Awaited<ReturnType<typeof openPushService>>["subscribe"],
): Promise<void> {
  await page.exposeFunction("subscribeAt", subscribe);
  await page.evaluate(() => {
    const { subscribeAt: at } = globalThis as unknown as {
      subscribeAt: (key: string) => Promise<{ endpoint: string; p256dh: string; auth: string }>;
    };
    const { prototype } = PushManager;
    let made: object | null = null;
    Notification.requestPermission = async () => "granted";
    Object.assign(prototype, {
      async getSubscription() {
        return made;
      },
      async subscribe({ applicationServerKey: bytes }: { applicationServerKey: Uint8Array }) {
        const key = btoa(String.fromCharCode(...bytes))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replaceAll("=", "");
        const { endpoint, ...keys } = await at(key);
        made = {
          endpoint,
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => ({ endpoint, keys }),
          async unsubscribe() {
            made = null;
          },
        };
        return made;
      },
    });
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
