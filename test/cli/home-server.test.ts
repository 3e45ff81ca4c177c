import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { permissionRequest } from "../support/claude-code.ts";
import {
  earshot,
  environment,
  eventually,
  PROGRAM,
  spawnEarshot,
  testFolder,
} from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

/* A person's home server, and how commands find it, or that of a project, without a flag. */

let state: string;
let home: string;
/** Two folders of somebody who works on both. */
let api: string;
let site: string;

beforeEach(() => {
  const folder = testFolder();
  state = join(folder, "state");
  home = join(state, "earshot");
  api = join(folder, "api", "src");
  site = join(folder, "site");
  for (const made of [api, site]) mkdirSync(made, { recursive: true });
});

const variables = (more = {}) => ({ XDG_STATE_HOME: state, ...more });
const inFolder = (cwd: string, ...args: readonly string[]) =>
  earshot(args, { cwd, env: variables() });

/** A server on a data folder within this process; its operator. */
async function serve(data: string): Promise<EarshotClient> {
  await makeEmptyDataFolder(data);
  const server = await startServer({ dataFolder: data, port: 0 });
  onTestFinished(() => server.stop());
  return createClient({ url: server.url, key: readKeyFile(data, "operator") ?? "" });
}

const texts = async (operator: EarshotClient) => {
  const { items } = await operator.list({ status: "open" });
  return items.map((one) => (one.kind === "question" ? one.question.text : "an action"));
};

describe("a home server", () => {
  test("is asked and answered from every folder, without a flag", async () => {
    const operator = await serve(home);
    const asked = await inFolder(api, "ask", "Ship the API?", "--hold", "0");
    expect(asked).toMatchObject({ code: 75 });
    await inFolder(site, "ask", "Ship the site?", "--hold", "0");
    expect((await texts(operator)).sort()).toEqual(["Ship the API?", "Ship the site?"]);
    const listed = await inFolder(site, "list");
    expect(listed.stdout).toContain("Ship the API?");
    const id = asked.stdout.trim();
    expect(await inFolder(site, "answer", id, "Yes.")).toMatchObject({ code: 0 });
    expect(await inFolder(api, "wait", id)).toMatchObject({ code: 0, stdout: "Yes.\n" });
  });

  test("is named by doctor and status as what it is", async () => {
    await serve(home);
    expect((await inFolder(api, "status")).stdout).toContain(`${home}, your home server`);
    expect((await inFolder(api, "doctor")).stdout).toContain(`${home}, your home server`);
    await serve(join(site, ".earshot"));
    expect((await inFolder(site, "status")).stdout).toContain(
      `${join(site, ".earshot")}, this folder's server`,
    );
    const named = await earshot(["status"], { cwd: site, env: variables({ EARSHOT_DATA: home }) });
    expect(named.stdout).toContain(`${home}, named by EARSHOT_DATA`);
  });

  test("serves an MCP client and a hook that are started in any folder, without a flag", async () => {
    const operator = await serve(home);
    const client = new Client({ name: "test", version: "1.0.0" });
    onTestFinished(() => client.close());
    const env = environment(variables());
    const launched = { command: process.execPath, args: [PROGRAM, "mcp"], env };
    await client.connect(new StdioClientTransport({ ...launched, cwd: api, stderr: "ignore" }));
    const asking = client.callTool({ name: "ask_human", arguments: { question: "Go on?" } });
    const { id } = await eventually(async () => (await operator.list({ status: "open" })).items[0]);
    await operator.answer({ id, answer: { text: "Yes." } });
    expect(JSON.stringify(await asking)).toContain("Yes.");
    const hook = spawnEarshot(["hook", "claude-code"], { cwd: site, env: variables() });
    hook.child.stdin.end(permissionRequest({ cwd: site }));
    await eventually(async () => (await texts(operator)).includes("an action") || undefined);
  });

  test("is what a client is set up for, so that one inbox has all that it asks", async () => {
    await serve(home);
    expect(await inFolder(api, "init", "cursor", "--yes")).toMatchObject({ code: 0 });
    const text = readFileSync(join(api, ".cursor", "mcp.json"), "utf8");
    const { args } = JSON.parse(text).mcpServers.earshot;
    expect(args.slice(args.indexOf("--data")).slice(0, 2)).toEqual(["--data", home]);
    expect(existsSync(join(api, ".earshot"))).toBe(false);
  });

  test("is started in a fresh folder, which stays as it was, and is the account's alone", async () => {
    const args = ["start", "--port", "0", "--no-console", "--no-link"];
    const running = spawnEarshot(args, { cwd: site, env: variables() });
    const said = await eventually(
      () => /npx earshot ask "/.test(running.stdout()) && running.stdout(),
    );
    expect(said).toMatch(
      /^Earshot listens on .*\nIt is your home server, .* its data is in .*state/,
    );
    expect(existsSync(join(site, ".earshot"))).toBe(false);
    const modes = [state, home].map((path) => (statSync(path).mode & 0o777).toString(8));
    if (process.platform !== "win32") expect(modes).toEqual(["700", "700"]);
  });

  test("has the policy file of the working folder checked, which nobody writes beside its own", async () => {
    await serve(home);
    writeFileSync(join(site, "earshot.yaml"), "version: 1\nrules: []\n");
    const checked = await inFolder(site, "policy", "check");
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.stderr).toContain(`${join(site, "earshot.yaml")}: 0 rules`);
  });
});

describe("a project with a folder of its own", () => {
  test("keeps it, for all that is below it, beside a home server", async () => {
    const [person, project] = [await serve(home), await serve(join(api, "..", ".earshot"))];
    await inFolder(api, "ask", "Only here?", "--hold", "0");
    expect(await texts(project)).toEqual(["Only here?"]);
    expect(await texts(person)).toEqual([]);
  });

  test("that Earshot did not make there is refused, and nothing is sent to its server", async () => {
    const person = await serve(home);
    mkdirSync(join(site, ".earshot"));
    writeFileSync(join(site, ".earshot", "channels.json"), "{}");
    for (const args of [["ask", "Where?", "--hold", "0"], ["list"], ["stop"]]) {
      const refused = await inFolder(site, ...args);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain(`npx earshot start --data ${join(site, ".earshot")}`);
    }
    expect(await texts(person)).toEqual([]);
    const json = await inFolder(site, "list", "--json");
    expect(JSON.parse(json.stderr).error.details).toMatchObject({ reason: "untrusted_folder" });
  });

  test("that is not trusted keeps nobody from a server and key that are named", async () => {
    await serve(home);
    mkdirSync(join(site, ".earshot"));
    writeFileSync(join(site, ".earshot", "channels.json"), "{}");
    const { url } = JSON.parse(readFileSync(join(home, "server.json"), "utf8"));
    const key = readKeyFile(home, "agent") ?? "";
    const env = variables({ EARSHOT_URL: url, EARSHOT_KEY: key });
    expect(await earshot(["list"], { cwd: site, env })).toMatchObject({ code: 0 });
    expect(await inFolder(site, "completions", "bash")).toMatchObject({ code: 0 });
  });
});

describe("where no server was ever started", () => {
  test("the error says what was looked for and where, and what to do", async () => {
    const { code, stderr } = await inFolder(site, "list");
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: No Earshot server has been started on ${home}. It is the folder of your home server: EARSHOT_DATA is not set, and there is no .earshot in ${site} or above it. Start one with npx earshot start, or name another folder with --data or EARSHOT_DATA, or a server with EARSHOT_URL.\n`,
    );
  });

  test("a named folder that is missing is named in what to do next", async () => {
    const { stderr } = await inFolder(site, "list", "--data", ".earshot");
    expect(stderr).toContain("Start one with npx earshot start --data .earshot, or");
  });
});
