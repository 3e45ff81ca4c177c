import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { digest } from "../../src/system/digest.ts";
import { earshot, testFolder, testServer, testServerProcess } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";

const POLICY = `version: 1
rules:
  - name: reading is free
    tools: [get_*]
    decision: allow
  - name: large transfers
    tools: [transfer]
    args: { /amount: { over: 1000 } }
    level: CRITICAL
    quorum: 2
  - name: small transfers
    tools: [transfer]
    decision: allow
    budget: { per: 24h, sum: { /amount: 500 } }
`;

function policyFile(text = POLICY): string {
  const file = join(testFolder(), "earshot.yaml");
  writeFileSync(file, text);
  return file;
}

/** Where no server runs. */
async function offline(...args: readonly string[]) {
  return await earshot(["policy", ...args, "--data", join(testFolder(), "data")]);
}

test("a file is checked without a server, which leaves the people open", async () => {
  const checked = await offline("check", policyFile());
  expect(checked).toMatchObject({ code: 0, stdout: "" });
  expect(checked.stderr).toMatch(/^Who could decide was not checked: no server runs on /);
  expect(checked.stderr).toMatch(
    /^\/.*earshot\.yaml: 3 rules; found nothing that it knows to be wrong\.\n$/m,
  );
});

test("an allow rule with conditions is said to leave every other argument free", async () => {
  const small =
    "  - { name: small, tools: [pay], args: { /amount: { in: [5] } }, decision: allow }\n";
  const checked = await offline("check", policyFile(`${POLICY}${small}`));
  expect(checked).toMatchObject({
    code: 0,
    stdout:
      '"small": An allow rule binds only the arguments that it names; every other argument is free. In version 2 it is not: npx earshot policy upgrade.\n',
  });
});

test("a rule that can never match is told, with exit code 1", async () => {
  const file = policyFile(`${POLICY}  - { name: late, tools: [get_user], decision: deny }\n`);
  const problem =
    'It can never match: "reading is free" before it takes all that it would, but for names in other capitals.';
  expect(await offline("check", file)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`"late", rules[3]: ${problem}\n`),
  });
  const asJson = await offline("check", file, "--json");
  expect(JSON.parse(asJson.stdout)).toEqual({
    file,
    rules: 4,
    problems: [{ rule: "late", place: "rules[3]", problem }],
    warnings: [expect.objectContaining({ rule: "reading is free", place: "rules[0]" })],
    checkedPeople: false,
  });
});

const OPEN = `version: 1
rules:
  - name: small
    tools: [transfer]
    args: { /amount: { under: 100 } }
    decision: allow
`;
const OPEN_LINES = `warning: "small", rules[0].args["/amount"].under: It bounds one side only, and numbers below 0 are on the other. It lets the example pass.
  passes   transfer {"amount":-1000}
  instead  Write { over: 0, under: 100 }.
"small": An allow rule binds only the arguments that it names; every other argument is free. In version 2 it is not: npx earshot policy upgrade.
`;

test("what fails open is warned of with a call that passes, and fails a strict check", async () => {
  const file = policyFile(OPEN);
  const checked = await offline("check", file);
  expect(checked).toMatchObject({ code: 0, stdout: OPEN_LINES });
  expect(checked.stderr).toContain("1 rule; 1 warning.");
  expect(await offline("check", file, "--strict")).toMatchObject({ code: 1, stdout: OPEN_LINES });
});

test("what fails open is shown before it is put in force, and tells whoever tries it over HTTP", async () => {
  const server = await testServer();
  const applied = await server.run("policy", "apply", policyFile(OPEN));
  expect(applied).toMatchObject({ code: 0, stdout: "+ small\n" });
  expect(applied.stderr).toMatch(/^warning: "small"[\s\S]*Revision \S+ is in force/);
  const source = { version: 1, rules: [{ name: "all", decision: "allow" }] };
  expect(await server.operator.dryRunPolicy({ source })).toMatchObject({
    warnings: [{ rule: "all", place: "rules[0]", example: { tool: "admin_reset_system" } }],
  });
});

test("check and apply refuse an argument that no tool has, with its line, also once the server is gone", async () => {
  const server = await testServerProcess();
  const inputSchema = { type: "object", properties: { amount: { type: "number" } } };
  const definition = { name: "pay", description: null, inputSchema, server: "bank" };
  const hash = digest.tool(definition);
  await server.agent.offerTools({ server: "bank", tools: [{ tool: "pay", hash, definition }] });
  const text = (version: number, condition: string) =>
    `version: ${version}\nrules:\n  - name: small\n    tools: [pay]\n    ${condition}\n    level: LOW\n`;
  const when = policyFile(text(2, "when: args.amont <= 5"));
  const short = policyFile(text(2, "args: { /amont: { under: 5 } }"));
  const what = "The tool pay of agent has no argument args.amont. Did you mean amount?";
  const told = async (command: string, file: string) => {
    const { code, stderr } = await server.run("policy", command, file);
    expect(code).toBe(1);
    return stderr;
  };
  const inWhen = `${when}:5: rules[0].when, line 1, column 1: ${what}`;
  const inShort = `${short}:5: rules[0].args["/amont"]: ${what}`;
  for (const command of ["check", "apply"]) {
    expect(await told(command, when)).toContain(inWhen);
    expect(await told(command, short)).toContain(inShort);
  }
  const first = await server.run(
    "policy",
    "check",
    policyFile(text(1, "args: { /amont: { under: 5 } }")),
  );
  expect(first.stdout).toContain(what);
  await server.kill();
  expect(await told("check", when)).toContain(inWhen);
});

test("apply tells of a rule that can never match, as check does", async () => {
  const server = await testServer();
  const rule = (name: string, decision: string) =>
    `  - { name: ${name}, tools: ["drop_*"], decision: ${decision} }\n`;
  const file = policyFile(`version: 1\nrules:\n${rule("first", "allow")}${rule("dead", "deny")}`);
  const checked = await server.run("policy", "check", file);
  const [problem = "?"] = /^"dead", rules\[1\]: .*$/m.exec(checked.stdout) ?? [];
  const applied = await server.run("policy", "apply", file);
  expect(applied).toMatchObject({ code: 0, stderr: expect.stringContaining(problem) });
});

test("a file that is no policy is refused with the places of its faults", async () => {
  const checked = await offline("check", policyFile(POLICY.replace("quorum: 2", "quorom: 2")));
  expect(checked).toMatchObject({ code: 1, stdout: "" });
  expect(checked.stderr).toContain(
    "earshot.yaml:10: rules[1].quorom: it is not a key of a rule. Did you mean quorum?",
  );
});

test("an action is tried on a file without a server", async () => {
  const file = policyFile();
  const asked = await offline("test", file, "--tool", "transfer", "--args", '{"amount":5000}');
  expect(asked).toMatchObject({ code: 0, stderr: "" });
  expect(asked.stdout).toBe(
    [
      "ask",
      "  rule       large transfers",
      "  level      CRITICAL",
      "  approvers  any owner, any approver",
      "  quorum     2",
      "  expires    1h",
      "  step-up    yes",
      "  hands      own",
      "",
    ].join("\n"),
  );
  const allowed = await offline("test", file, "--tool", "transfer", "--args", '{"amount":5}');
  expect(allowed.stdout).toBe("allow\n  rule       small transfers\n  level      MEDIUM\n");
  expect(allowed.stderr).toBe('The budget of "small transfers" counts as not used.\n');
});

test("arguments that are no JSON object are refused, also with a key that comes twice", async () => {
  const file = policyFile();
  for (const args of ["[]", "5", '{"a":1,"a":2}', "{"]) {
    const refused = await offline("test", file, "--tool", "transfer", "--args", args);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
  }
});

test("a policy is applied, shown, tried and replaced on a server", async () => {
  const server = await testServer();
  const none = await server.run("policy", "show");
  expect(none).toMatchObject({ code: 0, stdout: "" });
  expect(none.stderr).toContain("No policy has been applied");

  // Of CRITICAL it would be told that nobody has a passphrase yet.
  const file = policyFile(POLICY.replace("CRITICAL", "HIGH"));
  const alone = await server.run("policy", "check", file);
  expect(alone).toMatchObject({
    code: 1,
    stdout: '"large transfers": Nobody can satisfy it: 2 people have to approve, and 1 can.\n',
  });
  await ownKey(server.operator, { kind: "person", name: "idle", scopes: ["read"] });
  expect((await server.run("policy", "check", file)).stdout).toBe(alone.stdout);
  await ownKey(server.operator, { kind: "person", name: "ana" });
  expect(await server.run("policy", "check", file)).toMatchObject({
    code: 1,
    stdout:
      '"large transfers": Agents of "operator" cannot get it approved: 2 of the others have to approve, and 1 can.\n',
  });
  await ownKey(server.operator, { kind: "person", name: "ben" });
  expect(await server.run("policy", "check", file)).toMatchObject({ code: 0, stdout: "" });

  const applied = await server.run("policy", "apply", file);
  expect(applied).toMatchObject({
    code: 0,
    stdout: "+ reading is free\n+ large transfers\n+ small transfers\n",
  });
  const { revision } = await server.operator.policy();
  expect(applied.stderr).toMatch(
    /^\/.*earshot\.yaml: Revision (\S+) is in force, instead of \S+\.\n$/,
  );
  expect(applied.stderr).toContain(revision);

  const shown = await server.run("policy", "show");
  const again = await server.run("policy", "apply", policyFile(shown.stdout));
  expect(again).toMatchObject({ code: 0, stdout: "" });
  expect(again.stderr).toContain(`Revision ${revision} was in force already.`);

  const tried = await server.run("policy", "test", "--tool", "get_user", "--args", "{}", "--json");
  expect(JSON.parse(tried.stdout)).toMatchObject({
    outcome: "allow",
    demand: { rule: "reading is free" },
  });

  const other = policyFile(
    "version: 1\nrules:\n  - { name: small transfers, tools: [transfer] }\n  - { name: reading is free, tools: ['get_*'], decision: allow }\n",
  );
  expect(await server.run("policy", "apply", other)).toMatchObject({
    code: 0,
    stdout: "- large transfers\n~ small transfers\nThe rules that stay come in another order.\n",
  });
});

test("a file that was written from another revision than stands replaces nothing", async () => {
  const server = await testServer();
  const { revision } = await server.operator.policy();
  expect(await server.run("policy", "apply", policyFile())).toMatchObject({ code: 0 });
  const { revision: stands } = await server.operator.policy();
  const other = policyFile("version: 1\nrules:\n  - { name: other }\n");
  const refused = await server.run("policy", "apply", other, "--replaces", revision);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`revision ${stands} of the policy is in force`);
  expect((await server.operator.policy()).revision).toBe(stands);
  expect(await server.run("policy", "apply", other, "--replaces", stands)).toMatchObject({
    code: 0,
  });
});

test("a policy that came into force while the passphrase was asked for is not replaced", async () => {
  const server = await testServer();
  const passphrase = "correct horse battery";
  await server.operator.setPassphrase({ passphrase });
  const terminal = earshotOnPty(["policy", "apply", policyFile(), "--data", server.data]);
  await terminal.see("Your passphrase: ");
  const source = { version: 1, rules: [{ name: "theirs" }] };
  const theirs = await server.operator.applyPolicy({ source, passphrase });
  terminal.type(passphrase + ENTER);
  expect((await terminal.exited).code).toBe(1);
  expect((await server.operator.policy()).revision).toBe(theirs.revision);
});

test("without a name the file beside the data folder is meant, not that of the working directory", async () => {
  const server = await testServer();
  const file = join(dirname(server.data), "earshot.yaml");
  const none = await server.run("policy", "check");
  expect(none).toMatchObject({ code: 1, stdout: "" });
  expect(none.stderr).toContain(`The policy file ${file} is not there.`);
  writeFileSync(file, "version: 1\nrules:\n  - { name: beside, decision: deny }\n");
  const checked = await server.run("policy", "check");
  expect(checked).toMatchObject({
    code: 0,
    stderr: `${file}: 1 rule; found nothing that it knows to be wrong.\n`,
  });
  const applied = await server.run("policy", "apply");
  expect(applied).toMatchObject({ code: 0, stdout: "+ beside\n" });
  expect(applied.stderr).toContain(`${file}: Revision `);
});

test("who has a passphrase gives it to apply a policy", async () => {
  const server = await testServer();
  const passphrase = "correct horse battery";
  await server.operator.setPassphrase({ passphrase });
  const file = policyFile();
  const piped = await server.run("policy", "apply", file);
  expect(piped.code).toBe(69);
  expect(piped.stderr).toContain("the server wants your passphrase");
  const apply = async (typed: string) => {
    const terminal = earshotOnPty(["policy", "apply", file, "--data", server.data]);
    await terminal.see("Your passphrase: ");
    terminal.type(typed + ENTER);
    const { code } = await terminal.exited;
    expect(terminal.output()).not.toContain("horse");
    return code;
  };
  expect(await apply("another horse entirely")).toBe(1);
  expect((await server.operator.policy()).source).toBeUndefined();
  expect(await apply(passphrase)).toBe(0);
  expect((await server.operator.policy()).source).toMatchObject({ version: 1 });
});

test("an agent's key neither shows nor applies a policy", async () => {
  const server = await testServer();
  const source = { version: 1, rules: [{ name: "all", decision: "allow" }] };
  await expect(server.agent.policy()).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(server.agent.applyPolicy({ source })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect((await server.operator.policy()).source).toBeUndefined();
});

const TWO = `version: 1
rules:
  - { name: pays, tools: [pay], quorum: 2 }
`;

test("what one person brings about alone is told with every step, and fails a strict check", async () => {
  const server = await testServer();
  const file = policyFile(TWO);
  const alone = ["check", file, "--as-attacker", "operator"] as const;
  const told = await server.run("policy", ...alone);
  expect(told.code).toBe(0);
  expect(told.stdout).toContain(`operator (owner), alone:
  "pays": pay {} (wants 2 people at MEDIUM)
    ! operator brings it about alone, as they like
      1. puts a policy in force that allows it
      2. makes a key of the agent `);
  expect(await server.run("policy", ...alone, "--strict")).toMatchObject({ code: 1 });
  const other = await server.run("policy", "check", file, "--as-attacker", "nobody");
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("nobody") });
  await server.run("policy", "apply", file);
  expect((await server.run("doctor")).stdout).toMatch(
    /^warning +alone +operator alone brings about what "pays" wants several people for\. See how: npx earshot policy check --as-attacker "operator"/m,
  );
});

test("an expression that cannot be read is named with its place, and what it may have meant", async () => {
  const file = policyFile("version: 2\nrules:\n  - { name: a, when: 'arg.x == 1' }\n");
  const checked = await offline("check", file);
  expect(checked.code).toBe(1);
  expect(checked.stderr).toContain(
    "earshot.yaml:3: rules[0].when, line 1, column 1: Unknown variable: arg. Did you mean args?",
  );
});

test("version 1 is upgraded with its comments, and lets pass what it did", async () => {
  const file = policyFile(
    `# Ours\n${POLICY.replace("    tools: [get_*]", "    tools: [get_*] # any of them")}`,
  );
  const printed = await offline("upgrade", file);
  expect(printed.code).toBe(0);
  expect(printed.stdout).toContain("# Ours\nversion: 2\nrules:\n");
  expect(printed.stdout).toContain("tools: [get_*] # any of them\n");
  expect(printed.stderr).toContain('"reading is free", "small transfers": lets arguments pass');
  expect(readFileSync(file, "utf8")).toContain("version: 1");
  const call = ["--tool", "get_user", "--args", '{"id":5}'];
  const before = await offline("test", file, ...call);
  expect((await offline("upgrade", file, "--write")).stdout).toBe("");
  expect(readFileSync(file, "utf8")).toBe(printed.stdout);
  expect((await offline("test", file, ...call)).stdout).toBe(before.stdout);
  expect((await offline("upgrade", file)).stderr).toContain("says version: 2 already");
});

test("an upgrade changes nothing else of a file, whatever form its rules have", async () => {
  const rules = [
    "  - {name: a, decision: allow, tools: [x]} # one",
    '  - {"name": "b", "decision": "allow"}',
    "  -   decision:  allow   # three",
    "      name: c",
    "  - name: d",
    "    decision: deny",
    "  - name: e",
    "    decision: allow",
  ];
  const printed = await offline(
    "upgrade",
    policyFile(`version: 1 # form\nrules:\n${rules.join("\n")}`),
  );
  expect(printed.stdout.split("\n")).toEqual([
    "version: 2 # form",
    "rules:",
    "  - {name: a, decision: allow, other_args: any, tools: [x]} # one",
    '  - {"name": "b", "decision": "allow", "other_args": "any"}',
    "  -   decision:  allow   # three",
    "      other_args: any",
    ...rules.slice(3),
    "    other_args: any",
    "",
  ]);
});

test("an upgrade shows what it treats otherwise, and the short form is shown written out", async () => {
  const server = await testServer();
  const file = policyFile();
  await server.run("policy", "apply", file);
  const upgraded = await server.run("policy", "upgrade", file);
  expect(upgraded.stderr).toContain("Agents sought nothing in the last 30 days to try it on.");
  const shown = await server.run("policy", "show", "--expanded");
  expect(shown.stdout).toContain("    when: has(args.amount) && args.amount > 1000\n");
});

test("why each rule matches an action or does not is told, up to the one that decides", async () => {
  const rules = [
    "{ name: mails, tools: [send_mail], decision: deny }",
    "{ name: euros, tools: [pay], when: 'args.currency == \"EUR\" && args.amount < 5', decision: allow }",
    "{ name: large, tools: [pay], when: 'args.amount > 1000', level: HIGH }",
    "{ name: bound, tools: [pay], args: { /amount: { over: 5 } } }",
    "{ name: rest, decision: deny }",
    "{ name: never, decision: allow, other_args: any }",
  ];
  const file = policyFile(`version: 2\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`);
  const args = JSON.stringify({ currency: "USD", amount: "a lot" });
  const told = await offline("explain", "--policy", file, "--tool", "pay", "--args", args);
  expect(told.stdout.split("\n")).toEqual([
    'deny, by "rest"',
    '  "mails" does not match: It is about other tools or agents.',
    '  "euros" does not match: args.currency == "EUR" is false (args.currency is "USD")',
    expect.stringContaining(
      '"large" cannot be judged: Line 1, column 1: args.amount > 1000 cannot be',
    ),
    expect.stringContaining(
      '"bound" cannot be judged: args["/amount"].over 5 cannot be judged: text,',
    ),
    '  "rest" matches: It has no conditions.',
    "",
  ]);
  expect(await offline("explain", "req_01hf3k5m7n9p1q3r5s7t9v1w3x", "--tool", "pay")).toMatchObject(
    {
      code: 2,
      stderr: expect.stringContaining("give the id of a request, or an action"),
    },
  );
});

const TESTED = `${POLICY}tests:
  - { name: reads pass, tool: get_user, decision: allow }
  - name: large ones ask two
    tool: transfer
    args: { amount: 5000 }
    decision: ask
    level: CRITICAL
    quorum: 2
    who: [role:owner, role:approver]
`;

test("the tests beside the rules run without a server, with the rules that they leave out", async () => {
  const ran = await offline("test", policyFile(TESTED));
  expect(ran).toMatchObject({
    code: 0,
    stdout:
      'holds  "reads pass", by "reading is free"\nholds  "large ones ask two", by "large transfers"\n',
  });
  expect(ran.stderr).toContain('No test is decided by: "small transfers".\n');
  expect(ran.stderr).toContain("2 tests, 0 failed.");
});

test("how much each rule decides is told, of what agents sought and of the tests", async () => {
  const server = await testServer();
  await server.run("policy", "apply", policyFile(TESTED));
  for (const tool of ["get_user", "get_order", "mail"]) {
    await server.agent.authorize({ tool, args: {}, reason: "It is due." });
  }
  const told = await server.run("policy", "coverage");
  const rows = told.stdout.trimEnd().split("\n");
  expect(rows[0]).toMatch(/^requests +last +tests +rule$/);
  expect(rows[1]).toMatch(/^2 +20\S+Z +1 +"reading is free"$/);
  expect(rows[2]).toMatch(/^0 +never +1 +"large transfers"$/);
  expect(rows[4]).toMatch(/^1 +20\S+Z +0 +no rule matched$/);
  expect(told.stderr).toContain("3 authorizations of the last 30 days.");
  expect(told.stderr).toContain('Decided none of them: "large transfers", "small transfers".');
  expect(told.stderr).toContain('No test is decided by: "small transfers".');
});

test("apply shows the tests that change together with their rule", async () => {
  const server = await testServer();
  await server.run("policy", "apply", policyFile(TESTED));
  const weaker = TESTED.replaceAll("quorum: 2", "quorum: 1");
  const applied = await server.run("policy", "apply", policyFile(weaker));
  expect(applied.stderr).toContain(
    '  ~ test "large ones ask two", with ~ rule "large transfers"\n',
  );
  const same = await server.run(
    "policy",
    "apply",
    policyFile(weaker.replace("reads pass", "reads")),
  );
  expect(same.stderr).not.toContain("change together");
});

test("a policy is refused while a test of it fails, and applied once it holds", async () => {
  const server = await testServer();
  const { revision } = await server.operator.policy();
  const wrong = policyFile(TESTED.replace("quorum: 2\n    who", "quorum: 3\n    who"));
  const said =
    'fails  "large ones ask two": expects quorum 3, and it is quorum 2, by "large transfers"\n';
  const ran = await offline("test", wrong);
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain(said);
  const refused = await server.run("policy", "apply", wrong);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    '"large ones ask two" expects quorum 3, and it is quorum 2, by the rule "large transfers".',
  );
  expect((await server.operator.policy()).revision).toBe(revision);
  expect(await server.run("policy", "apply", policyFile(TESTED))).toMatchObject({ code: 0 });
});
