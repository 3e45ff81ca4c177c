import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPolicyFile } from "../../src/cli/policy/read-policy-file.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { policyWarnings } from "../../src/domain/policy/checks/check-open.ts";
import { checkPolicy } from "../../src/domain/policy/checks/check-rules.ts";
import { compilePolicy } from "../../src/domain/policy/decide.ts";
import type { Policy } from "../../src/domain/policy/policy.ts";
import { policySchema, readPolicy } from "../../src/domain/policy/read-policy.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { ROOT, testFolder } from "../support/cli.ts";

async function read(text: string | Uint8Array): Promise<JsonObject> {
  const file = join(testFolder(), "earshot.yaml");
  writeFileSync(file, text);
  return await readPolicyFile(file);
}

test("YAML and JSON say the same", async () => {
  const expected = { version: 1, rules: [{ name: "a", tools: ["get_*"], decision: "allow" }] };
  expect(
    await read("version: 1\nrules:\n  - name: a\n    tools: [get_*]\n    decision: allow\n"),
  ).toEqual(expected);
  expect(await read(JSON.stringify(expected))).toEqual(expected);
});

test("words that older YAML took for yes and no are text, and so is a date", async () => {
  expect(await read("on: yes\nno: 2026-11-21\n")).toEqual({ on: "yes", no: "2026-11-21" });
});

test("an alias stands for what it names", async () => {
  const text = "who: &who { names: [ana] }\na: *who\n";
  expect(await read(text)).toEqual({ who: { names: ["ana"] }, a: { names: ["ana"] } });
});

test("a key named __proto__ is a key", async () => {
  expect(JSON.stringify(await read("__proto__: { decision: allow }\n"))).toBe(
    '{"__proto__":{"decision":"allow"}}',
  );
});

const BOMB = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ...["b", "c", "d", "e", "f", "g"].map((name, index) => {
    const former = "abcdef"[index];
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${former}`).join(", ")}]`;
  }),
].join("\n");

test.for<[string, string | Uint8Array, string]>([
  ["a key that comes twice", "version: 1\nversion: 1\n", ":2: Map keys must be unique."],
  ["a key that is no text", "? [a]\n: 1\n", ":1: With stringKeys, all keys must be strings."],
  ["an unknown tag", "version: !!js/function x\n", ":1: Unresolved tag"],
  ["a second document", "version: 1\n---\nversion: 1\n", "Source contains multiple documents"],
  ["broken YAML", "rules: [a\n", ":2: Flow sequence"],
  ["an alias of nothing", "a: *b\n", "aliases cannot be followed"],
  ["aliases that grow without end", BOMB, "aliases cannot be followed"],
  ["a list", "- a\n", "A policy is a map with version and rules."],
  ["nothing", "", "A policy is a map with version and rules."],
  ["bytes that are no text", Uint8Array.of(0x61, 0x3a, 0x20, 0xff), "is not UTF-8"],
  ["a file that is too long", `a: ${"x".repeat(1_048_577)}`, "at most 1048576 are read"],
])("%s is refused", async ([, text, expected]) => {
  await expect(read(text)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining(expected),
  });
});

test("a file that is not there is named", async () => {
  const missing = join(testFolder(), "none.yaml");
  await expect(readPolicyFile(missing)).rejects.toThrow(`The policy file ${missing} is not there.`);
});

test("the example is a right policy, whose editor finds the schema", async () => {
  const file = join(ROOT, "examples/policy/earshot.yaml");
  const policy = readPolicy(await readPolicyFile(file));
  expect(policy.rules).toHaveLength(6);
  const people = ["ana", "ben", "cas"].map((name) => ({
    name,
    role: "owner" as const,
    decides: true,
  }));
  expect(checkPolicy(compilePolicy(policy), people)).toEqual([]);
  expect(readFileSync(file, "utf8")).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.\.\/earshot\.schema\.json\n/,
  );
});

/** Policies as they stand in pages, examples and files to deploy, each beside where it stands. */
async function publishedPolicies(): Promise<readonly (readonly [string, Policy])[]> {
  const files = globSync("{*.md,{docs,examples,deploy,skills}/**/*.{md,yaml,yml}}", { cwd: ROOT });
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/^> ?/gm, "");
    const starts = [...text.matchAll(/^ *version: 1$/gm)];
    return starts.flatMap(({ index, 0: line }) => {
      const indent = line.length - line.trimStart().length;
      const lines = text.slice(index).split("\n");
      const end = lines.findIndex((one, n) => n > 0 && !isOfBlock(one, indent));
      const block = lines.slice(0, end < 0 ? undefined : end).map((one) => one.slice(indent));
      return block.some((one) => one.startsWith("rules:"))
        ? [[file, block.join("\n")] as const]
        : [];
    });
  });
  return await Promise.all(
    found.map(async ([file, block]) => [file, readPolicy(await read(block))] as const),
  );
}

function isOfBlock(line: string, indent: number): boolean {
  const own = line.slice(indent);
  return (
    line.trim() === "" || /^(?: |#|- |version:|rules:|routing:|messages:|retention:)/.test(own)
  );
}

test("nothing that is published here is warned of, but what shows a warning", async () => {
  const policies = await publishedPolicies();
  const files = new Set(policies.map(([file]) => file));
  const known = ["docs/guides/policy.md", "docs/guides/guard.md", "docs/guides/proxy.md"];
  const examples = ["examples/policy/earshot.yaml", "examples/guard/earshot.yaml"];
  expect([...files]).toEqual(expect.arrayContaining([...known, ...examples]));
  const warned = policies.flatMap(([file, policy]) =>
    policyWarnings(compilePolicy(policy)).map(({ rule }) => `${file}: ${rule}`),
  );
  expect(warned).toEqual(["docs/guides/policy.md: nothing to strangers"]);
});

test("the schema file of the package is what the code says", () => {
  const text = readFileSync(join(ROOT, "earshot.schema.json"), "utf8");
  expect(JSON.parse(text)).toEqual(policySchema());
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(files).toContain("earshot.schema.json");
});

function isRead(source: JsonObject): boolean {
  try {
    readPolicy(source);
    return true;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return false;
    throw error;
  }
}

const rule = (more: JsonObject): JsonObject => ({ version: 1, rules: [{ name: "r", ...more }] });
const allow = (more: JsonObject): JsonObject => rule({ decision: "allow", ...more });

const reach = (routing: Json): JsonObject => ({ version: 1, rules: [], routing });
const messages = (said: Json): JsonObject => ({ version: 1, rules: [], messages: said });

const GOOD: readonly JsonObject[] = [
  { version: 1, rules: [] },
  rule({}),
  rule({ tools: ["*"], agents: ["a?"], level: "LOW", why: "w" }),
  rule({ approvers: { names: ["ana"] }, quorum: 1, expires: "1.5h", step_up: true }),
  rule({ decision: "ask", approvers: { roles: ["owner", "approver"] }, quorum: 100 }),
  rule({ args: { "": { exists: true }, "/a~1b": { equals: null }, "/c/0": { in: [[], {}] } } }),
  rule({ args: { "/a": { over: -1.5, under: 2, matches: "*", exists: true } } }),
  allow({ budget: { per: "24h", calls: 20, sum: { "/amount": 0 } } }),
  allow({ level: "HIGH" }),
  rule({ budget: { per: "1h", calls: 1, by: "session" } }),
  rule({
    budget: [
      { per: "1h", calls: 1, by: "all" },
      { per: "1h", calls: 1, by: "/to" },
    ],
  }),
  rule({ decision: "deny", why: "No." }),
  reach({ fallback_after: "90s", channels: { slack: "minimal", email: "full" } }),
  reach({ escalate: [{ after: "30m", to: ["ana", "role:owner"] }], minimal_from: "HIGH" }),
  messages({ allow: [] }),
  messages({ allow: [{ agents: ["sc*"], channels: ["slack", "inbox"], chats: ["C0?"] }] }),
];

const BAD: readonly JsonObject[] = [
  {},
  { version: 1 },
  { version: "1", rules: [] },
  { version: 1, rules: null },
  { version: 1, rules: [], extra: 1 },
  { version: 1, rules: [[]] },
  { version: 1, rules: [{}] },
  rule({ name: "" }),
  rule({ name: 5 }),
  rule({ name: "x".repeat(129) }),
  ...["tools", "agents"].flatMap((key) =>
    [[], "a", [1], [""]].map((value: Json) => rule({ [key]: value })),
  ),
  rule({ decision: "Allow" }),
  rule({ level: "SEVERE" }),
  ...[0, 101, 1.5, "1", null].map((quorum) => rule({ quorum })),
  ...["", "30", "1w", 30, null].map((expires) => rule({ expires })),
  rule({ step_up: "no" }),
  rule({ why: "" }),
  ...[{}, { names: [] }, { roles: [] }, { roles: ["viewer"] }, { people: ["a"] }, ["ana"]].map(
    (approvers) => rule({ approvers }),
  ),
  ...[{}, { a: { equals: 1 } }, { "/~2": { equals: 1 } }, { "/a": {} }, { "/a": 1 }].map((args) =>
    rule({ args }),
  ),
  ...[{ over: "1" }, { in: [] }, { in: 1 }, { matches: 1 }, { exists: 1 }, { equal: 1 }].map(
    (condition) => rule({ args: { "/a": condition } }),
  ),
  ...[{}, { calls: 1 }, { per: "1h" }, { per: "1h", calls: 0 }, { per: "1h", calls: 1_001 }].map(
    (budget) => allow({ budget }),
  ),
  ...[{}, { "/a": -1 }, { a: 1 }].map((sum) => allow({ budget: { per: "1h", sum } })),
  ...[["agents"], [""], ["/~2"], [1], [[]]].map(([by = null]: readonly Json[]) =>
    rule({ budget: { per: "1h", calls: 1, by } }),
  ),
  rule({ budget: [] }),
  rule({ decision: "deny", budget: { per: "1h", calls: 1 } }),
  allow({ quorum: 1 }),
  allow({ approvers: { names: ["ana"] } }),
  rule({ decision: "deny", expires: "1h" }),
  rule({ decision: "deny", step_up: false }),
  ...[
    {},
    { fallback: "5m" },
    { fallback_after: 5 },
    { channels: {} },
    { minimal_from: "high" },
  ].map(reach),
  ...[{ Signal: "full" }, { cli: "full" }, { slack: "none" }].map((channels) =>
    reach({ channels }),
  ),
  ...[[], [{ after: "5m" }], [{ to: ["ana"] }], [{ after: "5m", to: [] }]].map((escalate) =>
    reach({ escalate }),
  ),
  ...[{}, { allow: [{}] }, { allow: {} }, { allow: [{ channels: ["SMS"] }] }, { deny: [] }].map(
    messages,
  ),
];

test.for(GOOD)("reader and schema take %j", (source) => {
  expect({ read: isRead(source), schema: checkSchema(policySchema(), source) }).toEqual({
    read: true,
    schema: [],
  });
});

test.for(BAD)("reader and schema refuse %j", (source) => {
  expect(isRead(source)).toBe(false);
  expect(checkSchema(policySchema(), source)).not.toEqual([]);
});

/** Every key of a form with the keys that lead there, as the reference writes them. */
function keysIn(schema: Json | undefined, within = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  const { properties, items, additionalProperties } = schema as JsonObject;
  const here = Object.entries((properties ?? {}) as JsonObject).flatMap(([name, part]) => [
    `${within}${name}`,
    ...keysIn(part, `${within}${name}.`),
  ]);
  const of = within.slice(0, -1);
  return [...here, ...keysIn(items, `${of}[].`), ...keysIn(additionalProperties, `${of}.*.`)];
}

test("the guide names every key of a policy and of a rule, and the reference every key there is", () => {
  const schema = policySchema();
  const guide = readFileSync(join(ROOT, "docs/guides/policy.md"), "utf8");
  const reference = readFileSync(join(ROOT, "docs/reference/policy.md"), "utf8");
  const all = keysIn(schema);
  expect(all).toContain("rules[].args.*.equals");
  expect(all.filter((key) => !reference.includes(`| \`${key}\` `))).toEqual([]);
  const shallow = all.filter((key) => /^(?:rules\[\]\.)?[a-z_]+$/.test(key));
  const name = (key: string) => key.replace("rules[].", "");
  expect(shallow.filter((key) => !guide.includes(`\`${name(key)}\``))).toEqual([]);
});
