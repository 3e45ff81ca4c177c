import { join } from "node:path";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { ServerOptions } from "../../src/compose/server.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { CollectedGrant } from "../../src/ports/earshot/authority.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";

/** A server in this process, on a folder that others may have made. */
export interface Deployment {
  readonly data: string;
  readonly url: string;
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  stop(): Promise<void>;
}

const TOOL = "deploy";

export async function deploy(data: string, over: Partial<ServerOptions> = {}): Promise<Deployment> {
  const server = await startServer({ dataFolder: data, port: 0, ...over });
  const client = (of: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(data, of) ?? "" });
  return {
    data,
    url: server.url,
    agent: client("agent"),
    operator: client("operator"),
    stop: () => server.stop(),
  };
}

/** Runs on a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}

export const within = (folder: string, name: string) => join(folder, name);

/** An action that a person has approved, and that was not collected. */
export async function approved(
  { agent, operator }: Deployment,
  args: { readonly [name: string]: string },
): Promise<RequestId> {
  const { request } = await agent.authorize({ tool: TOOL, args, reason: "It is time." });
  const { digest } = asAuthorization(request).authorization;
  await operator.approve({ id: request.id, digest });
  return request.id;
}

export function redeem(
  { agent }: Deployment,
  { grant, args }: Pick<CollectedGrant, "grant" | "args">,
): Promise<unknown> {
  return agent.redeem({ grant, tool: TOOL, args });
}
