import type { Devices, PressedNotice, ShownNotice } from "../../ports/earshot/devices.ts";
import { dropSecret, readSecret } from "./kept.ts";
import { say } from "./messages/messages.ts";
import {
  type Notice,
  type NoticeData,
  neutral,
  notDone,
  noticeOf,
  readSaid,
  TESTED,
} from "./notice.ts";
import type { WorkerScope } from "./scope.ts";
import { dropShell, isOfShell, shellOf } from "./shell.ts";
import { subscriptionFor, targetOf } from "./subscription.ts";

/*
 * The service worker: what of the inbox goes on while no page is open. A push message names a delivery
 * and nothing else. What it is about is asked of the server, in the web session of this browser, each
 * time: a device that is signed out shows a line that tells nothing.
 */

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener("fetch", (event) => {
  if (!isOurs(event.request.url) || !isOfShell(event.request)) return;
  event.respondWith(shellOf(event.request));
});

scope.addEventListener("push", (event) => {
  event.waitUntil(pushed(event.data?.text() ?? ""));
});

scope.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(clicked(notification.data as NoticeData, action));
});

scope.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew());
});

function isOurs(url: string): boolean {
  return new URL(url).origin === scope.location.origin;
}

async function pushed(text: string): Promise<void> {
  const said = readSaid(text);
  if (said === undefined) return await show(neutral("unknown"));
  if (said.kind === "test") return await show(TESTED);
  const { id } = said;
  const answered = await call<ShownNotice>(`/v1/notices/${id}`);
  if (answered === "signed_out") return await endHere(id);
  if (answered === "no_answer") {
    return await (said.kind === "over" ? takeAway(id) : show(neutral(id)));
  }
  await count(answered.waiting);
  const notice = noticeOf(id, answered);
  await (notice === undefined ? takeAway(id) : show(notice));
}

async function clicked(data: NoticeData, action: string): Promise<void> {
  const token = data.tokens[action];
  if (token === undefined) return await open(data.path);
  const pressed = await call<PressedNotice>("/v1/notices/press", { token });
  if (pressed === "signed_out") return await show(notDone(data, say("signed-out")));
  if (pressed === "no_answer") return await show(notDone(data, say("no-answer")));
  if (!pressed.isDone) return await show(notDone(data, pressed.say));
  const left = await call<ShownNotice>(`/v1/notices/${data.id}`);
  if (typeof left === "object") await count(left.waiting);
}

/** The browser has ended its subscription: the device goes on with a new one, by the key of now. */
async function renew(): Promise<void> {
  const listed = await call<Awaited<ReturnType<Devices<never>["listDevices"]>>>("/v1/devices");
  const own =
    typeof listed === "object" && listed.items.find(({ isCurrent }) => isCurrent === true);
  if (typeof listed !== "object" || !own) return;
  const { key } = listed;
  const { name, shows } = own;
  const subscription = await subscriptionFor(scope.registration, key);
  await call("/v1/devices", { ...targetOf(subscription), key, name, shows });
}

type Answered<T> = T | "signed_out" | "no_answer";
/** What the server says to a web session that is over, or to a device that is none any more. */
const OVER = [401, 403, 404];

/** A call as the page makes it; a POST where there is a body. */
async function call<T>(path: string, body?: object): Promise<Answered<T>> {
  const secret = await readSecret().catch(() => undefined);
  if (secret === undefined) return "signed_out";
  const headers = { "earshot-page": secret, "content-type": "application/json" };
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(path, { headers, ...post }).catch(() => undefined);
  if (response === undefined) return "no_answer";
  if (OVER.includes(response.status)) return "signed_out";
  return response.ok ? ((await response.json()) as T) : "no_answer";
}

/** Nothing more comes here, since nothing could be shown. */
async function endHere(tag: string): Promise<void> {
  await show(neutral(tag, say("signed-out")));
  const subscription = await scope.registration.pushManager.getSubscription();
  await Promise.allSettled([subscription?.unsubscribe(), dropSecret(), dropShell(), count(0)]);
}

async function show({ title, options }: Notice): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window" });
  const silent = pages.some(({ focused }) => focused);
  await scope.registration.showNotification(title, { ...options, silent });
}

/**
 * A browser wants something shown for each message, so that nobody is pushed in secret: what stands there
 * is replaced without a sound, and then closed.
 */
async function takeAway(tag: string): Promise<void> {
  const { title, options } = neutral(tag);
  await scope.registration.showNotification(title, { ...options, silent: true });
  const shown = await scope.registration.getNotifications({ tag });
  for (const notification of shown) notification.close();
}

/** How many requests wait, on the icon of the app, where there is one. */
async function count(waiting: number): Promise<void> {
  const { setAppBadge } = scope.navigator;
  await setAppBadge?.call(scope.navigator, waiting).catch(() => undefined);
}

async function open(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => isOurs(url));
  if (page === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  await page.focus();
  await page.navigate(path);
}
