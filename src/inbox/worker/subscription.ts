import type { AddDeviceInput } from "../../ports/earshot/devices.ts";

/* A browser's subscription at its push service, for the page and for the worker. */

/** A subscription is bound to the key it was made with: with another key it is made anew. */
export async function subscriptionFor(
  { pushManager }: Pick<ServiceWorkerRegistration, "pushManager">,
  key: string,
): Promise<PushSubscription> {
  const former = await pushManager.getSubscription();
  if (former !== null && keyOf(former) === key) return former;
  await former?.unsubscribe();
  return await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
}

/** What the server wants of it. */
export function targetOf(
  subscription: PushSubscription,
): Pick<AddDeviceInput, "endpoint" | "p256dh" | "auth"> {
  const { keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint: subscription.endpoint, p256dh, auth };
}

/** The key that it was made with; blank where the browser does not say. */
export function keyOf({ options }: PushSubscription): string {
  const { applicationServerKey: key } = options;
  return key === null ? "" : textOf(new Uint8Array(key));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
