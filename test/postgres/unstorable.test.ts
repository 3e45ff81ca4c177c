import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { Json } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { type Input, ok, requestOf, send } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { examplesFor, makeThings, type Things } from "../support/examples.ts";
import { LETTING_IN, OF_CHANNELS } from "../support/operation-lists.ts";
import { databaseWithTables, type TestDatabase } from "../support/postgres.ts";
import { byOperation, percentOf, takeShare } from "../support/share.ts";

/* Every operation with each kind, over one of the stores at least. */
takeShare("unstorable", byOperation());
const IS_WHOLE = percentOf("unstorable") === 100;

/*
 * A NUL is a character of JSON, and none of a text in PostgreSQL. Wherever it stands in a call, that is
 * done or refused by both stores, and nothing is left that cannot be read. So is what no column holds:
 * an error that says "later" would be tried again without end.
 */

const NUL = "\0";
/** What ends the server or a key, and what no key calls. */
const APART: readonly string[] = [
  "stop",
  "signOut",
  "revokeKey",
  "passkeyCreation",
  "passkeyProof",
  "addPasskey",
  "removePasskey",
  "passkeyStepUp",
  "showRun",
  "runReport",
  ...LETTING_IN,
  ...Object.keys(OF_CHANNELS),
];
const TABLE = (Object.entries(OPERATIONS) as [OperationName, Operation][]).filter(
  ([name]) => !APART.includes(name),
);
const READ = TABLE.filter(([, { method }]) => method === "GET");

type Spoil = (text: string) => readonly string[];

/** The same with one of its texts spoilt, or one of the names beside them: each in its turn. */
function spoilt(value: Json, spoil: Spoil): Json[] {
  if (typeof value === "string") return [...spoil(value)];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => spoilt(each, spoil).map((other) => value.with(at, other)));
  }
  const inside = Object.entries(value).flatMap(([name, each]) =>
    spoilt(each, spoil).map((other) => ({ ...value, [name]: other })),
  );
  const named = spoil("a").map((name) => ({ ...value, [name]: "a name" }));
  return [...inside, ...named];
}

/** In a share of the product each place is spoilt in one of the ways, the next one in the next. */
function inTurn(spoil: Spoil): Spoil {
  if (IS_WHOLE) return spoil;
  let turn = 0;
  return (text) => {
    const ways = spoil(text);
    turn += 1;
    return [ways[turn % ways.length] ?? text];
  };
}

const withNul = inTurn((text) => [`${text}${NUL}`, `${text.slice(0, 2)}${NUL}${text.slice(2)}`]);

/** More than a column of an index holds, however well it is compressed. */
const LONG = Array.from({ length: 100 }, (_, n) =>
  createHash("sha256").update(String(n)).digest("hex"),
).join("");
/** Half of a character, which no encoding has, and what is too long. */
const withoutForm = inTurn((text) => [`${text}\ud800`, `${text}${LONG}`]);

/** With each number that the operation knows, also where the example leaves it out. */
function withNumbers(name: OperationName, example: Input): Input[] {
  const names = Object.keys(OPERATIONS[name].input.shape);
  return names
    .filter((each) => each !== "holdMs")
    .flatMap((each) =>
      numbersFor(each).map((number) => ({ ...example, [each]: Number(number) }) as Input),
    );
}
/** Beyond columns of 32 bits; what JSON numbers hold, and columns of 64 bits; and beyond these. */
const NUMBERS = [2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 1e300].map(String);
const numbersFor = inTurn(() => NUMBERS);

interface Opened {
  readonly server: RunningServer;
  readonly keys: { readonly agent: string; readonly operator: string };
  close(): Promise<void>;
}

async function open(postgres?: TestDatabase): Promise<Opened> {
  const parent = makeFolder();
  const dataFolder = join(parent, "data");
  const server = await startServer({
    dataFolder,
    port: 0,
    makeKeys: true,
    ...present({ postgres: postgres === undefined ? undefined : { url: postgres.url } }),
  });
  const keyOf = (of: "agent" | "operator") => readKeyFile(dataFolder, of) ?? "";
  return {
    server,
    keys: { agent: keyOf("agent"), operator: keyOf("operator") },
    async close() {
      await server.stop();
      await postgres?.drop();
      removeFolder(parent);
    },
  };
}

describe.each(["SQLite", "PostgreSQL"])("over %s", (engine) => {
  let opened: Opened;
  let things: Things;

  beforeAll(async () => {
    opened = await open(engine === "PostgreSQL" ? await databaseWithTables() : undefined);
    things = await makeThings(opened.server.url, opened.keys);
  });
  afterAll(() => opened.close());

  /** With each of its keys; in a share of the product the next one with each second input. */
  async function tryAll(name: OperationName, inputs: readonly Input[]): Promise<void> {
    const keys = Object.values(opened.keys);
    for (const [at, input] of inputs.entries()) {
      const turn = Math.floor(at / 2) % keys.length;
      const tried = IS_WHOLE ? keys : keys.slice(turn, turn + 1);
      for (const key of tried) await statusOf(name, key, input);
    }
  }

  async function statusOf(name: OperationName, key: string, input: Input): Promise<number> {
    const { status, text } = await send(opened.server.url, requestOf(name, { key, input }));
    expect(status, `${name} ${JSON.stringify(input)}: ${text}`).toBeLessThan(500);
    return status;
  }

  test.each(TABLE)("%s is done or refused with a NUL anywhere in it", async (name) => {
    const example = (examplesFor(things)[name] ?? {}) as { readonly [name: string]: Json };
    await tryAll(name, spoilt(example, withNul) as Input[]);
  });

  test.each(TABLE)("%s is done or refused with what no column holds", async (name) => {
    const example = (examplesFor(things)[name] ?? {}) as Input;
    const texts = spoilt(example as Json, withoutForm) as Input[];
    await tryAll(name, [...texts.filter(isSendable), ...withNumbers(name, example)]);

    /** No address has half of a character in it. */
    function isSendable(input: Input): boolean {
      try {
        requestOf(name, { key: "", input });
        return true;
      } catch (error) {
        if (error instanceof URIError) return false;
        throw error;
      }
    }
  });

  test("what was stored with one is read as it was given, and the log holds", async () => {
    const { url } = opened.server;
    const { agent, operator } = opened.keys;
    const text = "Which\0 pattern?";
    const { request } = await ok(url, "ask", { key: agent, input: { text, context: "a\0b" } });
    const answer = { text: "the \0 first" };
    await ok(url, "answer", { key: operator, input: { id: request.id, answer } });
    const shown = await ok(url, "show", { key: agent, input: { id: request.id } });
    expect(shown.request).toMatchObject({ status: "answered", answer, question: { text } });
    const found = await ok(url, "inbox", { key: operator, input: { query: `"Which\0"` } });
    expect(found.items.map(({ id }) => id)).toContain(request.id);
    for (const [name] of READ) {
      const input = examplesFor(things)[name] ?? {};
      for (const key of [agent, operator]) await statusOf(name, key, input);
    }
    expect((await ok(url, "verifyAudit", { key: operator })).intact).toBe(true);
  });

  test("no name of a run or of a file of the page is one with it", async () => {
    for (const id of ["run_\0", `run_${"0".repeat(26)}\0`]) {
      for (const name of ["showRun", "runReport"] as const) {
        const input = { id } as Input;
        expect(await statusOf(name, opened.keys.operator, input)).toBe(400);
      }
    }
    for (const path of ["/%00", "/assets/%00.js", "/index.html%00", "/requests/req_%00"]) {
      const { status } = await fetch(opened.server.url + path);
      expect(status, path).toBeLessThan(500);
    }
  });

  test("a tool takes one, and what it asks comes to its end", async () => {
    const { url } = opened.server;
    const { agent, operator } = opened.keys;
    const call = async (name: string, args: Record<string, unknown>) => {
      const response = await fetch(`${url}/v1/tools/${name}`, {
        method: "POST",
        headers: { authorization: `Bearer ${agent}`, "content-type": "application/json" },
        body: JSON.stringify(args),
      });
      expect(response.status, `${name}: ${await response.clone().text()}`).toBeLessThan(500);
      return (await response.json()) as { readonly status?: string };
    };
    const question = "Shall\0 I?";
    const asked = call("ask_human", {
      question,
      context: "c\0",
      options: ["y\0", "n"],
      user_id: "x\0",
    });
    let id: string | undefined;
    await expect
      .poll(async () => {
        const { items } = await ok(url, "list", { key: operator, input: { status: "open" } });
        const open = items.find((one) => one.kind === "question" && one.question.text === question);
        id = open?.id;
        return id;
      })
      .toBeDefined();
    await ok(url, "answer", { key: operator, input: { id, answer: { choice: "y\0" } } });
    expect(await asked).toMatchObject({ status: "answered" });
  });
});
