import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import {
  earshot,
  eventually,
  PROGRAM,
  type Served,
  serve,
  spawnEarshot,
  testFolder,
} from "../support/cli.ts";
import { CTRL_D, ENTER, openPty } from "../support/pty.ts";

/* Which rules a server takes up when it starts, and which it only tells of or asks about. */

const rules = (name: string) => `version: 1\nrules:\n  - { name: ${name}, decision: allow }\n`;

interface Place {
  readonly data: string;
  readonly file: string;
  write(name: string): void;
}

function place(): Place {
  const data = join(testFolder(), "data");
  const file = join(dirname(data), "earshot.yaml");
  return { data, file, write: (name) => writeFileSync(file, rules(name)) };
}

const start = ({ data }: Place, ...more: readonly string[]): Promise<Served> =>
  serve(["--data", data, ...more]);

function operatorOf({ data }: Place): EarshotClient {
  const { url = "" } = readServerInfo(data) ?? {};
  return createClient({ url, key: readKeyFile(data, "operator") ?? "" });
}

/** The names of the rules in force. */
async function inForce(at: Place): Promise<unknown> {
  return (await operatorOf(at).policy()).source?.["rules"];
}

const rule = (name: string) => [{ name, decision: "allow" }];

test("a file that lies beside the data folder is put in force by nobody but people", async () => {
  const at = place();
  at.write("first");
  const running = await start(at);
  expect(running.stdout()).not.toContain("is in force");
  await expect.poll(running.stderr).toContain(`${at.file} was found here and is not in force`);
  expect(running.stderr()).toContain(`npx earshot policy apply --data ${at.data}`);
  expect(await inForce(at)).toBeUndefined();
  expect(await earshot(["policy", "apply", "--data", at.data])).toMatchObject({ code: 0 });
  await running.stop();
  const again = await start(at);
  expect(again.stdout()).toContain(`The policy of ${at.file} is in force.`);
  expect(await inForce(at)).toEqual(rule("first"));
});

describe("on a terminal a found file is asked about, with all that it lets pass", () => {
  const asked = async () => {
    const at = place();
    at.write("everything");
    const pty = openPty([PROGRAM, "start", "--port", "0", "--data", at.data, "--no-link"]);
    const shown = await pty.see("Put it in force? [y/N] ");
    expect(shown).toContain('"everything": every tool, by every agent');
    expect(shown).toContain("passes   admin_reset_system");
    expect(await inForce(at)).toBeUndefined();
    return { at, pty };
  };

  test("and a yes puts it in force, as that person", async () => {
    const { at, pty } = await asked();
    await pty.typeRested(`y${ENTER}`);
    await pty.see(`The policy of ${at.file} is in force.`);
    expect(await inForce(at)).toEqual(rule("everything"));
    const actors: unknown[] = [];
    for await (const { type, actor } of await operatorOf(at).events()) {
      if (type === "policy.changed") actors.push(actor);
    }
    expect(actors).toEqual([(await operatorOf(at).whoami()).principal.id]);
  });

  test.each([
    ["no", `n${ENTER}`],
    ["nothing", ENTER],
    ["the end of input", CTRL_D],
  ])("and %s leaves it out of force, while the server serves", async (_, typed) => {
    const { at, pty } = await asked();
    await pty.typeRested(typed);
    await pty.see("is not in force");
    await pty.see("Earshot listens on");
    expect(await inForce(at)).toBeUndefined();
  });
});

test("a start tells of rules that nobody there can satisfy, as policy check does", async () => {
  const at = place();
  const asks = "  - { name: large, tools: [pay], decision: ask, quorum: 9 }\n";
  writeFileSync(at.file, `version: 1\nrules:\n${asks}`);
  const running = await start(at, "--policy", at.file);
  expect(running.stdout()).toContain(`The policy of ${at.file} is in force.`);
  await expect.poll(running.stderr).toContain('"large": Nobody can satisfy it: 9 people');
});

test("where it differs from the policy in force it is told and not applied", async () => {
  const at = place();
  at.write("first");
  await (await start(at, "--policy", at.file)).stop();
  at.write("second");
  const running = await start(at);
  expect(running.stdout()).not.toContain("is in force");
  await expect
    .poll(running.stderr)
    .toBe(
      `${at.file} differs from the policy in force: npx earshot policy apply --data ${at.data}\n`,
    );
  expect(await inForce(at)).toEqual(rule("first"));
});

test("what policy apply has put in force from another file stays over a restart", async () => {
  const at = place();
  at.write("first");
  const running = await start(at);
  const source = { version: 1, rules: rule("other") };
  await operatorOf(at).applyPolicy({ source });
  await running.stop();
  await start(at);
  expect(await inForce(at)).toEqual(rule("other"));
});

test("--policy applies its file at every start", async () => {
  const at = place();
  at.write("first");
  await (await start(at)).stop();
  const named = join(testFolder(), "named.yaml");
  writeFileSync(named, rules("named"));
  const running = await start(at, "--policy", named);
  expect(running.stdout()).toContain(`The policy of ${named} is in force.`);
  expect(await inForce(at)).toEqual(rule("named"));
});

test("--no-policy reads no file", async () => {
  const at = place();
  at.write("first");
  await start(at, "--no-policy");
  expect(await inForce(at)).toBeUndefined();
});

test("a file that cannot be read as a policy starts no server that never had one", async () => {
  const at = place();
  writeFileSync(at.file, "version: 1\nrules:\n  - { name: a, decision: Allow }\n");
  const running = await start(at);
  expect(await running.finished).toMatchObject({ code: 1, stdout: "" });
});

test("a server that comes up in the background takes up no rules from a file", async () => {
  const at = place();
  at.write("everything");
  const mcp = spawnEarshot(["mcp", "--data", at.data]);
  onTestFinished(async () => {
    const ended = spawnEarshot(["stop", "--data", at.data]);
    await ended.finished;
  });
  await eventually(
    () => readServerInfo(at.data),
    () => `a server; ${mcp.stderr()}`,
  );
  expect(await inForce(at)).toBeUndefined();
});
