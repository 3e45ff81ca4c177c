import { signal } from "@preact/signals";
import { isEarshotError } from "../../domain/errors.ts";
import {
  type EmbedTheme,
  type FromFrame,
  READY,
  START,
  type StartMessage,
  type ToFrame,
} from "../../embed/protocol.ts";
import { letterKeys, theme } from "../browser/settings.ts";
import { carryToken, renewBy } from "../server/page-secret.ts";

/*
 * The page around the frame. It starts the frame, and brings the token, which is held in memory alone.
 * Only named origins can frame this document, so whoever is around it is one of them.
 */

/** What the frame was started with; undefined until the page around it has done so. */
export const started = signal<Pick<StartMessage, "request"> | undefined>(undefined);
/** Whether calls can be made now; if not, a token is awaited. */
export const isLetIn = signal(false);

let port: MessagePort | undefined;
let renewing: ReturnType<typeof setTimeout> | undefined;

/** It asks for another token this long before one ends, or at half of a shorter life. */
const EARLY_MS = 60_000;
const AWAITED_MS = 30_000;

export function awaitHost(): void {
  // In somebody's product no letter is a key of ours.
  letterKeys.value = false;
  renewBy(withToken);
  addEventListener("message", ({ source, data, ports }: MessageEvent) => {
    if (source !== window.parent || port !== undefined || data?.type !== START) return;
    port = ports[0];
    if (port !== undefined) start(data as StartMessage, port);
  });
  // It tells nothing, so that anybody may hear it.
  window.parent.postMessage({ type: READY }, "*");
}

function start(message: StartMessage, host: MessagePort): void {
  host.onmessage = ({ data }) => hear(data as ToFrame);
  dress(message.theme);
  started.value = message.request === undefined ? {} : { request: message.request };
  if (message.token === undefined) askForToken();
  else take(message.token);
}

function hear(message: ToFrame): void {
  if (message.type === "token") take(message.token);
  else dress(message.theme);
}

function dress(wanted: EmbedTheme = "system"): void {
  theme.value = wanted;
}

export function tellHost(message: FromFrame): void {
  port?.postMessage(message);
}

function askForToken(): void {
  clearTimeout(renewing);
  tellHost({ type: "tokenRequested" });
}

function take(token: string): void {
  carryToken(token);
  isLetIn.value = true;
  clearTimeout(renewing);
  const leftMs = endOf(token) - Date.now();
  renewing = setTimeout(askForToken, Math.max(leftMs - EARLY_MS, leftMs / 2, 0));
}

/** When it ends, in milliseconds since 1970, as it says itself; the server looks closer. */
function endOf(token: string): number {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === "number" ? exp * 1_000 : Date.now() + EARLY_MS;
  } catch {
    return Date.now() + EARLY_MS;
  }
}

/** Makes a call, and once more with another token where its own has ended. */
export async function withToken<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isEarshotError(error, "NOT_SIGNED_IN")) throw error;
    await another();
    return await call();
  }
}

/** Resolves with a new token, or when nobody brings one. */
function another(): Promise<void> {
  isLetIn.value = false;
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(late);
      resolve();
    };
    const stop = isLetIn.subscribe((now) => {
      if (now) queueMicrotask(end);
    });
    const late = setTimeout(end, AWAITED_MS);
    askForToken();
  });
}
