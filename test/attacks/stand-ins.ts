import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import type { ServerOptions } from "../../src/compose/server.ts";
import { dataPaths, readServerInfo, takeDataFolder } from "../../src/system/data-folder.ts";
import { abandoned, called, stranger } from "../cli/strangers.ts";
import { testFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import type { Attack, Family } from "./attack.ts";

const LIKE = "F6, F8: a server that stands in for the real one and keeps it out, or answers for it";

type Work = (data: string) => Promise<unknown>;

/** A real server has its folder, and something is done to it; it serves all the same afterwards. */
function besides(id: string, does: string, given: { refusal: string; work: Work }): Attack {
  return {
    id: `stand-in/${id}`,
    does,
    like: LIKE,
    refusal: given.refusal,
    async prepare() {
      const data = join(testFolder(), "data");
      await makeEmptyDataFolder(data);
      const real = await startServer({ dataFolder: data, port: 0 });
      const info = readServerInfo(data);
      return async () => {
        const refusal = await given.work(data).catch((error: unknown) => error);
        const ready = await fetch(`${real.url}/readyz`);
        writeFileSync(dataPaths(data).server, JSON.stringify(info));
        await called(data);
        await real.stop();
        if (!ready.ok) throw new Error("The real server does not serve any more.");
        if (refusal instanceof Error) throw refusal;
      };
    },
  };
}

const starts = (data: string, over: Partial<ServerOptions>) =>
  startServer({ dataFolder: data, port: 0, ...over });

/** A program at the port of a server that is gone, which would be told its key. */
function atPort(id: string, does: string, arrange: (data: string) => void): Attack {
  return {
    id: `stand-in/${id}`,
    does,
    like: LIKE,
    refusal: "UNREACHABLE",
    async prepare() {
      const { heard, url } = await stranger();
      const data = abandoned(url);
      arrange(data);
      return async () => {
        const refusal = await called(data).catch((error: unknown) => error);
        // With a key it could answer for the real server from then on.
        if (heard.length === 0) throw refusal;
      };
    },
  };
}

const mark = (data: string, over: object) =>
  writeFileSync(dataPaths(data).server, JSON.stringify({ ...readServerInfo(data), ...over }));

export const standIns: Family = {
  name: "stand-in servers",
  attacks: [
    besides("beside", "starts one that stands in where the real one runs", {
      refusal: "ALREADY_RUNNING",
      work: (data) => starts(data, { isStandIn: true }),
    }),
    besides("second", "starts a second real one", {
      refusal: "ALREADY_RUNNING",
      work: (data) => starts(data, {}),
    }),
    besides("marked", "marks the real one as one that gives way, and starts another", {
      refusal: "ALREADY_RUNNING",
      work: async (data) => {
        mark(data, { isStandIn: true });
        await starts(data, { isStandIn: true });
      },
    }),
    besides("unmarked", "removes what says where the real one is, and starts another", {
      refusal: "ALREADY_RUNNING",
      work: async (data) => {
        mark(data, { url: "http://127.0.0.1:1", pid: 4711 });
        await starts(data, { isStandIn: true });
      },
    }),
    besides("copy", "calls the real one with the copy of its folder", {
      refusal: "UNREACHABLE",
      work: async (data) => {
        cpSync(data, `${data}-copy`, { recursive: true });
        await called(`${data}-copy`);
      },
    }),
    atPort("port", "listens at the port of a server that was killed, to be sent its key", () => {}),
    atPort("port-marked", "the same, marked as one that a client has started", (data) =>
      mark(data, { isStandIn: true }),
    ),
    atPort("port-alive", "the same, under the number of a process that runs", (data) =>
      mark(data, { pid: process.pid }),
    ),
    atPort("port-starting", "the same, while the real one starts and does not listen yet", (data) =>
      onTestFinished(takeDataFolder(data).release),
    ),
  ],
};
