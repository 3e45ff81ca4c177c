import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { earshot, earshotProcess, type Finished, testFolder } from "../support/cli.ts";
import { CTRL_C, ENTER, earshotOnPty } from "../support/pty.ts";
import { openReceiver } from "../support/receiver.ts";

/* Setting a channel up: what is asked, checked and saved, and that no secret shows. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

interface Place {
  readonly data: string;
  readonly file: string;
  /** A file with this in it. */
  secretFile(text: string): string;
  save(text: string): void;
  saved(): unknown;
  run(args: readonly string[], stdin?: string): Promise<Finished>;
}

function place(): Place {
  const folder = testFolder();
  const data = join(folder, "data");
  const file = join(data, "channels.json");
  return {
    data,
    file,
    secretFile(text) {
      const path = join(folder, "secret");
      writeFileSync(path, `${text}\n`, { mode: 0o600 });
      return path;
    },
    save(text) {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      writeFileSync(file, text, { mode: 0o600 });
    },
    saved: () => JSON.parse(readFileSync(file, "utf8")),
    // Secrets are read from the descriptor itself, which only a process of its own has.
    run: (args, stdin) =>
      stdin === undefined
        ? earshot([...args, "--data", data])
        : earshotProcess([...args, "--data", data], { stdin }),
  };
}

test("a channel is checked and saved, for its owner only", async () => {
  const { data, file, saved, secretFile, run } = place();
  const added = await run([
    "channels",
    "add",
    "webhook",
    "--secret-file",
    `secret=${secretFile(SECRET)}`,
  ]);
  expect(added.code, added.stderr).toBe(0);
  expect(added.stdout).toMatch(/^ok +webhook /);
  expect(added.stderr).toContain(withFolder("npx earshot link webhook", data));
  expect(saved()).toEqual({ webhook: { secret: SECRET } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(added.stdout + added.stderr).not.toContain(SECRET);
});

test("a secret is read from standard input, and what was set before stays", async () => {
  const { save, saved, run } = place();
  save(JSON.stringify({ telegram: { a: "b" }, webhook: { secret: SECRET, allowPrivate: true } }));
  const added = await run(
    ["channels", "add", "webhook", "--secret-file", "secret=-"],
    `${OTHER}\n`,
  );
  expect(added.code, added.stderr).toBe(0);
  expect(saved()).toEqual({
    telegram: { a: "b" },
    webhook: { secret: OTHER, allowPrivate: true },
  });
});

test("a secret among the arguments is refused, and not repeated", async () => {
  const { file, run } = place();
  const refused = await run(["channels", "add", "webhook", "--set", `secret=${SECRET}`]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("--secret-file secret=FILE");
  expect(refused.stderr).not.toContain(SECRET);
  expect(existsSync(file)).toBe(false);
});

test.for([
  [["--set", "nonsense=1"], 'no setting "nonsense"'],
  [["--set", "nonsense"], "name=value"],
  [["--secret-file", "secret=/nowhere"], "cannot be read"],
  [[], "--secret-file secret=FILE"],
] as const)("%j is refused with what to do", async ([args, said]) => {
  const { file, run } = place();
  const refused = await run(["channels", "add", "webhook", ...args]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(said);
  expect(existsSync(file)).toBe(false);
});

test("what is not well is said and not saved, but with --force", async () => {
  const { file, saved, secretFile, run } = place();
  const add = ["channels", "add", "webhook", "--secret-file", `secret=${secretFile("short")}`];
  const refused = await run(add);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('needs a secret: "whsec_"');
  expect(refused.stderr).not.toContain("short");
  expect(existsSync(file)).toBe(false);
  const forced = await run([...add, "--force"]);
  expect(forced.code).toBe(0);
  expect(forced.stdout).toMatch(/^failed +webhook /);
  expect(saved()).toEqual({ webhook: { secret: "short" } });
});

test("a test message arrives before anything is saved", async () => {
  const { save, saved, secretFile, run } = place();
  const receiver = await openReceiver();
  save(JSON.stringify({ webhook: { allowPrivate: true } }));
  const add = ["channels", "add", "webhook", "--secret-file", `secret=${secretFile(SECRET)}`];
  receiver.answerWith(410);
  const refused = await run([...add, "--test", receiver.url]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("The test message was not sent");
  expect(saved()).toEqual({ webhook: { allowPrivate: true } });
  receiver.answerWith(204);
  const added = await run([...add, "--test", receiver.url]);
  expect(added.code, added.stderr).toBe(0);
  expect(receiver.bodies.at(-1)).toContain("Earshot reaches you here");
  expect(saved()).toEqual({ webhook: { allowPrivate: true, secret: SECRET } });
});

test("at a terminal each field is asked for, and a secret is not shown", async () => {
  const { data, saved } = place();
  const terminal = earshotOnPty(["channels", "add", "webhook", "--data", data]);
  await terminal.see("Signing secret");
  terminal.type(ENTER);
  await terminal.see("This one is needed.");
  terminal.type(`${SECRET}${ENTER}`);
  await terminal.see("Callback URL");
  terminal.type(ENTER);
  await terminal.see("send a test message");
  terminal.type(ENTER);
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(saved()).toEqual({ webhook: { secret: SECRET } });
  expect(terminal.output()).not.toContain(SECRET.slice(0, 20));
});

test("Ctrl-C at a question saves nothing", async () => {
  const { data, file } = place();
  const terminal = earshotOnPty(["channels", "add", "webhook", "--data", data]);
  await terminal.see("Signing secret");
  terminal.type(CTRL_C);
  expect(await terminal.exited).toMatchObject({ code: 130 });
  expect(existsSync(file)).toBe(false);
});

test("a channel that is removed is forgotten, and one that is not there is no channel", async () => {
  const { data, save, saved, run } = place();
  save(JSON.stringify({ webhook: { secret: SECRET }, slack: {} }));
  expect(await run(["channels", "remove", "webhook"])).toMatchObject({ code: 0, stdout: "" });
  expect(saved()).toEqual({ slack: {} });
  const again = await run(["channels", "remove", "webhook"]);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(withFolder("npx earshot channels add webhook", data));
});

test("check and doctor say of each channel how it is", async () => {
  const { save, run } = place();
  save(JSON.stringify({ webhook: { secret: SECRET } }));
  const good = await run(["channels", "check"]);
  expect(good).toMatchObject({ code: 0 });
  expect(good.stdout).toMatch(/^ok +webhook /);
  save(JSON.stringify({ webhook: { secret: "short" } }));
  const bad = await run(["channels", "check", "webhook", "--json"]);
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.stdout).findings).toMatchObject([{ check: "webhook", state: "failed" }]);
  expect((await run(["doctor"])).stdout).toMatch(/^failed +webhook /m);
  expect(await run(["channels", "check", "slack"])).toMatchObject({ code: 0, stdout: "" });
});

test.for([
  ["{", "not valid JSON"],
  ["[]", "JSON object"],
  ['{"pigeon": {}}', "not one of Earshot's own channels"],
  ['{"slack": "x"}', "JSON object"],
] as const)("a file that is %s is refused with what to do", async ([text, said]) => {
  const { save, run } = place();
  save(text);
  const refused = await run(["channels", "remove", "slack"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(said);
  expect((await run(["doctor"])).stdout).toMatch(/^failed +channels /m);
});

test("a file that others can read is refused with what to do", async () => {
  const { file, save, run } = place();
  save("{}");
  chmodSync(file, 0o644);
  const refused = await run(["channels", "check"]);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain(`chmod 600 ${file}`);
});
