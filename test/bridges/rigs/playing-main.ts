import { appendFileSync, globSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Play } from "../../suites/describe-bridge.ts";

/*
 * The agent of a rig as a process that stands still at one moment, to be killed there; without one it goes to its
 * end. Each run of its tool and what its model was told is a line in the log.
 */
const { EARSHOT_URL: url = "", EARSHOT_KEY: key = "", FOLDER: folder = "" } = process.env;
const [name = "", moment = ""] = process.argv.slice(2);
const note = (line: string) => appendFileSync(join(folder, "log"), `${line}\n`);

async function standsStillAt(now: string): Promise<void> {
  if (now !== moment) return;
  note(`at ${now}`);
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}

const [rig = ""] = globSync(join(import.meta.dirname, name, "play.{ts,js}"));
const installed = createRequire(rig);
const load = (id: string) => import(pathToFileURL(installed.resolve(id)).href);
const { play } = await import(pathToFileURL(rig).href);
const bridge = await load(`earshot-client/bridges/${name}`);
const { createClient } = await load("earshot-client");
const client: Play["earshot"] = createClient({ url, key });

const stops = {
  async authorize(...given: Parameters<typeof client.authorize>) {
    const waited = await client.authorize(...given);
    await standsStillAt(waited.outcome === "pending" ? "asked" : "decided");
    return waited;
  },
  async waitMany(...given: Parameters<typeof client.waitMany>) {
    const waited = await client.waitMany(...given);
    const isDecided = waited.requests.some(({ outcome }) => outcome !== "pending");
    await standsStillAt(isDecided ? "decided" : "");
    return waited;
  },
  async collect(...given: Parameters<typeof client.collect>) {
    const collected = await client.collect(...given);
    await standsStillAt("collected");
    return collected;
  },
  async redeem(...given: Parameters<typeof client.redeem>) {
    const redeemed = await client.redeem(...given);
    await standsStillAt("redeemed");
    return redeemed;
  },
};
const args = { to: "ana", amount: 5_000 };
const scripted: Play = {
  earshot: Object.assign({}, client, stops),
  thread: "thread-7",
  folder,
  calls: [{ tool: "transfer", args }],
  secrets: ["/to"],
  async ran(given) {
    note(`ran ${JSON.stringify(given)}`);
    await standsStillAt("ran");
  },
};
note(`told ${await play(bridge, scripted)}`);
