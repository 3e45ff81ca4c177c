import { join } from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import { startServer } from "../../src/compose/compose.ts";
import { START_STEPS, type StartStep } from "../../src/compose/server.ts";
import { EarshotError, type ErrorCode } from "../../src/domain/errors.ts";
import { servingOf } from "../../src/system/data-folder.ts";
import { endingAt, WAYS } from "../operations/breaking.ts";
import { testFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";
import { openHttpDoor } from "../support/world.ts";
import type { Attack, Family } from "./attack.ts";

const LIKE = "N1, N13: a start that failed half-way, answers as alive and hears no stop";

/** Resolves where something says that it is alive. */
async function seenAlive(url: string): Promise<void> {
  const answered = await fetch(new URL("/livez", url)).catch(() => undefined);
  if (answered === undefined) throw new EarshotError("UNREACHABLE", "Nobody answers.");
  if (answered.ok) return;
  const { code } = (await answered.json()) as { readonly code: ErrorCode };
  throw new EarshotError(code, "It says that it is not alive.");
}

/** What has ended at this step is taken for a server that runs: by its port, or by its folder. */
function ended(at: StartStep, way: keyof typeof WAYS): Attack {
  return {
    id: `half-started/${way === "fails" ? "fault" : "stop"}-${at}`,
    does: `takes for alive a start that ${way} behind its step ${at}`,
    like: LIKE,
    refusal: "UNREACHABLE",
    async prepare() {
      const dataFolder = join(testFolder(), "data");
      const port = await freePort();
      const { options } = endingAt(at, WAYS[way]);
      return async () => {
        const server = await startServer({ dataFolder, port, ...options }).catch(() => undefined);
        // One that was told to end and serves has swallowed the stop.
        if (server !== undefined) return await server.stop();
        if (servingOf(dataFolder) === undefined) await seenAlive(`http://127.0.0.1:${port}`);
      };
    },
  };
}

const closedStore: Attack = {
  id: "half-started/closed-store",
  does: "takes for alive a process whose store is closed for good",
  like: LIKE,
  refusal: "SHUTTING_DOWN",
  async prepare({ clock }) {
    const { ctx, close } = await openContext(clock);
    const door = await openHttpDoor(ctx);
    await close();
    return async () => {
      try {
        await seenAlive(door.url);
      } finally {
        await door.close();
      }
    };
  },
};

const WAYS_OF_ALL = Object.keys(WAYS) as (keyof typeof WAYS)[];

export const halfStarted: Family = {
  name: "half-started servers",
  attacks: [...WAYS_OF_ALL.flatMap((way) => START_STEPS.map((at) => ended(at, way))), closedStore],
};
