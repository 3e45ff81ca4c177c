import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { present } from "../../src/domain/present.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import {
  eventually,
  type Finished,
  type Running,
  spawnEarshot,
  testFolder,
  type Variables,
} from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { newDatabase } from "../support/postgres.ts";
import { byGroup, takeShare } from "../support/share.ts";

takeShare("stores", byGroup);

/* Restored where the policy says `owners: 2`, a record is got into again by the words that are printed. */

interface Restored {
  readonly data: string;
  readonly former: string;
  /** The line that starts it, as it was printed. */
  readonly start: string;
  readonly env: Variables;
}

async function run(args: readonly string[], env: Variables): Promise<Finished> {
  const running = spawnEarshot(args, { env });
  running.child.stdin.end();
  return await running.finished;
}

/** The words behind the last of these in what was printed, up to the end of its line. */
function printed(text: string, before: string): string {
  const at = text.lastIndexOf(before);
  if (at < 0) throw new Error(`${before} was not printed: ${text}`);
  return text.slice(at + before.length).split("\n")[0] ?? "";
}

async function database(): Promise<Variables> {
  const { url, drop } = await newDatabase();
  onTestFinished(() => drop());
  return { EARSHOT_POSTGRES: url };
}

/** A record of two owners, backed up and restored into a new place. */
async function restored(isShared: boolean): Promise<Restored> {
  const folder = testFolder();
  const [former, data, file] = ["former", "new", "backup"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const from = isShared ? await database() : {};
  const url = from["EARSHOT_POSTGRES"];
  const server = await startServer({
    dataFolder: former,
    port: 0,
    ...present({ postgres: url === undefined ? undefined : { url } }),
  });
  const owner = createClient({ url: server.url, key: readKeyFile(former, "operator") ?? "" });
  await ownKey(owner, { kind: "person", name: "carl", role: "owner" });
  await owner.applyPolicy({ source: { version: 1, owners: 2, rules: [] } });
  expect(await run(["backup", file, "--data", former], from)).toMatchObject({ code: 0 });
  await server.stop();
  const env = isShared ? await database() : {};
  const done = await run(["restore", file, "--data", data], env);
  expect(done).toMatchObject({ code: 0 });
  const files = /before a server starts: (.*) of the deployment/.exec(done.stderr)?.[1];
  for (const name of files?.split(", ") ?? []) copyFileSync(join(former, name), join(data, name));
  return { data, former, start: printed(done.stderr, "Start it: npx earshot "), env };
}

async function serving(line: string, { env }: Restored): Promise<Running> {
  const running = spawnEarshot([...line.split(" "), "--port", "0", "--no-link"], { env });
  running.child.stdin.end();
  await eventually(
    () => running.stdout().includes("npx earshot ask") || undefined,
    () => `the greeting; it said ${running.stdout()}${running.stderr()}`,
  );
  return running;
}

describe.each([
  ["SQLite", false],
  ["PostgreSQL", true],
])("over %s", (_engine, isShared) => {
  test("by the key of the former folder", async () => {
    const record = await restored(isShared);
    const { data, former, env } = record;
    const running = await serving(record.start, record);
    const path = printed(running.stderr(), "copy it to ").split(/\.(?: |$)/)[0] ?? "";
    expect(path).toBe(dataPaths(data).key("operator"));
    copyFileSync(dataPaths(former).key("operator"), path);
    const keys = await run(["keys", "list", "--data", data], env);
    expect(keys).toMatchObject({ code: 0, stdout: expect.stringContaining("person carl (owner)") });
    expect(await run(["stop", "--data", data], env)).toMatchObject({ code: 0 });
    await running.finished;
  });

  test("by whoever runs the server, who takes the demand off", async () => {
    const record = await restored(isShared);
    const { data, env } = record;
    const running = await serving(record.start, record);
    const stop = await run(["stop", "--data", data], env);
    expect(stop.code).toBe(1);
    const pid = Number(printed(stop.stderr, "kill "));
    expect(pid).toBe(running.child.pid);
    process.kill(pid, "SIGTERM");
    await running.finished;
    const makes = isShared ? " --make-keys" : "";
    const line = printed(running.stderr(), "tells all owners: npx earshot ");
    await serving(`${line}${makes}`, record);
    const shown = await run(["policy", "show", "--data", data, "--json"], env);
    expect(JSON.parse(shown.stdout)).toMatchObject({ source: { version: 1, rules: [] } });
    expect(shown.stdout).not.toContain("owners");
    const open = await run(["list", "--data", data], env);
    expect(open.stdout).toContain("has put another policy in force");
  });
});
