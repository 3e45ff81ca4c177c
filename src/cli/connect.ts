import { type ClientOptions, createClient, type EarshotClient } from "../client/client.ts";
import type { Endpoint } from "../client/transport.ts";
import type { Environment } from "../config.ts";
import { EarshotError } from "../domain/errors.ts";
import { dataPaths, type KeyFile, readKeyFile, readServerInfo } from "../system/data-folder.ts";

export interface ConnectOptions {
  readonly dataFolder: string;
  readonly environment: Environment;
  /** Whose key of the data folder is used where EARSHOT_KEY names none. */
  readonly as: KeyFile;
  readonly onRetry?: ClientOptions["onRetry"];
  readonly fetch?: ClientOptions["fetch"];
}

/**
 * The client that a command uses. Address and key come from the data folder, anew for every attempt,
 * since a server that was started again may listen elsewhere; EARSHOT_URL and EARSHOT_KEY each come
 * before what the folder says.
 */
export function connect(options: ConnectOptions): EarshotClient {
  const endpoint = () => endpointOf(options);
  endpoint();
  const { onRetry, fetch } = options;
  return createClient({
    url: endpoint,
    via: "cli",
    ...(onRetry === undefined ? {} : { onRetry }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** The address of the server that commands call. */
export function serverOf(dataFolder: string, environment: Environment): string {
  const url = environment.url ?? readServerInfo(dataFolder)?.url;
  if (url === undefined) {
    const { root } = dataPaths(dataFolder);
    throw new EarshotError(
      "UNREACHABLE",
      `No Earshot server has been started on ${root}. Start one with npx earshot start, or name another folder with --data or a server with EARSHOT_URL.`,
      { details: { folder: root } },
    );
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `EARSHOT_URL is ${JSON.stringify(url)}, which is no address of a server. Write it as http://127.0.0.1:4242.`,
    );
  }
  return url;
}

function endpointOf({ dataFolder, environment, as }: ConnectOptions): Endpoint {
  const url = serverOf(dataFolder, environment);
  const key = environment.key ?? readKeyFile(dataFolder, as);
  if (key === undefined) {
    throw new EarshotError(
      "NOT_SIGNED_IN",
      `There is no ${as}'s key to call ${url} with: neither EARSHOT_KEY nor ${dataPaths(dataFolder).key(as)}.`,
      { details: { as } },
    );
  }
  return { url, key };
}
