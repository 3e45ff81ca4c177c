import type { RequestListener } from "node:http";
import { isEarshotError } from "../domain/errors.ts";
import { type Listening, listen } from "./server.ts";

export interface ListenOnAllOptions {
  /** This machine must have the first; the others may be missing. */
  readonly hosts: readonly [string, ...string[]];
  /** 0 picks a port that is free on all of them. */
  readonly port: number;
}

/** Every address that `localhost` stands for. */
export const LOOPBACK_ADDRESSES: readonly [string, ...string[]] = ["127.0.0.1", "::1"];

const TRIES = 20;
/** The errors of a machine that does not have such an address. */
const ABSENT: ReadonlySet<unknown> = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/**
 * Listens on one port of several addresses. If another program had that port of one of them, browsers would
 * send it what goes to their common name, sign-in links and cookies included. Throws ALREADY_RUNNING if one
 * is taken.
 */
export async function listenOnAll(
  listener: RequestListener,
  { hosts, port }: ListenOnAllOptions,
): Promise<Listening> {
  for (let tries = 1; ; tries++) {
    try {
      return await listenOnce(listener, { hosts, port });
    } catch (error) {
      const mayTryAnother = port === 0 && tries < TRIES && isEarshotError(error, "ALREADY_RUNNING");
      if (!mayTryAnother) throw error;
    }
  }
}

async function listenOnce(
  listener: RequestListener,
  { hosts: [main, ...others], port: wanted }: ListenOnAllOptions,
): Promise<Listening> {
  const first = await listen(listener, { host: main, port: wanted });
  const all = [first];
  const { port } = first;
  const close = async (graceMs: number) => {
    await Promise.all(all.map((listening) => listening.close(graceMs)));
  };
  try {
    for (const host of others) {
      const listening = await listenWhereThere(listener, { host, port });
      if (listening !== undefined) all.push(listening);
    }
  } catch (error) {
    await close(0);
    throw error;
  }
  return { port, close };
}

async function listenWhereThere(
  listener: RequestListener,
  options: { readonly host: string; readonly port: number },
): Promise<Listening | undefined> {
  try {
    return await listen(listener, options);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}
