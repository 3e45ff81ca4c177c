import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder, testServer } from "../support/cli.ts";

const FIRST = `version: 1
rules:
  - name: pays
    tools:
      - pay
    quorum: 2
  - name: mails
    tools:
      - send_*
`;
const SECOND = `${FIRST.replace("quorum: 2", "quorum: 1")}  - name: reads
    tools:
      - get_*
`;

function fileOf(text: string): string {
  const file = join(testFolder(), "earshot.yaml");
  writeFileSync(file, text);
  return file;
}

test("former policies are listed, printed, compared and blamed", async () => {
  const server = await testServer();
  const policy = async (...args: readonly string[]) => await server.run("policy", ...args);
  expect((await policy("log")).stderr).toContain("No policy was ever applied.");
  expect(await policy("diff")).toMatchObject({ code: 1, stdout: "" });
  for (const text of [FIRST, SECOND]) await policy("apply", fileOf(text));

  const log = await policy("log");
  const heads = log.stdout.split("\n").filter((line) => / by operator via cli$/.test(line));
  expect(heads).toHaveLength(2);
  expect(log.stdout).toMatch(/via cli\n {2}~ pays\n {2}\+ reads\n/);
  const [second = "", first = ""] = heads.map((line) => line.split(" ")[0]);
  expect((await policy("log", "--most", "1")).stdout).toContain(second);
  expect((await policy("log", "--most", "1")).stdout).not.toContain(first);

  const shown = await policy("show", "--revision", first);
  expect(shown).toMatchObject({ code: 0, stdout: FIRST });
  expect(shown.stderr).toContain(first);

  const diff = await policy("diff");
  expect(diff.stdout).toMatch(/^rule "pays"\n/);
  expect(diff.stdout).toContain("  - quorum: 2\n  + quorum: 1\n");
  expect(diff.stdout).toContain('rule "reads"\n  + name: reads\n');
  expect(diff.stdout).toContain("It may let more pass: ");
  expect((await policy("diff", first, first)).stderr).toContain("They say the same.");

  const { stdout: blame } = await policy("blame");
  const blamed = blame
    .trimEnd()
    .split("\n")
    .map((line) => [line.split(" ")[0], line.split("via cli  ")[1]]);
  expect(blamed).toEqual([
    [second, 'rule "pays"'],
    [first, 'rule "mails"'],
    [second, 'rule "reads"'],
    [first, "the order of the rules"],
  ]);
  const asJson = JSON.parse((await policy("blame", "--json")).stdout);
  expect(asJson.parts[1]).toMatchObject({ name: "mails", put: { by: { name: "operator" } } });
});

test("a revision that does not exist, or is named by too little, is told", async () => {
  const server = await testServer();
  await server.run("policy", "apply", fileOf(FIRST));
  const unknown = await server.run("policy", "show", "--revision", "nothing");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toContain("There is no revision of the policy nothing");
});

test("a file is held against the policy in force, and tried on what agents sought", async () => {
  const server = await testServer();
  const folder = testFolder();
  const file = (text: string) => {
    const path = join(folder, "other.yaml");
    writeFileSync(path, text);
    return path;
  };
  const source = { version: 1, rules: [{ name: "two", tools: ["pay"], quorum: 2 }] };
  await server.operator.applyPolicy({ source });
  for (const tool of ["pay", "mail", "read"]) {
    await server.agent.authorize({ tool, args: {}, reason: "To go on." });
  }
  const other = file(
    "version: 1\nrules:\n  - { name: two, tools: [pay] }\n  - { name: no, tools: [mail], decision: deny }\n",
  );
  const told = await server.run("policy", "diff", other);
  expect(told.code).toBe(0);
  expect(told.stdout).toContain(
    "Of 3 authorizations of the last 30 days, it would have loosened 1",
  );
  expect(told.stdout).toMatch(/^loosened:\n {2}req_\S+ {2}\S+ {2}\S+: pay\n {4}- ask .*: 2 of /m);
  expect(told.stdout).toMatch(/^tightened:\n {2}req_\S+ {2}\S+ {2}\S+: mail$/m);
  expect(told.stdout).toContain("It may let more pass: ");
  const asJson = JSON.parse((await server.run("policy", "diff", other, "--json")).stdout);
  expect(asJson).toMatchObject({ file: other, examined: 3, loosened: 1, tightened: 1 });
  expect((await server.operator.policy()).source).toEqual(source);
  const none = await server.run("policy", "diff", join(folder, "absent.yaml"));
  expect(none.stderr).toContain("is not there");
});
