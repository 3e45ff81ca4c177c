import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "../src/client/client.ts";
import { startServer } from "../src/compose/compose.ts";
import type { RequestId } from "../src/domain/id.ts";
import { asAuthorization } from "../src/domain/requests/request.ts";
import type { Earshot } from "../src/ports/earshot/earshot.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { median } from "./statistics.ts";

const PROGRAM = fileURLToPath(new URL("../bin/earshot.js", import.meta.url));
/** Each answered question is two events. */
const ANSWERED = 500_000;
const ROUNDS = 11;
const PAY = { tool: "pay", args: { to: "ana", amount: 120 } };

export const proofSize: Figure = {
  name: "proof.bytes.1m",
  what: "one proof of a payment that ran, in a log of 1,000,000 events, beside its arguments and policy",
  unit: "B",
  judged: "value",
  better: "less",
  atLeast: 40 * 1_024,
  aim: 20 * 1_024,

  async measure({ isQuick, note }) {
    return await inFolder(async (folder) => {
      await fill(folder, { answered: isQuick ? 500 : ANSWERED, open: 0 });
      const { proof, ms } = await proved(folder);
      const { action, policies, events } = proof;
      const longest = Math.max(...events.map(({ path }) => path.length));
      note(`${events.length} events, at most ${longest} hashes each; made in ${ms.toFixed(0)} ms`);
      const beside = JSON.stringify([action?.args, policies]).length;
      return { value: JSON.stringify(proof).length - beside };
    });
  },
};

export const proofVerify: Figure = {
  name: "proof.verify",
  what: "`earshot audit verify-proof` over the start of the interpreter alone",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 100,
  aim: 50,

  async measure({ isQuick, note }) {
    return await inFolder(async (folder) => {
      await fill(folder, { answered: 5, open: 0 });
      const { proof, keys } = await proved(folder);
      const files = { proof: join(folder, "proof.json"), keys: join(folder, "keys.json") };
      writeFileSync(files.proof, JSON.stringify(proof));
      writeFileSync(files.keys, JSON.stringify(keys));
      const rounds = isQuick ? 1 : ROUNDS;
      const check = [PROGRAM, "audit", "verify-proof", files.proof, "--keys", files.keys];
      // Side by side, so that both meet the same machine.
      const times = Array.from({ length: rounds }, () => [timeOf(["-e", "0"]), timeOf(check)]);
      const [bare = 0, whole = 0] = [0, 1].map((at) => median(times.map((both) => both[at] ?? 0)));
      note(`${whole.toFixed(0)} ms beside ${bare.toFixed(0)} ms`);
      return { value: whole - bare, reference: bare, ratio: whole / bare };
    });
  },
};

function timeOf(args: readonly string[]): number {
  const began = performance.now();
  execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - began;
}

/** A payment of the folder that was approved and ran, with its proof. */
async function proved(folder: string) {
  const server = await startServer({ dataFolder: folder, port: 0 });
  const { url } = server;
  try {
    const keyOf = (file: "agent" | "operator") => readKeyFile(folder, file) ?? "";
    const agent = createClient({ url, key: keyOf("agent") });
    const operator = createClient({ url, key: keyOf("operator") });
    // Until then it is the million before that would be sealed meanwhile.
    await operator.sealLog();
    const id = await paid(agent, operator);
    const began = performance.now();
    const proof = await operator.proveAction({ id });
    return { proof, ms: performance.now() - began, keys: await operator.grantKeys() };
  } finally {
    await server.stop();
  }
}

async function paid(agent: Earshot, operator: Earshot): Promise<RequestId> {
  const { request } = await agent.authorize({ ...PAY, reason: "An invoice." });
  const { id, authorization } = asAuthorization(request);
  await operator.approve({ id, digest: authorization.digest });
  const { grant } = await agent.collect({ id });
  await agent.redeem({ grant, ...PAY });
  return id;
}
