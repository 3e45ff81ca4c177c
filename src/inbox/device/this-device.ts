import type { NoticeDetail } from "../../domain/hub/device.ts";
import { api } from "../server/api.ts";
import { pageSecret } from "../server/page-secret.ts";
import { dropSecret, keepSecret } from "../worker/kept.ts";
import { dropShell } from "../worker/shell.ts";
import { keyOf, subscriptionFor, targetOf } from "../worker/subscription.ts";
import { say } from "./messages/messages.ts";

/* The browser of this page as a device: notified while no page is open. Loaded only where that is wanted. */

const WORKER = "/worker.js";

/** Why this browser cannot be notified; undefined if it can. */
export function hindrance(): string | undefined {
  if (!globalThis.isSecureContext) {
    return say("hindrance.insecure");
  }
  if ("serviceWorker" in navigator && "PushManager" in globalThis) return undefined;
  return say(isApple() ? "hindrance.apple" : "hindrance.no-push");
}

function isApple(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent);
}

/** Asks for permission, by the person's own act, and subscribes. Throws what people are told. */
export async function turnOn(shows: NoticeDetail): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    throw new Error(say("denied"));
  }
  await subscribe(shows);
}

async function subscribe(shows: NoticeDetail): Promise<void> {
  const secret = pageSecret();
  if (secret !== undefined) await keepSecret(secret);
  const [{ key }, registration] = await Promise.all([api.listDevices(), register()]);
  const subscription = await subscriptionFor(registration, key);
  await api.addDevice({ ...targetOf(subscription), key, shows, name: deviceName() });
}

/** Once for each page: another key of the server, or another page secret, takes effect here. */
export function keepOn(): Promise<void> {
  keptOn ??= keepOnOnce();
  return keptOn;
}

let keptOn: Promise<void> | undefined;

async function keepOnOnce(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription == null) return;
  const { items, key } = await api.listDevices();
  const own = items.find(({ isCurrent }) => isCurrent === true);
  if (own === undefined) return;
  const secret = pageSecret();
  if (secret !== undefined) await keepSecret(secret);
  if (keyOf(subscription) !== key) await subscribe(own.shows);
}

/** Ends it here and on the server; the person stays signed in. */
export async function turnOff(): Promise<void> {
  const { items } = await api.listDevices();
  const own = items.find(({ isCurrent }) => isCurrent === true);
  if (own !== undefined) await api.removeLink({ id: own.id });
  await endHere();
}

/** Leaves nothing of a person in this browser: no subscription, no secret, no notification. */
export async function endHere(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  if (registration === undefined) return;
  const subscription = await registration.pushManager.getSubscription();
  const shown = await registration.getNotifications();
  for (const notification of shown) notification.close();
  await Promise.allSettled([
    dropSecret(),
    dropShell(),
    subscription?.unsubscribe(),
    navigator.clearAppBadge?.(),
  ]);
  await registration.unregister();
}

async function register(): Promise<ServiceWorkerRegistration> {
  address ??= workerAddress();
  await navigator.serviceWorker.register(address as string, { updateViaCache: "none" });
  return await navigator.serviceWorker.ready;
}

let address: unknown;

/** By a policy that makes no other address; the page's content policy lets it be made once. */
function workerAddress(): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}

/** As people tell their devices apart. */
function deviceName(): string {
  const { userAgent } = navigator;
  const kinds = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];
  const kind = kinds.find((one) => userAgent.includes(one));
  const browsers = ["Firefox", "Edg", "Chrome", "Safari"];
  const found = browsers.find((one) => userAgent.includes(one)) ?? say("browser.other");
  const browser = found === "Edg" ? "Edge" : found;
  return kind === undefined ? say("name.other", { browser }) : say("name", { browser, kind });
}
