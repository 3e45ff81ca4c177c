import { join } from "node:path";
import { writeChannelSettings } from "../../../../src/system/channel-settings.ts";
import { readServerInfo } from "../../../../src/system/data-folder.ts";
import { programOf } from "../../../support/built-programs.ts";
import type { DeathPoint } from "../../../support/serve-when-told.ts";
import type { ServerProcess } from "../../../support/server-process.ts";
import { foundHub } from "../hub/found-hub.ts";
import type { Side } from "../hub/side.ts";
import { openSlackSide } from "../hub/slack-side.ts";
import { deploy } from "../nodes/deployment.ts";
import { createServers } from "../servers.ts";
import { createWayIn } from "../way-in.ts";

/**
 * The servers that hosts work for, one for each host: a server over a file with a Slack chat, or
 * two nodes over PostgreSQL.
 */
export interface HostDeployment {
  readonly count: number;
  /** Where a server can end itself. */
  readonly serverPoints: readonly DeathPoint[];
  /** Where sessions talk with people. */
  readonly side?: Side;
  /** The folder of the server with this number, kept over its restarts. */
  dataFolder(number: number): string;
  start(number: number): Promise<ServerProcess>;
  /** Once the first server has started. */
  found(): Promise<void>;
  close(): Promise<void>;
}

/** Short, since everything a killed host had claimed waits for it. */
export const LEASE_MS = 2_000;

const HUB_MAIN = programOf("hub-crash-main");
const POINTS: readonly DeathPoint[] = [
  "before_commit",
  "after_commit",
  "before_commit",
  "after_commit",
  "before_post",
  "after_post",
  "after_mark",
  "before_edit",
  "after_edit",
];
const OPTIONS = { sessionLeaseMs: LEASE_MS };

export async function deployHosts(folder: string, isPostgres: boolean): Promise<HostDeployment> {
  return isPostgres ? await overPostgres(folder) : await overFile(folder);
}

async function overFile(folder: string): Promise<HostDeployment> {
  const wayIn = createWayIn();
  const side = await openSlackSide(wayIn);
  const data = join(folder, "data");
  writeChannelSettings(data, { slack: side.settings });
  const servers = createServers({ main: HUB_MAIN, args: [] });
  return {
    count: 1,
    serverPoints: POINTS,
    side,
    dataFolder: () => data,
    async start() {
      const server = await servers.next();
      wayIn.close();
      side.newLife();
      wayIn.open(await server.start(data, OPTIONS));
      return server;
    },
    async found() {
      const url = readServerInfo(data)?.url ?? "";
      await foundHub(url, { dataFolder: data, sides: [side] });
    },
    async close() {
      await side.close();
      await servers.close();
    },
  };
}

async function overPostgres(folder: string): Promise<HostDeployment> {
  const { dataFolder, startNode, close } = await deploy(folder, OPTIONS);
  return {
    count: 2,
    serverPoints: [],
    dataFolder,
    close,
    start: async (number) => (await startNode(number)).server,
    found: async () => {},
  };
}
