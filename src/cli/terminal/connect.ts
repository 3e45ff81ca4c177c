import { type ClientOptions, createClient, type EarshotClient } from "../../client/client.ts";
import type { Endpoint } from "../../client/nodes.ts";
import type { Environment } from "../../compose/config.ts";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import {
  assertReadable,
  dataPaths,
  type KeyFile,
  readKeyFile,
  readServerInfo,
  servingOf,
} from "../../system/data-folder.ts";
import { createLockLook, isLocked, type LockLook } from "../../system/lock.ts";
import { lookedForLine } from "./folder-here.ts";
import { localFetch } from "./local-fetch.ts";

const ANSWER_MS = 2_000;

export interface ConnectOptions {
  readonly dataFolder: string;
  readonly environment: Environment;
  /** Whose key in the data folder is used if EARSHOT_KEY names none. */
  readonly as: KeyFile;
  readonly onRetry?: ClientOptions["onRetry"];
  /** How long a call is repeated; if absent, as for any client. */
  readonly retryForMs?: number;
  readonly fetch?: ClientOptions["fetch"];
}

/**
 * The client that a command uses. Address and key are read from the data folder for every attempt,
 * since a restarted server may listen elsewhere. EARSHOT_URL and EARSHOT_KEY each win over the
 * folder.
 */
export function connect(options: ConnectOptions): EarshotClient {
  const { dataFolder, environment } = options;
  // A killed server may be coming up again, so this is left to the calls, which are repeated.
  const isKnown = environment.url !== undefined || readServerInfo(dataFolder) !== undefined;
  if (!isKnown && !isLocked(dataPaths(dataFolder).lock)) throw noneRuns(dataFolder);
  // If it were made for every call, the look at the lock would cost as much as the rest of the call.
  const look = createLockLook(dataPaths(dataFolder).lock);
  const endpoint = () => endpointOf(options, look);
  const { onRetry, retryForMs, fetch = localFetch } = options;
  return createClient({ url: endpoint, via: "cli", fetch, ...present({ onRetry, retryForMs }) });
}

/** The server of the data folder, or the nodes that EARSHOT_URL lists. */
function serversOf(
  dataFolder: string,
  environment: Environment,
  look?: LockLook,
): readonly [string, ...string[]] {
  const text = environment.url ?? servingOf(dataFolder, look)?.url;
  if (text === undefined) throw noneRuns(dataFolder);
  const [first = "", ...others] = text.split(",").map((url) => url.trim());
  return [checkedUrl(first), ...others.filter((url) => url !== "").map(checkedUrl)];
}

/** Throws INVALID_INPUT instead if the folder cannot be read. */
function noneRuns(dataFolder: string): EarshotError {
  assertReadable(dataFolder);
  const { root, lock } = dataPaths(dataFolder);
  const last = readServerInfo(dataFolder);
  const start = `${lookedForLine(root)}Start one with npx earshot start, or name another folder with --data or EARSHOT_DATA, or a server with EARSHOT_URL.`;
  const message = isLocked(lock)
    ? `A server has taken ${root} and does not listen yet. Call again in a moment.`
    : last === undefined
      ? `No Earshot server has been started on ${root}. ${start}`
      : `No Earshot server runs on ${root}: process ${last.pid}, which served it at ${last.url}, was killed, or this folder is a copy. ${start}`;
  return new EarshotError("UNREACHABLE", message, { details: { folder: root } });
}

function checkedUrl(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new EarshotError(
    "INVALID_INPUT",
    `EARSHOT_URL is ${JSON.stringify(url)}, which is not the address of a server. Write it as http://127.0.0.1:4242, and several nodes separated by commas.`,
  );
}

/**
 * The address of a server that answers, for a link in a browser, which cannot go on to the next
 * node as a call does. The first one if none answers.
 */
export async function answeringServer({
  options,
  environment,
  signal,
}: {
  readonly options: { readonly data: string };
  readonly environment: Environment;
  readonly signal: AbortSignal;
}): Promise<string> {
  const servers = serversOf(options.data, environment);
  if (servers.length === 1) return servers[0];
  for (const server of servers) {
    const both = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    const response = await fetch(new URL("/readyz", server), { signal: both }).catch(() => {});
    if (response?.ok === true) return server;
  }
  return servers[0];
}

function endpointOf({ dataFolder, environment, as }: ConnectOptions, look: LockLook): Endpoint {
  const [url, ...others] = serversOf(dataFolder, environment, look);
  const key = environment.key ?? readKeyFile(dataFolder, as);
  if (key === undefined) {
    throw new EarshotError(
      "NOT_SIGNED_IN",
      `There is no ${as}'s key to call ${url} with: neither EARSHOT_KEY nor ${dataPaths(dataFolder).key(as)}. Set the one, or copy a key that is good to the other.`,
      { details: { as } },
    );
  }
  return { url, others, key };
}
