import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { ErrorCode } from "../../src/domain/errors.ts";
import { newSecret, SECRET_PREFIX } from "../../src/domain/people/key-secret.ts";
import { RIGHTS, type Right } from "../../src/domain/people/principal.ts";
import { present } from "../../src/domain/present.ts";
import type { CreateKeyInput } from "../../src/ports/earshot/earshot.ts";
import { call, ok, okKey, refused } from "../support/call.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { FOR_PEOPLE, LETTING_IN, NAMING } from "../support/operation-lists.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { say, startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";
import { byOperation, takeShare } from "../support/share.ts";

takeShare(
  "refusals",
  byOperation(/^(?!is refused with (?:what is no key|a key that was revoked))/),
);

/*
 * Every operation of the table against every kind of key that must not do it. The input is valid
 * each time, so that nothing but the key can be the reason.
 */

const ALL = Object.keys(OPERATIONS) as OperationName[];
const isLettingIn = (name: OperationName) => (LETTING_IN as readonly string[]).includes(name);
/** Those that need a key. */
const NAMES = ALL.filter((name) => !isLettingIn(name));
const AGENT_RIGHTS: readonly Right[] = ["ask", "tell", "read", "redeem", "memory", "record"];
const OF_AGENTS: readonly Right[] = ["ask", "redeem", "record"];
const OWNER_RIGHTS: readonly Right[] = RIGHTS.filter((right) => !OF_AGENTS.includes(right));

let server: TwoWorkspaces;
let rows: Rows;
let things: Things;
let agent: string;
let owner: string;

beforeAll(async () => {
  server = await startTwoWorkspaces();
  rows = openRows(server.database);
  agent = server.home.agent.secret;
  owner = server.home.owner.secret;
  things = await makeThings(server.url, { agent, operator: owner });
});
afterAll(async () => {
  rows.close();
  await server.close();
});

async function newKey(input: CreateKeyInput): Promise<{ id: string; secret: string }> {
  const made = await okKey(server.url, { key: owner, input: { ...input } });
  return { id: made.key.id, secret: made.secret };
}

const secrets = new Map<string, Promise<string>>();

/** Whole, and known to no server. */
function nobodysKey(): string {
  return newSecret(SECRET_PREFIX, randomBytes(32).toString("base64url"));
}

/** A key of this kind, made once; its principal is not one of those that the workspace began with. */
function secretOf(input: Omit<CreateKeyInput, "name">): Promise<string> {
  const id = JSON.stringify(input);
  const known = secrets.get(id);
  if (known !== undefined) return known;
  const made = newKey({ ...input, name: `extra ${secrets.size}` }).then(({ secret }) => secret);
  secrets.set(id, made);
  return made;
}

/** A key with all that its principal may hold but this, and what would bring it along. */
function secretWithout(right: Right): Promise<string> {
  const isOther = (held: Right) => held !== right && !(right === "metrics" && held === "operate");
  return OF_AGENTS.includes(right)
    ? secretOf({ kind: "agent", scopes: AGENT_RIGHTS.filter((held) => held !== right) })
    : secretOf({
        kind: "person",
        role: "owner",
        scopes: OWNER_RIGHTS.filter(isOther),
      });
}

/** Calls with the example and expects this refusal, and that not one row is another afterwards. */
async function expectRefusal(
  name: OperationName,
  { code, ...options }: { code: ErrorCode; key?: string; headers?: Record<string, string> },
) {
  const before = rows.hash();
  const input = examplesFor(things)[name];
  const problem = await refused(server.url, name, { input, code, ...options });
  expect(rows.hash(), `${name} changes nothing`).toBe(before);
  return problem;
}

test("every operation has an example that its schema takes", () => {
  const examples = examplesFor(things);
  expect(Object.keys(examples).sort()).toEqual([...ALL].sort());
  for (const name of ALL) {
    const { input, method } = OPERATIONS[name] as Operation;
    const example = Object.entries(examples[name]);
    const sent = example.map(([field, value]) => [field, method === "GET" ? `${value}` : value]);
    expect(() => input.parse(Object.fromEntries(sent)), name).not.toThrow();
  }
});

test("a missing key is told as missing, however a program sends it", async () => {
  const { url } = server;
  const sent = ["", "Bearer", "Bearer ", "Bearer undefined", "Bearer null", "Bearer None"];
  const messageOf = async (authorization: string) => {
    const response = await fetch(`${url}/v1/whoami`, { headers: { authorization } });
    return (await response.json()).detail as string;
  };
  for (const authorization of sent) {
    expect(await messageOf(authorization), authorization).toContain("carries no key");
  }
  expect(await messageOf(`Bearer ${nobodysKey()}`)).toContain("docs/guides/locked-out.md");
  expect(await messageOf(`Bearer ${owner.slice(0, -7)}`)).toContain("This key is not whole");
  const unset = process.env["EARSHOT_NO_SUCH_KEY"];
  // A program in JavaScript is not held to the types.
  const given = { url, key: unset } as { readonly url: string };
  for (const client of [createClient(given), createClient({ url, key: "" })]) {
    await expect(client.whoami()).rejects.toThrow("carries no key");
  }
});

describe.each(NAMES)("%s", (name) => {
  const operation: Operation = OPERATIONS[name];

  test("is refused without a key", async () => {
    await expectRefusal(name, { code: "NOT_SIGNED_IN" });
  });

  test("is refused with what is no key", async () => {
    const changed = agent.slice(0, -1) + (agent.endsWith("A") ? "B" : "A");
    for (const authorization of [
      "Bearer",
      "Bearer ",
      `Bearer ear_live_${randomBytes(32).toString("base64url")}`,
      `Bearer ${nobodysKey()}`,
      "Bearer ear_live_",
      "Bearer undefined",
      `Bearer ${changed}`,
      `Bearer ${owner.toUpperCase()}`,
      `Bearer ${owner} ${owner}`,
      `Bearer ${owner.slice("ear_live_".length)}`,
      `Basic ${Buffer.from(`${owner}:`).toString("base64")}`,
      `Basic ${owner}`,
      owner,
    ]) {
      await expectRefusal(name, { code: "NOT_SIGNED_IN", headers: { authorization } });
    }
  });

  test("is refused with a key that was revoked", async () => {
    const made = await newKey({ kind: "person", name: `revoked ${name}`, role: "owner" });
    await ok(server.url, "whoami", { key: made.secret });
    await ok(server.url, "revokeKey", { key: owner, input: { id: made.id } });
    await expectRefusal(name, { code: "NOT_SIGNED_IN", key: made.secret });
  });

  const { right } = operation;
  if (right === "key" || right === "none" || right === "invitation") return;
  test("is refused with a key that lacks the right", async () => {
    const key = await secretWithout(right);
    await expectRefusal(name, { code: "NOT_ALLOWED", key });
    const powerless = await secretOf({ kind: "person", role: "owner", scopes: [] });
    await expectRefusal(name, { code: "NOT_ALLOWED", key: powerless });
  });
});

const FOR_THE_PAGE = LETTING_IN.filter((name) => OPERATIONS[name].right === "none");
test.each(FOR_THE_PAGE)("%s is for the page alone, whatever key a call brings", async (name) => {
  for (const key of [undefined, agent, owner]) {
    await expectRefusal(name, { code: "NOT_ALLOWED", ...present({ key }) });
  }
});

test("an invitation is judged by what it says, whatever key a call brings", async () => {
  for (const key of [undefined, agent, owner]) {
    await expectRefusal("acceptInvitation", { code: "NOT_SIGNED_IN", ...present({ key }) });
  }
});

const needing = (rights: readonly Operation["right"][]) =>
  NAMES.filter((name) => rights.includes(OPERATIONS[name].right));

const OF_PEOPLE: readonly Operation["right"][] = [
  "answer",
  "decide",
  "permit",
  "withdraw",
  "policy",
  "erase",
  "keys",
  "people",
  "audit",
  "operate",
  "metrics",
];

test.each(needing(OF_PEOPLE))("%s is for people and refused to an agent", async (name) => {
  await expectRefusal(name, { code: "NOT_ALLOWED", key: agent });
});

test.each(FOR_PEOPLE)("%s is for people, and refused to agents and services", async (name) => {
  await expectRefusal(name, { code: "NOT_ALLOWED", key: agent });
  await expectRefusal(name, { code: "NOT_ALLOWED", key: await secretOf({ kind: "service" }) });
});

test.each(needing(OF_AGENTS))("%s is for agents and refused to a person", async (name) => {
  await expectRefusal(name, { code: "NOT_ALLOWED", key: owner });
});

test.each(NAMING)("%s does not find what belongs to another workspace", async (name) => {
  const { agent: stranger, owner: outsider } = server.abroad;
  const isForAgents = needing(["ask", "tell"]).includes(name);
  const key = isForAgents ? stranger.secret : outsider.secret;
  await expectRefusal(name, { code: "NOT_FOUND", key });
});

const forPeople: readonly string[] = FOR_PEOPLE;
const NAMED_BY_AGENTS = NAMING.filter(
  (name) => needing(["ask", "tell", "read", "key"]).includes(name) && !forPeople.includes(name),
);
test.each(NAMED_BY_AGENTS)("%s does not find what belongs to another agent", async (name) => {
  const key = await secretOf({ kind: "agent" });
  await expectRefusal(name, { code: "NOT_FOUND", key });
});

test("an operation that names a thing is one of those tried with the things of others", () => {
  const naming = NAMES.filter((name) =>
    Object.values(examplesFor(things)[name]).some((value) =>
      // Runs lie in the data folder, which has one owner, and belong to no workspace.
      /^(?!run_)\w{3}_\w{26}$/.test(String(value)),
    ),
  );
  expect([...naming].sort()).toEqual([...NAMING].sort());
});

test("only who may ask or withdraw may cancel", async () => {
  for (const key of [
    await secretOf({ kind: "person", role: "approver" }),
    await secretOf({ kind: "person", role: "viewer" }),
    await secretOf({ kind: "service" }),
    await secretOf({ kind: "agent", scopes: ["read", "tell"] }),
  ]) {
    await expectRefusal("cancel", { code: "NOT_ALLOWED", key });
  }
});

test("an approver and a viewer get no more than their role gives", async () => {
  const approver = await secretOf({ kind: "person", role: "approver" });
  const viewer = await secretOf({ kind: "person", role: "viewer" });
  const service = await secretOf({ kind: "service" });
  for (const name of ["createKey", "metrics", "stop"] as const) {
    await expectRefusal(name, { code: "NOT_ALLOWED", key: approver });
    await expectRefusal(name, { code: "NOT_ALLOWED", key: viewer });
  }
  for (const name of needing(["answer", "decide", "permit"])) {
    await expectRefusal(name, { code: "NOT_ALLOWED", key: viewer });
    await expectRefusal(name, { code: "NOT_ALLOWED", key: service });
  }
  for (const name of needing(["policy", "erase"])) {
    await expectRefusal(name, { code: "NOT_ALLOWED", key: approver });
  }
});

test("no key can be made that lets an agent or a service decide", async () => {
  const before = rows.hash();
  for (const kind of ["agent", "service"]) {
    for (const right of ["answer", "decide", "permit", "withdraw", "policy", "keys", "people"]) {
      await refused(server.url, "createKey", {
        code: "INVALID_INPUT",
        key: owner,
        input: { kind, name: `would-be ${kind}`, scopes: [right] },
      });
    }
    await refused(server.url, "createKey", {
      code: "INVALID_INPUT",
      key: owner,
      input: { kind, name: `would-be ${kind}`, role: "owner" },
    });
  }
  expect(rows.hash()).toBe(before);
});

test("what another workspace has looks the same as what nobody has", async () => {
  const { owner: outsider } = server.abroad;
  const nobody = (id: string) => `${id.slice(0, 5)}${"0".repeat(25)}`;
  for (const name of NAMING) {
    if (/^(ask|tell)$/.test(OPERATIONS[name].right)) continue;
    const input = examplesFor(things)[name];
    const missing = Object.fromEntries(
      Object.entries(input).map(([field, value]) => [
        field,
        /^\w{3}_\w{26}$/.test(String(value)) ? nobody(String(value)) : value,
      ]),
    );
    const [theirs, none] = await Promise.all(
      [input, missing].map((sent) =>
        refused(server.url, name, { code: "NOT_FOUND", key: outsider.secret, input: sent }),
      ),
    );
    const withoutIds = (problem: unknown) =>
      JSON.stringify(problem).replaceAll(/(\w{3})_\w{26}/g, "$1");
    expect(withoutIds(theirs), name).toBe(withoutIds(none));
  }
});

test("a key of another workspace sees and changes only its own", async () => {
  const { url, abroad } = server;
  const before = rows.hash("default");
  const input = { text: say("question"), holdMs: 0 };
  await refused(url, "ask", {
    code: "INVALID_INPUT",
    key: abroad.agent.secret,
    input: { ...input, to: ["owner"] },
  });
  const asked = await ok(url, "ask", { key: abroad.agent.secret, input });
  await ok(url, "tell", { key: abroad.agent.secret, input: { text: say("message") } });
  await ok(url, "startConversation", { key: abroad.agent.secret, input: { title: say("title") } });
  const key = abroad.owner.secret;
  // Of the same kind and name as one at home: another principal all the same.
  const made = await ok(url, "createKey", { key, input: { kind: "agent", name: "scout" } });
  expect(made.principal.id).not.toBe(server.home.agent.principal.id);

  const seen: Record<string, unknown> = {};
  for (const name of NAMES) {
    if (name === "stop" || (NAMING as readonly string[]).includes(name)) continue;
    const { right } = OPERATIONS[name];
    if (right === "ask" || right === "tell" || name === "createKey") continue;
    seen[name] = await call(url, name, { key });
  }
  seen["list"] = await ok(url, "list", { key });
  // What no rule is about is told as the rule "default", which is no workspace.
  const text = JSON.stringify(seen).replaceAll('"rule":"default"', "");
  expect(text).toContain(asked.request.id);
  // An operator at home is named like the role of the one abroad, and both have a policy without rules.
  const { web, owner: _, revision: __, files, ...named } = things;
  const ids = Object.values(named).flatMap((mine) =>
    typeof mine === "string" || "at" in mine ? mine : [mine.id],
  );
  ids.push(files.open, files.answered, web.session.id, server.home.owner.principal.id);
  for (const mine of [...ids, '"workspace":"default"', "default"]) {
    expect(text).not.toContain(mine);
  }
  expect(rows.hash("default")).toBe(before);
});

test("an agent that asks for lists is shown nothing of another agent", async () => {
  const rival = await secretOf({ kind: "agent" });
  const seen = [
    await ok(server.url, "list", { key: rival }),
    await ok(server.url, "listConversations", { key: rival }),
    await ok(server.url, "events", { key: rival }),
  ];
  const text = JSON.stringify(seen);
  for (const theirs of Object.values(things)) {
    if (typeof theirs === "string") expect(text).not.toContain(theirs);
  }
});

test("revoking a key ends what it may do at once, whatever was remembered of it", async () => {
  const made = await newKey({ kind: "agent", name: "soon revoked" });
  const other = await newKey({ kind: "agent", name: "soon revoked" });
  await ok(server.url, "ask", { key: made.secret, input: { text: say("question") } });
  await ok(server.url, "revokeKey", { key: owner, input: { id: made.id } });
  await refused(server.url, "ask", {
    code: "NOT_SIGNED_IN",
    key: made.secret,
    input: { text: say("question") },
  });
  await ok(server.url, "whoami", { key: other.secret });
});

test("no answer but that of its making shows a secret or its hash", async () => {
  const { secret } = await newKey({ kind: "agent", name: "shown once" });
  const hashes = rows
    .all()
    .filter((row) => row.startsWith("keys "))
    .map((row) => (JSON.parse(row.slice("keys ".length)) as { secret_hash: string }).secret_hash);
  const seen = JSON.stringify([
    await call(server.url, "listKeys", { key: owner }),
    await call(server.url, "events", { key: owner }),
    await call(server.url, "exportAudit", { key: owner }),
    await call(server.url, "whoami", { key: secret }),
    await call(server.url, "metrics", { key: owner }),
  ]);
  expect(hashes.length).toBeGreaterThan(3);
  const begins = ["ear_live_", "ear_web_"];
  for (const hidden of [...hashes, secret, ...begins]) expect(seen).not.toContain(hidden);
  for (const begin of begins) expect(rows.all().join("\n")).not.toContain(begin);
});
