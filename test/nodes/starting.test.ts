import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { present } from "../../src/domain/present.ts";
import { dataPaths, readKeyFile, readStoreMark } from "../../src/system/data-folder.ts";
import { ok } from "../support/call.ts";
import { eventually, spawnEarshot, testFolder } from "../support/cli.ts";
import { newDatabase, queryServer } from "../support/postgres.ts";

async function testDatabase(): Promise<string> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

interface StartedNode {
  readonly folder?: string;
  readonly deploymentKey?: string;
  readonly makeKeys?: boolean;
}

async function startNode(url: string, more: StartedNode = {}) {
  const { folder = join(testFolder(), "data"), deploymentKey, makeKeys } = more;
  const postgres = { url, deploymentKey, patienceMs: 0 };
  const server = await startServer({
    dataFolder: folder,
    port: 0,
    postgres,
    ...present({ makeKeys }),
  });
  onTestFinished(() => server.stop());
  return { server, folder };
}

/** Of all their folders. */
function keysOf(nodes: readonly { readonly folder: string }[]): readonly string[] {
  const files = nodes.flatMap(({ folder }) => [
    readKeyFile(folder, "operator"),
    readKeyFile(folder, "agent"),
  ]);
  return files.filter((key) => key !== undefined);
}

const newKey = () => randomBytes(32).toString("base64url");

/** Sessions of Earshot in the database of this address. */
async function sessions(url: string): Promise<number> {
  const [row] = await queryServer<{ open: number }>(
    url,
    "select count(*)::int as open from pg_stat_activity where application_name like 'earshot%' and datname = current_database()",
  );
  return row?.open ?? 0;
}

describe("nodes that start on an empty database at once", () => {
  test("found one workspace, and leave one pair of keys that is good on all", async () => {
    const url = await testDatabase();
    const deploymentKey = newKey();
    const nodes = await Promise.all([1, 2, 3].map(() => startNode(url, { deploymentKey })));
    const keys = keysOf(nodes);
    expect(keys).toHaveLength(2);
    for (const { server } of nodes) {
      for (const key of keys) await ok(server.url, "whoami", { key });
    }
    const [row] = await queryServer<{ made: number }>(
      url,
      "select count(*)::int as made from keys",
    );
    expect(row?.made).toBe(2);
  });

  test("make keys of their own where they are told to", async () => {
    const url = await testDatabase();
    const more = { deploymentKey: newKey(), makeKeys: true };
    const nodes = await Promise.all([1, 2].map(() => startNode(url, more)));
    const keys = keysOf(nodes);
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) await ok(nodes[0]?.server.url ?? "", "whoami", { key });
  });
});

describe("a node", () => {
  test("says where its record is, and never the password", async () => {
    const url = await testDatabase();
    const { server, folder } = await startNode(url);
    const { host, pathname, password } = new URL(url);
    expect(server.store).toBe(`PostgreSQL at ${host}${pathname}`);
    expect(readStoreMark(folder)).toEqual({ store: "postgres", place: `${host}${pathname}` });
    const { log, deploymentKey } = dataPaths(folder);
    expect(readFileSync(log, "utf8")).not.toContain(password);
    expect(statSync(deploymentKey).mode & 0o077).toBe(0);
  });

  test("that stops gives its leases back and leaves no connection", async () => {
    const url = await testDatabase();
    const { server } = await startNode(url);
    const held = () =>
      queryServer<{ name: string }>(url, "select name from leases where until > 0 order by name");
    await eventually(async () => ((await held()).length > 0 ? true : undefined));
    await server.stop();
    expect(await held()).toEqual([]);
    await eventually(async () => ((await sessions(url)) === 0 ? true : undefined));
  });

  test("that was started again on its folder has the keys it had", async () => {
    const url = await testDatabase();
    const first = await startNode(url);
    const key = readKeyFile(first.folder, "operator");
    await first.server.stop();
    const again = await startNode(url, { folder: first.folder });
    expect(readKeyFile(first.folder, "operator")).toBe(key);
    expect(await ok(again.server.url, "whoami", { key })).toMatchObject({
      principal: { name: "operator" },
    });
  });

  test("does not start over a file once its record is in a database", async () => {
    const url = await testDatabase();
    const { server, folder } = await startNode(url);
    await server.stop();
    const { code, stderr } = await spawnEarshot(["start", "--data", folder]).finished;
    expect(code).toBe(1);
    expect(stderr).toContain("--postgres URL");
  });

  test("begins no second record in another database, and follows its own to another address", async () => {
    const [url, empty] = [await testDatabase(), await testDatabase()];
    const { server, folder } = await startNode(url);
    await server.stop();
    const known = readStoreMark(folder)?.place ?? "";
    await expect(startNode(empty, { folder })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(known),
      details: { known, place: known.replace(/[^/]*$/, new URL(empty).pathname.slice(1)) },
    });
    expect(await queryServer(empty, "select from pg_tables where schemaname = 'public'")).toEqual(
      [],
    );
    expect(readStoreMark(folder)).toMatchObject({ place: known });
    const moved = new URL(url);
    moved.hostname = moved.hostname === "localhost" ? "127.0.0.1" : "localhost";
    await startNode(moved.href, { folder });
    expect(readStoreMark(folder)).toMatchObject({
      place: known.replace(/^[^:/]*/, moved.hostname),
    });
  });

  test("does not leave a record behind that its folder holds", async () => {
    const url = await testDatabase();
    const folder = testFolder();
    writeFileSync(dataPaths(folder).database, "");
    const { code, stderr } = await spawnEarshot(["start", "--postgres", url, "--data", folder])
      .finished;
    expect(code).toBe(1);
    expect(stderr).toContain("npx earshot migrate sqlite-to-postgres");
  });

  test("with the deployment key of another is refused, and leaves no connection", async () => {
    const url = await testDatabase();
    const { server } = await startNode(url, { deploymentKey: newKey() });
    await expect(startNode(url, { deploymentKey: newKey() })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
      message: expect.stringContaining("deployment.key"),
    });
    await expect(startNode(url)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await server.stop();
    await eventually(async () => ((await sessions(url)) === 0 ? true : undefined));
  });

  test("whose policy cannot be read ends, and leaves no connection", async () => {
    const url = await testDatabase();
    const dataFolder = join(testFolder(), "data");
    const starting = startServer({
      dataFolder,
      port: 0,
      postgres: { url },
      policy: { nonsense: true },
    });
    await expect(starting).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await eventually(async () => ((await sessions(url)) === 0 ? true : undefined));
  });
});

describe("a database that cannot be used", () => {
  const changed = (url: string, change: (address: URL) => void) => {
    const address = new URL(url);
    change(address);
    return address.href;
  };
  const SECRET = "hunter-2";

  test.each([
    [
      "refuses the password",
      (address: URL) => {
        address.password = SECRET;
      },
      { code: "NOT_SIGNED_IN", message: expect.stringContaining("the password of the address") },
    ],
    [
      "is not there",
      (address: URL) => {
        address.pathname = "/nowhere";
      },
      { code: "NOT_FOUND", message: expect.stringContaining("createdb nowhere") },
    ],
    [
      "has no server behind its address",
      (address: URL) => {
        address.port = "1";
      },
      { code: "STORE_UNAVAILABLE", message: expect.stringContaining("ECONNREFUSED") },
    ],
    [
      "has no TLS where that is wanted",
      (address: URL) => {
        address.searchParams.set("sslmode", "verify-full");
      },
      { code: "STORE_UNAVAILABLE", message: expect.stringContaining("TLS") },
    ],
    [
      "names a certificate that is not there",
      (address: URL) => {
        address.searchParams.set("sslmode", "verify-full");
        address.searchParams.set("sslrootcert", "/nowhere/ca.pem");
      },
      { code: "STORE_UNAVAILABLE", message: expect.stringContaining("sslrootcert") },
    ],
  ])("and %s is told with what mends it", async (_, change, told) => {
    const url = changed(await testDatabase(), change);
    const failure = await startNode(url).catch((error: unknown) => error);
    expect(failure).toMatchObject(told);
    expect(String((failure as Error).message)).not.toContain(SECRET);
  });

  test.each(["mysql://ana:hunter-2@db/earshot", "hunter-2"])(
    "%s is no address of one",
    async (text) => {
      const args = ["start", "--postgres", text, "--data", join(testFolder(), "data")];
      const { code, stderr } = await spawnEarshot(args).finished;
      expect(code).toBe(1);
      expect(stderr).toContain("postgres://user:password@host:5432/database");
      expect(stderr).not.toContain(SECRET);
    },
  );
});

test("a start waits for a database that is not there yet, and says so", async () => {
  const url = await testDatabase();
  const { port } = new URL(url);
  const door = createServer();
  const sockets = new Set<Socket>();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    door.close();
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  // Found free, and closed until the node has seen that nobody is there.
  await new Promise((resolve) => door.close(resolve));
  const late = new URL(url);
  late.port = String(address.port);
  const said: string[] = [];
  const { promise: waits, resolve: waiting } = Promise.withResolvers<void>();
  const dataFolder = join(testFolder(), "data");
  const starting = startServer({
    dataFolder,
    port: 0,
    postgres: {
      url: late.href,
      onWait(message) {
        said.push(message);
        waiting();
      },
    },
  });
  await waits;
  door.on("connection", (client) => {
    const server = connect(Number(port), "127.0.0.1");
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(address.port, "127.0.0.1", resolve));
  const server = await starting;
  await server.stop();
  expect(said).toEqual([expect.stringContaining("does not answer yet")]);
});

test("a deployment key that others can read is told by doctor", async () => {
  const url = await testDatabase();
  const { folder } = await startNode(url);
  const { deploymentKey } = dataPaths(folder);
  const doctor = async () => {
    const args = ["doctor", "--json", "--data", folder];
    const { stdout } = await spawnEarshot(args, { env: { EARSHOT_POSTGRES: url } }).finished;
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; state: string; detail: string }[];
    };
    return new Map(findings.map((finding) => [finding.check, finding]));
  };
  const good = await doctor();
  for (const check of ["postgresql", "role", "notices", "nodes", "migrations", "deployment key"]) {
    expect(good.get(check), check).toMatchObject({ state: "ok" });
  }
  expect(good.get("nodes")?.detail).toContain("1 listen");
  chmodSync(deploymentKey, 0o644);
  expect((await doctor()).get("deployment key")).toMatchObject({ state: "failed" });
});
