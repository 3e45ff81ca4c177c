import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { createRandom } from "../../src/testing/simulator/random.ts";
import { createServers } from "../crash/harness/servers.ts";
import { programOf } from "../support/built-programs.ts";
import { call, ok } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";

const ROUNDS = volumeOf("redeem-kills");
const RACERS = 8;
/** Longer than it takes to redeem, so that kills fall before, into and behind it. */
const LONGEST_MS = 40;
const MAIN = programOf("crash-main");

/**
 * Seeks and approves over HTTP, and collects in every other round, since an approval may be used
 * without a grant. The only operator approves for an agent of their own.
 */
async function granted(url: string, folder: string, round: number) {
  const agent = readKeyFile(folder, "agent") ?? "";
  const operator = readKeyFile(folder, "operator") ?? "";
  const args = { user_id: `user${round}` };
  const sought = { tool: "rename_user", args, reason: "Asked for." };
  const { request } = await ok(url, "authorize", { key: agent, input: sought });
  const { authorization, id } = request as Extract<typeof request, { kind: "authorization" }>;
  await ok(url, "approve", { key: operator, input: { id, digest: authorization.digest } });
  const { tool } = sought;
  if (round % 2 === 1) return { id, agent, redemption: { request: id, tool, args } };
  const { grant } = await ok(url, "collect", { key: agent, input: { id } });
  return { id, agent, redemption: { grant, tool, args } };
}

/** How many say that they may run; one whose server has died was told nothing. */
async function race(
  url: string,
  key: string,
  input: Readonly<Record<string, unknown>>,
): Promise<number> {
  const replies = await Promise.allSettled(
    Array.from({ length: RACERS }, () => call(url, "redeem", { key, input })),
  );
  return replies.filter((reply) => reply.status === "fulfilled" && "output" in reply.value).length;
}

/** What is on disk of the grant of a request: whether it was used, and how often the log says so. */
function onDisk(database: string, id: string): { isConsumed: boolean; logged: number } {
  const db = new DatabaseSync(database, { readOnly: true });
  try {
    const grant = db.prepare("select consumed_at from grants where request = ?").get(id);
    const logged = db
      .prepare("select count(*) as n from events where subject = ? and type = 'grant.redeemed'")
      .get(id);
    return { isConsumed: (grant?.["consumed_at"] ?? null) !== null, logged: Number(logged?.["n"]) };
  } finally {
    db.close();
  }
}

test(`an approval is used at most once over ${ROUNDS} kills while it is redeemed`, {
  timeout: 300_000,
}, async () => {
  const seed = provenSeed();
  const random = createRandom(seed);
  const parent = makeFolder();
  const folder = join(parent, "data");
  const { database } = dataPaths(folder);
  const servers = createServers({ main: MAIN, args: [] });
  try {
    let server = await servers.next();
    let url = await server.start(folder);
    for (let round = 0; round < ROUNDS; round++) {
      const about = `seed ${seed}, round ${round}`;
      const { id, agent, redemption } = await granted(url, folder, round);
      const racing = race(url, agent, redemption);
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, random.int(0, LONGEST_MS));
      await promise;
      await server.kill();
      const told = await racing;
      server = await servers.next();
      url = await server.start(folder);
      const before = onDisk(database, id);
      expect(before, about).toEqual({
        isConsumed: before.isConsumed,
        logged: Number(before.isConsumed),
      });
      expect(told, about).toBeLessThanOrEqual(Number(before.isConsumed));
      const again = await race(url, agent, redemption);
      expect(again, about).toBe(before.isConsumed ? 0 : 1);
      expect(onDisk(database, id), about).toEqual({ isConsumed: true, logged: 1 });
    }
    await server.kill();
  } finally {
    await servers.close();
    removeFolder(parent);
  }
});
