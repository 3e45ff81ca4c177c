import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { LiaisonOptions } from "../../src/compose/server.ts";
import { openLocalEncoder, type Transformers } from "../../src/model/local-encoder.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { json, startScripted } from "../support/scripted-server.ts";

/* An encoder helps the words to tell the kind of a task; whatever it does, the words still decide. */

const PLAIN = "I need a sales dashboard.";
/** Words that the library does not know, which the encoder takes for others. */
const ODD = "Sort out something lakeside for the four of us.";
const MEANT = "We want to spend two weeks in Norway";

async function open(liaison: LiaisonOptions) {
  const folder = makeFolder();
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  const server = await startServer({ dataFolder, port: 0, liaison });
  onTestFinished(async () => {
    await server.stop();
    removeFolder(folder);
  });
  const key = readKeyFile(dataFolder, "operator") ?? "";
  const person = createClient({ url: server.url, key });
  const log = () => readFileSync(join(dataFolder, "server.log"), "utf8");
  const reply = async (initial_message: string) =>
    (await person.begin_conversation({ initial_message })).response;
  return { reply, log };
}

let replied: Promise<string> | undefined;

/** What is replied without an encoder, found out once. */
async function byWords(): Promise<string> {
  replied ??= open({}).then(({ reply }) => reply(PLAIN));
  return await replied;
}

const AXES = 512;

/** As if each word were an axis: texts with words in common are near. */
function vectorOf(text: string): readonly number[] {
  const vector = Array.from({ length: AXES }, () => 0);
  for (const word of (text === ODD ? MEANT : text).toLowerCase().match(/\p{L}+/gu) ?? []) {
    let axis = 7;
    for (const sign of word) axis = (axis * 31 + (sign.codePointAt(0) ?? 0)) % AXES;
    vector[axis] = 1;
  }
  return vector;
}

type Answer = (outgoing: ServerResponse, input: readonly string[]) => void;

/** A server for embeddings over HTTP that answers as it is told to. */
async function embeddings(answer: Answer) {
  const server = await startScripted((outgoing) => {
    const { input } = JSON.parse(server.heard.at(-1)?.body ?? "{}");
    answer(outgoing, input);
  });
  return { heard: server.heard, named: `${server.url}/v1#small` };
}

const dataOf = (vectors: readonly unknown[]) => ({
  data: vectors.map((embedding, index) => ({ index, embedding })).reverse(),
});

const well: Answer = (outgoing, input) => json(dataOf(input.map(vectorOf)))(outgoing);

describe("a server for embeddings", () => {
  test("is told the examples once, and tells what words do not", async () => {
    const { heard, named } = await embeddings(well);
    const { reply } = await open({ encoder: named, encoderKey: "secret" });
    const before = await reply(ODD);
    await expect.poll(() => reply(ODD), { timeout: 20_000 }).not.toBe(before);
    const [first] = heard;
    expect(first).toMatchObject({ method: "POST", path: "/v1/embeddings" });
    expect(first?.headers["authorization"]).toBe("Bearer secret");
    expect(JSON.parse(first?.body ?? "{}")).toMatchObject({
      model: "small",
      encoding_format: "float",
      input: expect.any(Array),
    });
    const calls = heard.length;
    await reply(ODD);
    expect(heard).toHaveLength(calls);
  });

  test.each<readonly [string, Answer]>([
    ["an error", json({ error: "out of memory" }, 500)],
    ["too few vectors", (outgoing) => json(dataOf([[1, 0]]))(outgoing)],
    [
      "vectors of different sizes",
      (outgoing, input) =>
        json(dataOf(input.map((_, at) => Array.from({ length: 2 + (at % 2) }, () => 1))))(outgoing),
    ],
    [
      "what is no number",
      (outgoing, input) => {
        outgoing.writeHead(200, { "content-type": "application/json" });
        outgoing.end(JSON.stringify(dataOf(input.map(() => ["NaN"]))).replaceAll('"NaN"', "NaN"));
      },
    ],
    ["no direction", (outgoing, input) => json(dataOf(input.map(() => [0, 0])))(outgoing)],
    ["no JSON", (outgoing) => outgoing.end("Hello")],
    ["nothing at all", () => {}],
    [
      "another address",
      (outgoing) => {
        outgoing.writeHead(307, { location: "http://127.0.0.1:1/v1/embeddings" });
        outgoing.end();
      },
    ],
    [
      "without end",
      (outgoing) => {
        outgoing.writeHead(200, { "content-type": "application/json" });
        const more = () => outgoing.write("[".repeat(1024 * 1024), () => setImmediate(more));
        more();
      },
    ],
  ])("that sends %s leaves it to the words", async (what, answer) => {
    const { heard, named } = await embeddings(answer);
    const { reply, log } = await open({ encoder: named });
    expect(await reply(PLAIN)).toBe(await byWords());
    await expect.poll(() => heard.length).toBe(1);
    if (what === "nothing at all") return;
    await expect.poll(log, { timeout: 10_000 }).toContain("the liaison's encoder fails");
    await reply(PLAIN);
    await reply(ODD);
    expect(heard).toHaveLength(1);
    expect(log().split("the liaison's encoder fails")).toHaveLength(2);
  });

  test("that is slow with a person's words does not hold up the reply", async () => {
    const { named } = await embeddings((outgoing, input) => {
      if (input.length > 1) well(outgoing, input);
    });
    const { reply, log } = await open({ encoder: named });
    const words = await reply(PLAIN);
    expect(words).toBe(await byWords());
    await expect
      .poll(async () => [await reply(PLAIN), log().includes("encoder fails")], { timeout: 20_000 })
      .toEqual([words, true]);
  });
});

test("no encoder is asked unless one is named", async () => {
  const { heard } = await embeddings(well);
  const { reply } = await open({});
  expect(await reply(PLAIN)).toMatch(/\?/);
  expect(heard).toEqual([]);
});

test.each(["http://127.0.0.1:1/v1", "no/such/folder", "bge-m3"])(
  "%s, which names no model, is refused at the start",
  async (encoder) => {
    await expect(open({ encoder })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  },
);

describe("a folder with a model", () => {
  test("is opened by the package, which downloads nothing", async () => {
    const env = { allowRemoteModels: true, localModelPath: "" };
    const opened: unknown[] = [];
    const load = async (): Promise<Transformers> => ({
      env,
      async pipeline(...given) {
        opened.push(given);
        return async (texts) => ({ tolist: () => texts.map(({ length }) => [length, 0]) });
      },
    });
    const encoder = await openLocalEncoder("/models/multilingual-e5-small", load);
    expect(env).toEqual({ allowRemoteModels: false, localModelPath: "/models" });
    expect(opened).toEqual([["feature-extraction", "multilingual-e5-small", { dtype: "q8" }]]);
    const vectors = await encoder.encode(["a", "bc"], AbortSignal.timeout(1_000));
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test("leaves it to the words where the package is missing, and says what to install", async () => {
    const encoder = makeFolder();
    onTestFinished(() => removeFolder(encoder));
    writeFileSync(join(encoder, "config.json"), "{}");
    const { reply, log } = await open({ encoder });
    expect(await reply(PLAIN)).toMatch(/\?/);
    expect(log()).toContain("npm install @huggingface/transformers");
  });
});
