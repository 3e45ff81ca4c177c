import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Postgres, startPostgres } from "../../scripts/postgres.ts";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { earshot, eventually, makeFolder, removeFolder } from "../support/cli.ts";
import { newDatabase, queryServer } from "../support/postgres.ts";

/*
 * A standby is promoted that had not received all that the nodes had acknowledged. The address of the
 * database stays the same, as behind a virtual one: a relay stands for that.
 */

interface Node {
  readonly server: RunningServer;
  readonly folder: string;
  readonly agent: EarshotClient;
  readonly owner: EarshotClient;
}

/** How soon nodes find the promoted server, and how long it redeems nothing. */
const SOON = { timeout: 60_000, interval: 200 } as const;

let parent: string;
let primary: Postgres;
let standby: Postgres;
let relay: Relay;
let url: string;
let one: Node;
let two: Node;
const stops: (() => Promise<unknown>)[] = [];

interface Relay {
  readonly port: number;
  to(port: number): void;
  close(): Promise<void>;
}

async function startRelay(first: number): Promise<Relay> {
  let target = first;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = dial(target, "127.0.0.1");
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => into.destroy());
      from.on("close", () => {
        open.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    to: (port) => {
      target = port;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const portOf = ({ url: of }: Postgres) => Number(new URL(of).port);

async function startNode(name: string, deploymentKey?: string): Promise<Node> {
  const folder = join(parent, name);
  const server = await startServer({
    dataFolder: folder,
    port: 0,
    isDeaf: true,
    postgres: { url, deploymentKey },
    makeKeys: true,
  });
  stops.unshift(() => server.stop());
  const client = (of: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(folder, of) ?? "", retryForMs: 0 });
  return { server, folder, agent: client("agent"), owner: client("operator") };
}

const lsnOf = async (server: Postgres, name: string) => {
  const [row] = await queryServer<{ lsn: string }>(server.url, `select ${name}()::text as lsn`);
  return row?.lsn ?? "";
};

beforeAll(async () => {
  parent = makeFolder();
  primary = await startPostgres();
  stops.push(() => primary.remove());
  const database = await newDatabase(primary.url);
  standby = await startPostgres({ standbyOf: primary });
  stops.push(() => standby.remove());
  relay = await startRelay(portOf(primary));
  stops.push(() => relay.close());
  const address = new URL(database.url);
  address.port = String(relay.port);
  url = address.href;
  one = await startNode("one");
  two = await startNode("two", dataPaths(one.folder).deploymentKey);
}, 120_000);

afterAll(async () => {
  for (const stop of stops) await stop();
  removeFolder(parent);
}, 60_000);

const codeOf = [() => "redeemed", (error: { readonly code?: string }) => error.code] as const;

let count = 0;

async function approved() {
  count += 1;
  const args = { to: "ana", count };
  const { request } = await one.agent.authorize({ tool: "transfer", args, reason: "Invoice" });
  if (request.kind !== "authorization") throw new Error("no authorization");
  await two.owner.approve({ id: request.id, digest: request.authorization.digest });
  return { request: request.id, tool: "transfer", args };
}

/** From now nothing that is committed reaches the standby. */
async function cut(): Promise<void> {
  const sent = await lsnOf(primary, "pg_current_wal_lsn");
  const reached = `select pg_last_wal_replay_lsn() >= '${sent}'::pg_lsn as is`;
  await eventually(
    async () => (await queryServer<{ is: boolean }>(standby.url, reached))[0]?.is === true,
  );
  await queryServer(standby.url, "alter system set primary_conninfo = ''");
  await queryServer(standby.url, "select pg_reload_conf()");
  const receiving =
    "select count(*)::int as n from pg_stat_wal_receiver where status = 'streaming'";
  await eventually(
    async () => (await queryServer<{ n: number }>(standby.url, receiving))[0]?.n === 0,
  );
}

async function promote(): Promise<void> {
  await primary.stop("kill");
  relay.to(portOf(standby));
  await queryServer(standby.url, "select pg_promote()");
}

describe("after a failover that lost what was acknowledged", () => {
  let used: Awaited<ReturnType<typeof approved>>;
  let unused: Awaited<ReturnType<typeof approved>>;
  let lostQuestion: RequestId;

  beforeAll(async () => {
    [used, unused] = [await approved(), await approved()];
    const asked = await one.agent.ask({ text: "Which?" });
    lostQuestion = asked.request.id;
    await cut();
    await one.agent.redeem(used);
    await two.owner.answer({ id: lostQuestion, answer: { text: "A" } });
    await promote();
  }, 120_000);

  test("the nodes notice it, and the log says so once", async () => {
    await expect
      .poll(async () => (await two.owner.recordState().catch(() => undefined))?.setBack, SOON)
      .toMatchObject({ by: "memory" });
    const { setBack } = await two.owner.recordState();
    expect(setBack?.from).toBeGreaterThan(setBack?.to ?? 0);
    const said: string[] = [];
    for await (const { type } of await two.owner.events({ after: 0 })) said.push(type);
    expect(said.filter((type) => type === "log.went_back")).toHaveLength(1);
  });

  test("no grant is used twice, and none from before is used at all", async () => {
    for (const { agent } of [one, two]) {
      for (const use of [used, unused]) {
        await expect(agent.redeem(use)).rejects.toMatchObject({
          code: "GRANT_REFUSED",
          details: { reason: "used" },
        });
      }
    }
    expect(await two.owner.show({ id: unused.request })).toMatchObject({
      request: { over: "voided" },
    });
  });

  test("what people are told: the page, the doctor, the metrics and whoever asks whether it is ready", async () => {
    const { items } = await two.owner.inbox({ split: "needs_me" });
    expect(JSON.stringify(items)).toContain("has lost what it had committed");
    const ready = await fetch(new URL("/readyz", two.server.url));
    expect([ready.status, await ready.text()]).toEqual([
      200,
      expect.stringContaining("no approval is used"),
    ]);
    const metrics = await fetch(new URL("/metrics", two.server.url), {
      headers: { authorization: `Bearer ${readKeyFile(two.folder, "operator")}` },
    });
    expect(await metrics.text()).toMatch(/^earshot_record_set_back 1$/m);
    const doctor = await earshot(["doctor", "--data", two.folder]);
    expect(doctor.stdout).toContain("It went back");
  });

  test("the record is still what the log says", async () => {
    expect(await two.owner.verifyAudit()).toMatchObject({ intact: true, record: { faults: [] } });
  });

  test("people are asked and answer; an approval waits until an owner has accepted the record", async () => {
    await two.owner.answer({ id: lostQuestion, answer: { text: "B" } });
    const since = await approved();
    await expect(one.agent.redeem(since)).rejects.toMatchObject({ code: "RECORD_WENT_BACK" });
    await expect(one.agent.collect({ id: since.request })).rejects.toMatchObject({
      code: "RECORD_WENT_BACK",
    });
    const accepted = await earshot(["record", "accept", "--data", two.folder]);
    expect(accepted).toMatchObject({ code: 0 });
    expect((await one.owner.recordState()).setBack).toBeUndefined();
    // The nodes take their time to compare what they remember, whoever accepts meanwhile.
    const use = () => one.agent.redeem(since).then(...codeOf);
    await expect.poll(use, SOON).toBe("redeemed");
    await expect(one.agent.redeem(used)).rejects.toMatchObject({ code: "GRANT_REFUSED" });
  });

  test("a node that starts later finds its anchor explained by the log", async () => {
    await one.server.stop();
    one = await startNode("one");
    expect((await one.owner.recordState()).setBack).toBeUndefined();
    const use = await approved();
    expect(await one.agent.redeem(use).then(...codeOf)).toBe("redeemed");
  });
});
