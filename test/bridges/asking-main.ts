import { appendFileSync } from "node:fs";
import { putToPeople, refusalOf, take } from "../../src/bridges/index.ts";
import { createClient } from "../../src/client/client.ts";

/*
 * An agent on a bridge that stands still at one moment, to be killed there; without one it goes to its end.
 * What it has come to, and each run of its tool, is a line in the log.
 */
const { EARSHOT_URL: url = "", EARSHOT_KEY: key = "", LOG = "" } = process.env;
const [moment = "", run] = process.argv.slice(2);
const note = (line: string) => appendFileSync(LOG, `${line}\n`);

async function standsStillAt(name: string): Promise<void> {
  if (name !== moment) return;
  note(`at ${name}`);
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}

const client = createClient({ url, key });
const earshot = {
  ...client,
  async collect(...given: Parameters<typeof client.collect>) {
    const collected = await client.collect(...given);
    await standsStillAt("collected");
    return collected;
  },
};
const call = {
  tool: "transfer",
  args: { to: "ana", amount: 5_000, account: "DE00 1234" },
  reason: "The invoice is due.",
  // So that what may run has to be collected: the rest is only in the server.
  secrets: ["/account"],
};
const matters = [{ key: ["thread-7", "call-1"], call }] as const;
await putToPeople(earshot, matters, { holdMs: 0 });
await standsStillAt("asked");
const [sought] = await putToPeople(earshot, matters);
await standsStillAt("decided");
try {
  const taken = await take(earshot, sought, run === undefined ? {} : { key: run });
  await standsStillAt("redeemed");
  note(`${taken.repeated === true ? "again" : "ran"} ${JSON.stringify(taken.args)}`);
  await standsStillAt("ran");
  note("done");
} catch (error) {
  note(`refused ${refusalOf(error)}`);
}
