import { createChainCheck } from "../src/domain/log/chain-check.ts";
import { logHashes } from "../src/store/events/hash-chain.ts";
import { createAuditReader } from "../src/store/log/sqlite-log-reader.ts";
import { dataPaths } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";

const WORKSPACE = "default";
/** Each answered question is two events. */
const ANSWERED = 500_000;

export const audit: Figure = {
  name: "audit.1m",
  what: "time to hold 1,000,000 events, and every row that they name, against each other",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 60_000,
  aim: 40_000,

  async measure({ isQuick, note }) {
    return await inFolder(async (folder) => {
      await fill(folder, { answered: isQuick ? 1_000 : ANSWERED, open: 0 });
      const reader = createAuditReader(dataPaths(folder).database);
      const reference = await timeOf(async () => {
        const check = createChainCheck(logHashes);
        for await (const page of reader.export(WORKSPACE, 0)) {
          check.add(page.map(({ event, hash }) => ({ event, hash: Buffer.from(hash, "hex") })));
        }
        if (!check.report().intact) throw new Error("The chain does not hold.");
      });
      const before = process.resourceUsage().maxRSS;
      const value = await timeOf(async () => {
        const { intact, events, fault, record } = await reader.verify(WORKSPACE);
        if (!intact) throw new Error(`The record is not what the log says: ${fault}`);
        note(`${events} events, ${record?.rows} rows`);
      });
      const grown = (process.resourceUsage().maxRSS - before) / 1024;
      note(`the reference exports the log and checks its chain alone`);
      note(`the process grew by ${grown.toFixed(0)} MiB at most while it compared`);
      return { value, reference, ratio: value / reference };
    });
  },
};

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
