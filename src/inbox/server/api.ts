import { type JsonOperation, ROUTES, type Route } from "../../contract/routes.ts";
import { EarshotError, type ErrorCode, isEarshotError, isErrorCode } from "../../domain/errors.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { pageHeaders } from "./page-secret.ts";
import { noAnswer, noteAnswer } from "./reach.ts";

/** The operations that the page calls. Every change carries an idempotency key, so it happens once. */
export type Api = {
  readonly [N in JsonOperation]: (
    ...input: Parameters<Earshot[N]> extends [] ? [] : [input?: Parameters<Earshot[N]>[0]]
  ) => ReturnType<Earshot[N]>;
};

const TRIES = 3;
const PAUSE_MS = 400;

export const api: Api = Object.fromEntries(
  Object.entries(ROUTES).map(([name, route]) => [
    name,
    (input: Record<string, unknown> = {}) => call(route, input),
  ]),
) as Api;

/** Calls one route. Throws an EarshotError: STORE_UNAVAILABLE when no server answers. */
export async function call(
  { method, path: template }: Route,
  input: Record<string, unknown>,
): Promise<unknown> {
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  if (method === "GET") return send(path + queryOf(rest), {});
  return change(path, { method, body: JSON.stringify(rest) });
}

/** The idempotency keys of changes whose outcome nobody knows, by their digests. */
const unsettled = new Map<string, string>();
let digestKey: Promise<CryptoKey> | undefined;

/**
 * Names a change without keeping it: a body may hold a passphrase. The key of the digest never leaves the
 * browser's own keeping, so that nobody can try passphrases against what is kept here.
 */
async function digestOf(change: string): Promise<string> {
  digestKey ??= crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = await crypto.subtle.sign(
    "HMAC",
    await digestKey,
    new TextEncoder().encode(change),
  );
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** A change that is sent again after an unknown outcome has the key it had, and is made once. */
async function change(path: string, { method, body }: ChangeInit): Promise<unknown> {
  const name = await digestOf(`${method} ${path} ${body}`);
  const key = unsettled.get(name) ?? crypto.randomUUID();
  unsettled.delete(name);
  try {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    return await send(path, { method, headers, body });
  } catch (error) {
    if (isEarshotError(error, "STORE_UNAVAILABLE")) unsettled.set(name, key);
    throw error;
  }
}

interface ChangeInit {
  readonly method: string;
  readonly body: string;
}

function queryOf(input: Record<string, unknown>): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Tries again after a lost connection: the key of a change makes that safe. */
async function send(path: string, init: Init): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      const headers = { ...init.headers, ...pageHeaders() };
      const response = await fetch(path, { ...init, headers });
      noteAnswer();
      return await read(response);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (tries === TRIES) throw noAnswer();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
    }
  }
}

async function read(response: Response): Promise<unknown> {
  return outcomeOf(response.status, await response.text().catch(() => ""));
}

let readyToTell = async (): Promise<void> => {};

/** Has each refusal wait until it can be told. */
export function tellRefusalsWith(ready: () => Promise<void>): void {
  readyToTell = ready;
}

/** What the server answered; throws the error that it answered with. */
export async function outcomeOf(status: number, text: string): Promise<unknown> {
  const body = parsed(text);
  if (status >= 200 && status < 300) return body;
  const code: ErrorCode = isErrorCode(body.code ?? "") ? (body.code as ErrorCode) : "INTERNAL";
  const message = body.detail ?? `The server answered with ${status}.`;
  await readyToTell();
  throw new EarshotError(
    code,
    message,
    body.details === undefined ? {} : { details: body.details },
  );
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly details?: Record<string, unknown>;
}

function parsed(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}
