import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { createClient } from "../../src/client/client.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, ROOT, spawnEarshot, testFolder } from "../support/cli.ts";
import { PACKAGE_SOURCES } from "../support/package-sources.ts";
import { type ParlourServer, ROOM, startParlour } from "../support/parlour/parlour-server.ts";

/* A channel from outside Earshot: set up, linked, asked, pressed and shown like every other. */

const ENV = { NODE_OPTIONS: `--import ${PACKAGE_SOURCES}` };
const CODE = /[0-9A-Z]{5}-[0-9A-Z]{5}/;

async function openPlace() {
  const parlour = await startParlour();
  onTestFinished(() => parlour.close());
  const folder = testFolder();
  const data = join(folder, "data");
  const module = join(folder, "parlour-channel.ts");
  copyFileSync(join(ROOT, "examples/channel/parlour-channel.ts"), module);
  chmodSync(module, 0o644);
  const secretFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return `${name}=${join(folder, name)}`;
  };
  const spawn = (...args: readonly string[]) =>
    spawnEarshot([...args, "--data", data], { env: ENV, cwd: folder });
  const finish = async (...args: readonly string[]) => {
    const running = spawn(...args);
    running.child.stdin.end();
    return await running.finished;
  };
  return {
    parlour,
    data,
    module,
    spawn,
    finish,
    secretFile,
    async run(...args: readonly string[]): Promise<string> {
      const { code, stdout, stderr } = await finish(...args);
      if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
      return stdout + stderr;
    },
    async start(): Promise<string> {
      const server = spawn("start", "--no-console", "--port", "0");
      return await eventually(
        () => /http:\/\/127\.0\.0\.1:\d+/.exec(server.stdout())?.[0],
        () => server.stderr(),
      );
    },
  };
}

type Place = Awaited<ReturnType<typeof openPlace>>;

function setUp({ run, secretFile, parlour }: Place): Promise<string> {
  return run(
    "channels",
    "add",
    "parlour",
    "--module",
    "parlour-channel.ts",
    "--set",
    `url=${parlour.url}`,
    "--test",
    ROOM,
    "--secret-file",
    secretFile("token", parlour.token),
    "--secret-file",
    secretFile("secret", parlour.secret),
  );
}

let count = 0;

/** What a member does there, as the chat server tells it. */
function told(what: object): object {
  count += 1;
  const from = { id: "u-ada", name: "Ada", isMember: true };
  return { id: `e${count}`, at: Date.now(), room: ROOM, message: `p${count}`, from, ...what };
}

function newest({ messages }: ParlourServer) {
  return [...messages.values()].at(-1);
}

test("a question is posted there, and a press of its button answers it", async () => {
  const place = await openPlace();
  const { parlour, data, run, spawn } = place;
  expect(await setUp(place)).toContain("Parlour knows us as earshot-bot.");
  expect(newest(parlour)?.text).toContain("Earshot reaches you here");
  const saved = JSON.parse(readFileSync(join(data, "channels.json"), "utf8"));
  expect(saved.parlour).toEqual({
    module: place.module,
    url: parlour.url,
    token: parlour.token,
    secret: parlour.secret,
  });

  const url = await place.start();
  const hook = `${url}/hooks/parlour`;
  const [code] = CODE.exec(await run("link", "parlour")) ?? [];
  expect(await parlour.tell(hook, told({ text: `link ${code}` }))).toMatchObject({ status: 200 });
  expect(await run("links", "list")).toContain("parlour");
  expect(await run("route", "test")).toContain("parlour");
  expect(await run("channels")).toMatch(/^parlour +running/m);
  expect(await run("channels", "check", "parlour")).toMatch(/^ok +parlour/m);
  expect(await run("doctor")).toMatch(/^ok +parlour/m);

  const asked = spawn("ask", "--option", "approve", "--option", "hold", "Ship 1.4?");
  const posted = await eventually(() => {
    const message = newest(parlour);
    return message?.text.includes("Ship 1.4?") === true ? message : undefined;
  });
  expect(posted.buttons.map(({ label }) => label)).toEqual(["approve", "hold"]);
  const token = posted.buttons[0]?.token;
  const press = told({ token, message: posted.id });
  const pressed = await parlour.tell(hook, press);
  expect(pressed.say).toContain("via parlour");
  expect(await asked.finished).toMatchObject({ code: 0, stdout: "approve\n" });
  await eventually(() => parlour.messages.get(posted.id)?.buttons.length === 0);
  expect(parlour.messages.get(posted.id)?.text).toContain("via parlour");
  expect(await run("deliveries", "list", "--channel", "parlour")).toContain("parlour");

  // The same once more, and one that nobody has signed.
  expect((await parlour.tell(hook, press)).status).toBe(200);
  expect((await fetch(hook, { method: "POST", body: JSON.stringify(press) })).status).toBe(401);
  expect((await fetch(`${url}/hooks/ntfy`, { method: "POST", body: "{}" })).status).toBe(404);

  const agent = createClient({ url, key: readKeyFile(data, "agent") ?? "" });
  const elsewhere = agent.send({ channel: "ntfy", chatId: "c", text: "Hello." });
  await expect(elsewhere).rejects.toMatchObject({
    code: "CHANNEL_UNAVAILABLE",
    message: expect.stringContaining("webhook, parlour."),
  });
});

test("one that cannot be loaded says why, and keeps no other from working", async () => {
  const place = await openPlace();
  await setUp(place);
  const file = join(place.data, "channels.json");
  const saved = JSON.parse(readFileSync(file, "utf8"));
  const more = { ntfy: { module: "./ntfy.js" }, gotify: { module: place.module } };
  writeFileSync(file, JSON.stringify({ ...more, ...saved }), { mode: 0o600 });
  await place.start();
  const listed = await place.run("channels");
  expect(listed).toMatch(/^ntfy +failed.*\n.*no file and no package "\.\/ntfy\.js"/m);
  expect(listed).toMatch(/^gotify +failed.*\n.*of the kind "parlour"/m);
  expect(listed).toMatch(/^parlour +running/m);
});

test("nothing that comes over HTTP names a module", async () => {
  const place = await openPlace();
  mkdirSync(place.data, { mode: 0o700 });
  const url = await place.start();
  const owner = createClient({ url, key: readKeyFile(place.data, "operator") ?? "" });
  for (const channel of ["parlour", place.module, `../${place.module}`, "cli", "constructor"]) {
    await expect(owner.createLinkCode({ channel })).rejects.toThrow();
    await expect(owner.linkChat({ channel, chatId: ROOM })).rejects.toThrow();
  }
  expect((await owner.channels()).items).toEqual([]);
  expect(place.parlour.messages.size).toBe(0);
});

test("setting one up without its module says how to name it", async () => {
  const { data, finish } = await openPlace();
  const refused = await finish("channels", "add", "parlour", "--set", "url=x");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(
    withFolder("npx earshot channels add parlour --module PATH", data),
  );
});
