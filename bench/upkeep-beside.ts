import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createClient, type EarshotClient } from "../src/client/index.ts";
import { present } from "../src/domain/present.ts";
import { type KeyFile, readKeyFile, servingOf } from "../src/system/data-folder.ts";
import { asking } from "./asking.ts";
import type { Figure } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { startTarget } from "./target.ts";

const MANY = 600_000;
const MAIN = new URL("../src/cli/main.ts", import.meta.url).pathname;

interface Place {
  readonly folder: string;
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
}

/** The p99 of asks while the same work is done again and again, beside the p99 without. */
function beside(
  name: string,
  { what, work }: { readonly what: string; work(place: Place): Promise<void> },
): Figure {
  return {
    name: `upkeep.${name}`,
    what: `p99 of an ask every 25 ms while ${what}, with 600,000 requests ÷ without`,
    unit: "ms",
    judged: "ratio",
    better: "less",
    atLeast: 3,
    aim: 2,

    async measure({ isQuick, note }) {
      const [answered, forMs] = isQuick ? [2_000, 500] : [MANY, 20_000];
      return await inFolder(async (folder) => {
        await fill(folder, { answered, open: 0 });
        const target = await startTarget("product", folder);
        const url = servingOf(folder)?.url ?? "";
        const clientOf = (of: KeyFile) => createClient({ url, key: readKeyFile(folder, of) ?? "" });
        const place = { folder, agent: clientOf("agent"), operator: clientOf("operator") };
        try {
          await asking(target, forMs / 4);
          const reference = await asking(target, forMs);
          const again = repeating(() => work(place));
          const value = await asking(target, forMs);
          const times = await again.end();
          note(`it was done ${times} times, the last one to its end`);
          return { value, reference, ratio: value / reference };
        } finally {
          await target.kill();
        }
      });
    },
  };
}

function repeating(work: () => Promise<void>): { end(): Promise<number> } {
  let isOver = false;
  const running = (async () => {
    let times = 0;
    do {
      await work();
      times += 1;
    } while (!isOver);
    return times;
  })();
  // Heard where it is awaited.
  running.catch(() => {});
  return {
    async end() {
      isOver = true;
      return await running;
    },
  };
}

export const upkeepVerify = beside("verify", {
  what: "the log and the record are verified",
  async work({ operator }) {
    const { intact, fault } = await operator.verifyAudit();
    if (!intact) throw new Error(`The record is not what the log says: ${fault}`);
  },
});

export const upkeepBackup = beside("backup", {
  what: "a backup is taken",
  async work({ folder }) {
    const file = join(folder, "bench.backup");
    rmSync(file, { force: true });
    const taking = spawn(process.execPath, [MAIN, "backup", file, "--data", folder], {
      stdio: "ignore",
    });
    const [code] = await once(taking, "exit");
    if (code !== 0) throw new Error(`The backup ended with exit code ${code}.`);
  },
});

export const upkeepSearch = beside("search", {
  what: "a search that finds nothing looks at all requests",
  async work({ operator }) {
    let cursor: string | undefined;
    do {
      const page = await operator.inbox({
        query: "a-word-that-nobody-said",
        ...present({ cursor }),
      });
      cursor = page.next;
    } while (cursor !== undefined);
  },
});

export const upkeepInsights = beside("insights", {
  what: "insights into 90 days are read",
  async work({ operator }) {
    await operator.insights({ days: 90 });
  },
});

export const upkeepErasure = beside("erasure", {
  what: "what names somebody is looked for among all of them and erased",
  async work({ agent, operator }) {
    const about = `Kestrel-${crypto.randomUUID()}`;
    const { request } = await agent.ask({ text: `Where is ${about}?` });
    await operator.answer({ id: request.id, answer: { text: `${about} is at home.` } });
    const erased = await eraseAll(operator, about);
    if (erased === 0) throw new Error(`Nothing that names ${about} was erased.`);
  },
});

/** Part by part, as `earshot erase` does. */
async function eraseAll(operator: EarshotClient, about: string): Promise<number> {
  let erased = 0;
  let after: string | undefined;
  do {
    const from = after === undefined ? {} : { after };
    const part = await operator.eraseMatter({ about, take: true, ...from });
    erased += part.found.filter(({ state }) => state === "erased").length;
    after = part.next;
  } while (after !== undefined);
  return erased;
}
