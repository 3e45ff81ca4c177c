import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { EarshotError } from "../../domain/errors.ts";
import { connectUpstream, type Listed } from "./connect-upstream.ts";
import { titleOf, type UpstreamTarget } from "./upstream-target.ts";

/** The upstream server, as long as the proxy lives: one that has ended is started again. */
export interface Upstream {
  /** Connected; UNREACHABLE if the server does not come up. */
  client(signal?: AbortSignal): Promise<Client>;
  /** Drops a connection that no longer works. */
  drop(client: Client): void;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  readonly target: UpstreamTarget;
  /** A list has changed, or may have, since the server was started again. */
  readonly onChanged: (listed: Listed) => void;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** One that has lived this long may be started again at once. */
const STEADY_MS = 60_000;

export function createUpstream({ target, onChanged }: UpstreamOptions): Upstream {
  let connecting: Promise<Client> | undefined;
  let current: Client | undefined;
  let since = 0;
  let ends = 0;
  let notBefore = 0;
  let isClosed = false;

  function noteEnd(): void {
    ends = Date.now() - since > STEADY_MS ? 1 : ends + 1;
    // A single end may happen: only a server that ends repeatedly is started more and more slowly.
    const delay = ends === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (ends - 2), MAX_PAUSE_MS);
    notBefore = Date.now() + delay;
  }

  function forget(client: Client): void {
    if (current !== client) return;
    current = undefined;
    noteEnd();
  }

  async function connect(): Promise<Client> {
    await pause(Math.max(notBefore - Date.now(), 0));
    if (isClosed) throw unreachable(target, "the proxy is stopping");
    since = Date.now();
    try {
      const client = await connectUpstream(target, onChanged);
      client.onclose = () => forget(client);
      current = client;
      // It may be another version of itself.
      onChanged("tools");
      return client;
    } catch (error) {
      noteEnd();
      throw unreachable(target, (error as Error).message, error);
    } finally {
      connecting = undefined;
    }
  }

  return {
    async client(signal) {
      if (current !== undefined) return current;
      connecting ??= connect();
      return await unless(signal, connecting);
    },
    drop(client) {
      forget(client);
      client.close().catch(() => {});
    },
    async close() {
      isClosed = true;
      const open = current ?? (await connecting?.catch(() => undefined));
      await open?.close();
    },
  };
}

/** Rejects as soon as the caller has gone; what others wait for continues. */
async function unless<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return await work;
  signal.throwIfAborted();
  const gone = Promise.withResolvers<never>();
  const end = () => gone.reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function unreachable(target: UpstreamTarget, why: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "UNREACHABLE",
    `The MCP server behind the proxy, ${titleOf(target)}, cannot be reached: ${why}.`,
    { cause, details: { server: titleOf(target) } },
  );
}
