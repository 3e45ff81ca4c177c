import type { Argument, Command, Option } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { referenceOf } from "../../src/cli/terminal/arguments.ts";
import { KINDS, type Kind } from "../../src/cli/terminal/reference-kinds.ts";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { createClient } from "../../src/client/client.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { openServer, type TestServer } from "../support/cli.ts";
import { openRows, type Rows } from "../support/rows.ts";

/* People name one thing: by its id, by enough of the id, or by its name. */

const NOBODY = "zzzzzzzz";
/** The agent that every server has from its first start. */
const AGENT = "agent";

let server: TestServer;
let rows: Rows;
beforeAll(async () => {
  server = await openServer();
  rows = openRows(`${server.data}/earshot.db`);
});
afterAll(async () => {
  rows.close();
  await server.close();
});

let count = 0;

async function seek() {
  const { request } = await server.agent.authorize({
    tool: "rename_user",
    args: { id: `u${++count}` },
    reason: "Asked for.",
    joinKey: `test ${count}`,
  });
  return asAuthorization(request);
}

const endOf = (id: string) => id.slice(-8);

/** Two that were asked within one stretch of time which six digits of an id stand for. */
async function twoOfOneTime() {
  for (;;) {
    const [one, other] = [await seek(), await seek()];
    const shared = one.id.slice(0, 10);
    if (other.id.startsWith(shared)) return { one, other, shared };
  }
}

interface Named {
  readonly path: string;
  readonly command: Command;
  readonly given: Argument | Option;
  readonly what: string;
}

/** Every argument and option whose text names something, by what the help calls it. */
async function allNamed(): Promise<readonly Named[]> {
  const program = await createProgram({ finish() {}, signal: new AbortController().signal });
  const walk = (parent: Command, before: string): readonly Named[] =>
    parent.commands.flatMap((command) => {
      const path = `${before}${command.name()}`;
      const args = command.registeredArguments.map((given) => ({ given, what: given.name() }));
      const options = command.options.flatMap((given) => {
        const what = /<([\w-]+)(?:\.\.\.)?>/.exec(given.flags)?.[1];
        return what === undefined ? [] : [{ given, what }];
      });
      const named = [...args, ...options].filter(({ what }) => NAMING.has(what));
      const own = named.map(({ given, what }) => ({ path, command, given, what }));
      return [...own, ...walk(command, `${path} `)];
    });
  return walk(program, "");
}

const NAMING = new Set(["id", "name", "names", "agent", "operator", "run", "node", "a", "b"]);

/** Those that mean nothing that is known here already, or what only another one looks up. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  "a name that is new, or of something outside": [
    "init --name",
    "init --policy",
    "hook --name",
    "authorize --tool",
    "authorize --session",
    "authorize --for",
    "redeem --tool",
    "redeem --session",
    "grant verify --tool",
    "policy test --tool",
    "policy test --agent",
    "policy explain --tool",
    "policy explain --agent",
    "proxy --session",
    "start --liaison-model",
    "doctor --model",
    "links chat --name",
    "links chat --thread",
    "operators add name",
    "keys create --agent",
    "keys create --operator",
    "keys create --service",
    "permissions give --agent",
    "channels add --module",
    "sessions import --agent",
    "sessions import --chat",
    "attention --zone",
    "templates --set",
    "start --allowed-host",
    "liaise --agent",
  ],
  "whom to ask or to show it, where role:owner is a name as well": [
    "liaison share --with",
    "ask --to",
    "authorize --to",
    "route test --to",
  ],
  "a person of whom the refusal says who can instead": ["assign name"],
  "where an agent says it, by an id that its program was told": [
    "ask --conversation",
    "tell --conversation",
    "liaison progress --answers",
    "liaison token --conversation",
  ],
  "a filter or a part of the record by a name that may be gone": [
    "skills --agent",
    "sessions export --agent",
    "liaison fitness --agent",
    "liaison export --agent",
    "erase --person",
    "host --agent",
    "memory list --agent",
    "memory read --agent",
    "memory history --agent",
    "memory search --agent",
    "memory restore --agent",
    "memory export --agent",
    "memory list --run",
    "memory read --run",
    "memory history --run",
    "memory search --run",
    "memory restore --run",
    "memory export --run",
    "memory import --run",
  ],
  "files of a folder, which are only looked at": [
    "runs show run",
    "runs follow run",
    "runs report run",
    "runs compare a",
    "runs compare b",
  ],
  "a node of the graph, of any kind": ["liaison graph-query node", "liaison graph-query --to"],
};

function labelOf({ path, given }: Named): string {
  return `${path} ${"long" in given ? given.long : given.name()}`;
}

test("every command that takes an id or a name has it looked up in one place", async () => {
  const otherwise = (await allNamed()).filter(({ given }) => referenceOf(given) === undefined);
  expect(otherwise.map(labelOf).toSorted()).toEqual(Object.values(OTHERWISE).flat().toSorted());
});

test("nothing is done to what is not there, and each command says where to look", async () => {
  const named = (await allNamed()).flatMap((one) => {
    const reference = referenceOf(one.given);
    return reference === undefined ? [] : [{ ...one, kind: KINDS[reference.kind] as Kind }];
  });
  expect(named.length).toBeGreaterThan(35);
  const before = rows.hash();
  for (const one of named) {
    const refused = await server.run(...lineFor(one));
    expect(refused, labelOf(one)).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr, labelOf(one)).toMatch(/There is no [\w ]+ "zzzzzzzz"/);
    expect(refused.stderr, labelOf(one)).toContain(withFolder(one.kind.shownBy, server.data));
  }
  expect(rows.hash()).toBe(before);
});

/** The command with whatever else it wants, and in the place of this one a text that means nothing. */
function lineFor({ path, command, given }: Named): readonly string[] {
  const args = command.registeredArguments.flatMap((one) => {
    if (one === given) return [NOBODY];
    // What stands before it is looked up first, and is there.
    if (referenceOf(one)?.kind === "agent") return [AGENT];
    if (one.name() === "round") return ["1"];
    return one.required ? ["x"] : [];
  });
  const options = command.options.flatMap((one) => {
    if (one === given) return [one.long ?? "", NOBODY];
    return one.mandatory ? [one.long ?? "", one.argChoices?.[0] ?? "{}"] : [];
  });
  return [...path.split(" "), ...args, ...options];
}

describe("part of an id", () => {
  test("is enough from either end, in capitals too, and what it means is told whole", async () => {
    const { id } = await seek();
    const shown = await server.run("show", endOf(id));
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain(id);
    expect(shown.stderr).toContain(`${endOf(id)} is ${id}  open, agent: rename_user`);
    for (const part of [id.slice(0, 26), id.slice(4, 26).toUpperCase(), `${id.slice(0, 26)}…`]) {
      expect((await server.run("show", part)).stdout, part).toContain(id);
    }
    expect((await server.run("show", id.toUpperCase())).stdout).toContain(id);
    const rejected = await server.run("reject", endOf(id), "--reason", "No.");
    expect(rejected.stderr).toContain(`Rejected ${id}.`);
    expect((await server.run("wait", endOf(id))).code).toBe(10);
  });

  test("that several have is an error which lists them, and nothing is decided", async () => {
    const { one, other, shared } = await twoOfOneTime();
    const before = rows.hash();
    for (const line of [["reject"], ["revoke"], ["show"], ["answer"], ["erase"]]) {
      const refused = await server.run(...line, shared, ...(line[0] === "answer" ? ["yes"] : []));
      expect(refused, line[0]).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain("may mean several requests. Nothing was done");
      expect(refused.stderr).toContain(`${one.id}  open, agent: rename_user`);
      expect(refused.stderr).toContain(other.id);
    }
    const asJson = await server.run("reject", shared, "--json");
    const { details } = JSON.parse(asJson.stderr).error;
    expect(details.candidates).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(rows.hash()).toBe(before);
  });

  test("means what is closed as well: a decision goes to no other that is open still", async () => {
    const { one, other, shared } = await twoOfOneTime();
    await server.operator.reject({ id: one.id });
    const refused = await server.run("reject", shared);
    expect(refused.stderr).toContain("may mean several requests");
    const closed = await server.run("reject", endOf(one.id));
    expect(closed.code).toBe(1);
    expect((await server.operator.show({ id: other.id })).request.status).toBe("open");
  });

  test("is not enough where --yes has nobody shown what it means", async () => {
    const { id } = await seek();
    const refused = await server.run("approve", endOf(id), "--yes");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`Give the whole id:\n  ${id}`);
    expect((await server.operator.show({ id })).request.status).toBe("open");
    expect(await server.run("approve", id, "--yes")).toMatchObject({ code: 0 });
  });

  test.for(["", "01k", "l1k2b3", `req_${"0".repeat(27)}`])(
    "%j is none, which is wrong usage",
    async (text) => {
      const refused = await server.run("show", text);
      expect(refused).toMatchObject({ code: 2, stdout: "" });
      expect(refused.stderr).toContain("26 letters and digits, of which 6");
    },
  );

  test("finds a question that stands behind another agent's", async () => {
    const { secret } = await server.operator.createKey({ kind: "agent", name: "second" });
    await server.agent.ask({ text: "Is the shared one found?" });
    const second = createClient({ url: server.url(), key: secret });
    const { request } = await second.ask({ text: "Is the shared one found?" });
    const shown = await server.run("separate", endOf(request.id));
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stderr).toContain(request.id);
  });
});

describe("a name", () => {
  test("means who is called so, and one with other capitals is told", async () => {
    await server.operator.createKey({ kind: "agent", name: "scout" });
    expect(await server.run("agents", "halt", "scout")).toMatchObject({ code: 0 });
    expect(await server.run("agents", "resume", "scout")).toMatchObject({ code: 0 });
    const other = await server.run("agents", "halt", "Scout");
    expect(other.stderr).toContain('There is "scout". Capitals count.');
  });

  test("of a key means the one that is good, and of several none", async () => {
    const { key } = await server.operator.createKey({ kind: "agent", name: "once" });
    expect((await server.run("keys", "revoke", "once")).stderr).toContain(`Revoked ${key.id}.`);
    const again = await server.run("keys", "revoke", key.id);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain(`${key.id} was revoked already, at `);
    expect((await server.run("keys", "revoke", "once")).stderr).toContain('There is no key "once"');
    const two = [
      await server.operator.createKey({ kind: "agent", name: "twice" }),
      await server.operator.createKey({ kind: "agent", name: "twice" }),
    ];
    const refused = await server.run("keys", "revoke", "twice");
    expect(refused.code).toBe(1);
    for (const one of two) expect(refused.stderr).toContain(`${one.key.id}  agent twice`);
  });

  test("that is part of another's id is told as both", async () => {
    const { key } = await server.operator.createKey({ kind: "agent", name: "lure" });
    const named = await server.operator.createKey({ kind: "agent", name: endOf(key.id) });
    const refused = await server.run("keys", "revoke", endOf(key.id));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(key.id);
    expect(refused.stderr).toContain(named.key.id);
  });
});
