import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadChannelModule } from "../../src/channels/load-channel.ts";
import type { Json } from "../../src/domain/json.ts";
import { testFolder } from "../support/cli.ts";

/* How the module of a channel from outside is found, what is asked of it, and what is refused. */

const CHANNEL = `{
  kind: "ntfy", maxText: 100,
  capabilities: { find: false, edit: true, buttons: false, forms: false, threads: false, marks: false, history: false },
  rates: { address: { perMs: 1000, count: 1 }, all: { perMs: 1000, count: 1 } },
  fits: () => true, start: async () => {}, stop: async () => {}, edit: async () => {}, check: async () => [],
  post: async () => ({ chatId: "c", ids: ["1"] }),
}`;
const module = (open = `async (settings) => ({ ...${CHANNEL}, settings })`, kind = "ntfy") =>
  `{ kind: "${kind}", setup: { steps: [], fields: [] }, open: ${open} }`;
const GOOD = `export const channelModule = ${module()};`;
const PORTS = { now: Date.now, log: () => {} };

function place() {
  const folder = testFolder();
  const dataFolder = join(folder, "data");
  mkdirSync(dataFolder, { mode: 0o700 });
  return {
    folder,
    dataFolder,
    write(path: string, text: string): string {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
      writeFileSync(file, text, { mode: 0o644 });
      chmodSync(file, 0o644);
      return file;
    },
    load: (name: Json, kind = "ntfy") =>
      loadChannelModule(kind, { settings: { module: name }, dataFolder }),
  };
}

const refusal = (message: RegExp) => ({
  code: "INVALID_INPUT",
  message: expect.stringMatching(message),
});

test("it is found by an absolute path, and by one from the data folder", async () => {
  const { write, load } = place();
  const file = write("data/channels/ntfy.mjs", GOOD);
  for (const name of [file, "channels/ntfy.mjs", "./channels/ntfy.mjs"]) {
    expect((await load(name)).kind).toBe("ntfy");
  }
});

test.for([
  ["main", { main: "ntfy.js" }],
  ["every condition", { exports: "./ntfy.js" }],
  ["import alone", { exports: { ".": { types: "./x.d.ts", import: "./ntfy.js" } } }],
] as const)("a package with %s is found from the data folder", async ([, entry]) => {
  const { write, load } = place();
  const description = { name: "earshot-ntfy", type: "module", ...entry };
  write("data/node_modules/earshot-ntfy/package.json", JSON.stringify(description));
  write("data/node_modules/earshot-ntfy/ntfy.js", GOOD);
  expect((await load("earshot-ntfy")).kind).toBe("ntfy");
});

test("a package that is not there is looked for where this was started", async () => {
  const { folder, write, load } = place();
  write("work/node_modules/earshot-ntfy/package.json", '{"type":"module","main":"ntfy.js"}');
  write("work/node_modules/earshot-ntfy/ntfy.js", GOOD);
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(join(folder, "work"));
  expect((await load("earshot-ntfy")).kind).toBe("ntfy");
});

test("a default export is taken where there is no channelModule", async () => {
  const { write, load } = place();
  expect((await load(write("ntfy.mjs", `export default ${module()};`))).kind).toBe("ntfy");
});

test("it is opened with its own settings, without what names it", async () => {
  const { write, load } = place();
  const { open } = await load(write("ntfy.mjs", GOOD));
  const settings = { module: "x", url: "https://ntfy.example", token: "t" };
  expect(await open(settings, PORTS)).toMatchObject({
    kind: "ntfy",
    settings: { url: settings.url, token: "t" },
  });
  expect(await open(settings, PORTS)).not.toHaveProperty("settings.module");
});

test.for([
  ["nothing", "export const other = 1;", /exports no channelModule/],
  [
    "another kind",
    `export const channelModule = ${module("1", "gotify")};`,
    /of the kind "gotify"/,
  ],
  ["no open", 'export const channelModule = { kind: "ntfy" };', /no function open/],
  ["no setup", 'export const channelModule = { kind: "ntfy", open() {} };', /no setup/],
  [
    "a field that names the module",
    'export const channelModule = { kind: "ntfy", open() {}, setup: { steps: [], fields: [{ name: "module", label: "", help: "", isSecret: false }] } };',
    /asks for module/,
  ],
  [
    "a fault of its own",
    'throw new Error("No library here.");',
    /cannot be loaded: No library here/,
  ],
  ["no JavaScript", "export const = ;", /cannot be loaded/],
] as const)("a module with %s is refused with why", async ([, text, why]) => {
  const { write, load } = place();
  await expect(load(write("ntfy.mjs", text))).rejects.toMatchObject(refusal(why));
});

test.for([
  [
    "throws",
    'async () => { throw new Error("The token is missing."); }',
    /ntfy: The token is missing\.$/,
  ],
  ["throws no error", "async () => { throw 7; }", /ntfy: 7\.$/],
  ["gives nothing", "async () => undefined", /gives no channel/],
  [
    "gives a channel of another kind",
    `async () => ({ ...${CHANNEL}, kind: "slack" })`,
    /of the kind "slack"/,
  ],
  ["gives one that cannot post", `async () => ({ ...${CHANNEL}, post: 1 })`, /no function post/],
  ["gives one without rates", `async () => ({ ...${CHANNEL}, rates: {} })`, /no rates/],
  [
    "gives one that says nothing of forms",
    `async () => ({ ...${CHANNEL}, capabilities: { find: false, edit: true, buttons: true } })`,
    /capable of forms/,
  ],
] as const)("a module whose open %s is refused with why", async ([, open, why]) => {
  const { write, load } = place();
  const loaded = await load(write("ntfy.mjs", `export const channelModule = ${module(open)};`));
  await expect(loaded.open({}, PORTS)).rejects.toMatchObject(refusal(why));
});

test.each(["./ntfy.mjs", "/nowhere/ntfy.mjs", "no-such-package", "../data"])(
  "%s is not there, and it is said what to do",
  async (name) => {
    const { load } = place();
    await expect(load(name)).rejects.toMatchObject(refusal(/no file and no package.*Install it/));
  },
);

test.each([undefined, "", 7, null, ["x"]])("%j names no module", async (name) => {
  const { dataFolder } = place();
  const settings = name === undefined ? {} : { module: name };
  const loaded = loadChannelModule("ntfy", { settings, dataFolder });
  await expect(loaded).rejects.toMatchObject(refusal(/--module PATH/));
});

test.each([0o664, 0o646, 0o666, 0o777])(
  "a module of mode %o, which others can write, is not loaded",
  async (mode) => {
    const { write, load } = place();
    const file = write("ntfy.mjs", `globalThis.wasLoaded = true;\n${GOOD}`);
    chmodSync(file, mode);
    await expect(load(file)).rejects.toMatchObject(
      refusal(/others can write .*chmod go-w .*ntfy\.mjs/),
    );
    expect(globalThis).not.toHaveProperty("wasLoaded");
    chmodSync(file, 0o644);
    expect((await load(file)).kind).toBe("ntfy");
    Reflect.deleteProperty(globalThis, "wasLoaded");
  },
);

test("a module in a folder where others can put another in its place is not loaded", async () => {
  const { folder, write, load } = place();
  const file = write("shared/ntfy.mjs", GOOD);
  chmodSync(join(folder, "shared"), 0o777);
  await expect(load(file)).rejects.toMatchObject(refusal(/chmod go-w .*shared/));
  chmodSync(join(folder, "shared"), 0o1777);
  expect((await load(file)).kind).toBe("ntfy");
});

test("a link to a file that others can write is no way around", async () => {
  const { folder, write, load } = place();
  chmodSync(write("theirs.mjs", GOOD), 0o666);
  symlinkSync(join(folder, "theirs.mjs"), join(folder, "data/ntfy.mjs"));
  await expect(load("./ntfy.mjs")).rejects.toMatchObject(refusal(/others can write .*theirs\.mjs/));
});

test.each(["slack", "telegram", "email", "webhook"])(
  "no module stands in for %s, which is Earshot's own",
  async (kind) => {
    const { write, load } = place();
    await expect(load(write("x.mjs", GOOD), kind)).rejects.toMatchObject(refusal(/Earshot's own/));
  },
);

test.each(["console", "inbox", "cli", "http", "Ntfy", "../x", "constructor"])(
  "%s is the kind of no channel",
  async (kind) => {
    const { write, load } = place();
    await expect(load(write("x.mjs", GOOD), kind)).rejects.toMatchObject(
      refusal(/cannot be the kind/),
    );
  },
);
