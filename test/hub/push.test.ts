import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { OperationName } from "../../src/contract/routes.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type {
  AddDeviceInput,
  PressedNotice,
  ShownNotice,
} from "../../src/ports/earshot/devices.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { call } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { ownKey } from "../support/own-key.ts";
import { openPushService, type PushedMessage } from "../support/push-service.ts";
import { signInBrowser, type WebCaller } from "../support/web.ts";

/* A browser is notified while no page is open, and decides from the notification. */

async function open(policy: object = {}) {
  const folder = makeFolder();
  const service = await openPushService();
  const startAt = (port: number) =>
    startServer({ dataFolder: folder, port, pushHosts: [service.host] });
  await makeEmptyDataFolder(folder);
  let server = await startAt(0);
  onTestFinished(async () => {
    await server.stop();
    removeFolder(folder);
    expect(service.faults).toEqual([]);
  });
  const { url } = server;
  const as = (key: string) => createClient({ url, key });
  const ownerKey = readKeyFile(folder, "operator") ?? "";
  const owner = as(ownerKey);
  const rules = [{ name: "all", level: "LOW" }];
  await owner.applyPolicy({ source: { version: 1, rules, ...policy } });
  const { secret: anaKey } = await ownKey(owner, { kind: "person", name: "ana", role: "approver" });
  const agent = as(readKeyFile(folder, "agent") ?? "");
  const browserOf = (key: string) => signInBrowser(url, { key });
  const restartAfter = async (change: (folder: string) => void) => {
    await server.stop();
    change(folder);
    server = await startAt(Number(new URL(url).port));
  };
  return { restartAfter, service, url, owner, ownerKey, ana: as(anaKey), anaKey, agent, browserOf };
}

/** A call of a page, or of its worker. */
async function by<T>(web: WebCaller, name: OperationName, input: object = {}): Promise<T> {
  const reply = await call(web.url, name, { headers: web.headers, input: { ...input } });
  if ("problem" in reply) throw Object.assign(new Error(reply.problem.detail), reply.problem);
  return reply.output as T;
}

async function turnedOn(
  world: World,
  { key = world.anaKey, ...more }: { key?: string } & Partial<AddDeviceInput> = {},
) {
  const web = await world.browserOf(key);
  const { key: serverKey } = await by<{ key: string }>(web, "listDevices");
  const at = world.service.subscribe(serverKey);
  const input = { ...at, name: "a phone", key: serverKey, ...more };
  const device = await by<{ id: string }>(web, "addDevice", input);
  return { web, at, device, serverKey };
}

type World = Awaited<ReturnType<typeof open>>;

const YES_OR_NO = { kind: "choice", options: [{ label: "yes" }, { label: "no" }] } as const;

/** The message of that number, once it is there. */
async function nth({ service }: World, count: number): Promise<PushedMessage> {
  await expect.poll(() => service.messages.length).toBe(count);
  return service.messages[count - 1] as PushedMessage;
}

async function forDelivery({ service, owner }: World, item: RequestId): Promise<PushedMessage> {
  const [delivery] = (await owner.deliveries({ item })).items;
  const found = () => service.messages.find(({ said }) => said["id"] === delivery?.id);
  await expect.poll(found).toBeDefined();
  return found() as PushedMessage;
}

const press = (web: WebCaller, button: { readonly token: string } | undefined) =>
  by<PressedNotice>(web, "pressNotice", { token: button?.token });

const read = (web: WebCaller, id: unknown) =>
  by<ShownNotice>(web, "readNotice", { id: String(id) });

test("a question reaches the browser as a message that holds ids alone, and it asks for the title", async () => {
  const world = await open();
  const { web } = await turnedOn(world, { shows: "title" });
  await world.agent.ask({ text: "Which canary region?" });
  await expect.poll(() => world.service.messages.length).toBe(1);
  const [message] = world.service.messages;
  expect(message?.text).not.toContain("canary");
  expect(message?.said).toMatchObject({ v: 1, kind: "ask" });
  expect(message?.headers["urgency"]).toBe("normal");
  const shown = await read(web, message?.said["id"]);
  expect(shown).toMatchObject({ text: "Which canary region?", waiting: 1, buttons: [] });
});

test("by default it says that somebody is needed, and nothing on it decides", async () => {
  const world = await open();
  const { web } = await turnedOn(world);
  await world.agent.ask({ text: "A canary?", form: YES_OR_NO });
  const { said } = await nth(world, 1);
  expect(await read(web, said["id"])).toMatchObject({
    title: "Something needs you",
    text: "",
    buttons: [],
  });
});

test("a question of two options is answered there, once", async () => {
  const world = await open();
  const { web } = await turnedOn(world, { shows: "title" });
  const { request } = await world.agent.ask({ text: "Go on?", form: YES_OR_NO });
  const { said } = await nth(world, 1);
  const { buttons } = await read(web, said["id"]);
  expect(buttons.map(({ label }) => label)).toEqual(["yes", "no"]);
  const [yes, no] = buttons;
  expect(await press(web, yes)).toMatchObject({ isDone: true });
  const closed = (await world.owner.show({ id: request.id })).request;
  expect(closed).toMatchObject({
    status: "answered",
    answer: { choice: "yes" },
    closedBy: { name: "ana", via: "push" },
  });
  expect(await press(web, yes)).toMatchObject({ isDone: false });
  expect(await press(web, no)).toMatchObject({ isDone: false });
  const [delivery] = (await world.owner.deliveries({ item: request.id })).items;
  expect(delivery).toMatchObject({ status: "seen" });
  expect(await read(web, said["id"])).toMatchObject({ buttons: [], waiting: 0 });
});

const POLICY = {
  rules: [
    { name: "spending", tools: ["pay"], level: "HIGH" },
    { name: "known", tools: ["deploy_*", "restart"], level: "MEDIUM" },
    { name: "rest", level: "LOW" },
  ],
  routing: { approve_by_name: ["deploy_*"] },
};

test("it decides what it shows whole, or what the policy lets be approved by name, and nothing HIGH", async () => {
  const world = await open(POLICY);
  const { web } = await turnedOn(world, { shows: "title" });
  const shownFor = async (tool: string, args: JsonObject) => {
    const { request } = await world.agent.authorize({ tool, args, reason: "The canary reason." });
    const { said } = await forDelivery(world, request.id);
    const shown = await read(web, said["id"]);
    expect(JSON.stringify(shown)).not.toContain("canary");
    return { ...shown, request, labels: shown.buttons.map(({ label }) => label) };
  };
  const bare = await shownFor("restart", {});
  expect(bare).toMatchObject({ title: "agent wants to run restart", text: "MEDIUM" });
  expect(bare.labels).toEqual(["Approve", "Reject"]);
  expect((await shownFor("restart", { host: "canary" })).labels).toEqual(["Reject"]);
  const named = await shownFor("deploy_site", { host: "canary" });
  expect(named.labels).toEqual(["Approve", "Reject"]);
  expect((await shownFor("pay", {})).labels).toEqual([]);
  expect(await press(web, named.buttons[0])).toMatchObject({ isDone: true });
  const { request } = await world.owner.show({ id: named.request.id });
  expect(request).toMatchObject({
    status: "approved",
    authorization: { votes: [{ by: { name: "ana", via: "push" } }] },
  });
  expect(await press(web, bare.buttons[1])).toMatchObject({ isDone: true });
  expect((await world.owner.show({ id: bare.request.id })).request.status).toBe("rejected");
});

test("a policy that shows the least on devices leaves no title and no button", async () => {
  const world = await open({ routing: { channels: { push: "minimal" } } });
  const { web } = await turnedOn(world, { shows: "title" });
  await world.agent.ask({ text: "A canary?", form: YES_OR_NO });
  const { said } = await nth(world, 1);
  expect(await read(web, said["id"])).toMatchObject({ title: "Something needs you", buttons: [] });
});

test("what somebody else decides is taken away, and a newer message takes the place of one that waits", async () => {
  const world = await open();
  await turnedOn(world);
  const { request } = await world.agent.ask({ text: "Which region?" });
  const asked = await nth(world, 1);
  await world.owner.answer({ id: request.id, answer: { text: "eu" } });
  const over = await nth(world, 2);
  expect(over.said).toMatchObject({ kind: "over", id: asked.said["id"] });
  expect(over.headers["topic"]).toBe(asked.headers["topic"]);
  expect(over.bytes.length).toBe(asked.bytes.length);
});

test("a service that is busy is called again, and one that knows the browser no more ends the device", async () => {
  const world = await open();
  const { web } = await turnedOn(world);
  world.service.answerNext(429, { "retry-after": "1" });
  await world.agent.ask({ text: "Which region?" });
  await expect.poll(() => world.service.messages.length, { timeout: 5_000 }).toBe(2);
  world.service.answerNext(410);
  const { request } = await world.agent.ask({ text: "And then?" });
  const failed = async () => (await world.owner.deliveries({ item: request.id })).items;
  await expect.poll(async () => (await failed())[0]?.status).toBe("failed");
  expect((await by<{ items: unknown[] }>(web, "listDevices")).items).toEqual([]);
});

test("a message that a service refuses is a dead letter, which is sent again by hand", async () => {
  const world = await open();
  await turnedOn(world);
  world.service.answerNext(403);
  const { request } = await world.agent.ask({ text: "Which region?" });
  const [letter] = await expect
    .poll(async () => (await world.owner.deliveries({ item: request.id, status: "failed" })).items)
    .toHaveLength(1)
    .then(async () => (await world.owner.deliveries({ item: request.id })).items);
  await world.owner.resendDelivery({ id: letter?.id ?? "dlv_" });
  await expect.poll(() => world.service.messages.length).toBe(2);
});

test.each(["signOut", "revokeWebSession", "removeOperator"] as const)(
  "after %s nothing more is sent, and what was sent shows nothing",
  async (name) => {
    const world = await open();
    const { web } = await turnedOn(world, { shows: "title" });
    await world.agent.ask({ text: "Which region?" });
    const { said } = await nth(world, 1);
    if (name === "signOut") await by(web, "signOut");
    else if (name === "revokeWebSession")
      await world.owner.revokeWebSession({ id: web.session.id });
    else await world.owner.removeOperator({ id: web.session.operator });
    await expect(read(web, said["id"])).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
    const links = (await world.owner.listLinks()).items;
    expect(links).toEqual([]);
    const { request } = await world.agent.ask({ text: "And then?" });
    expect((await world.owner.deliveries({ item: request.id })).items).toEqual([]);
    expect(world.service.messages).toHaveLength(1);
  },
);

test("quiet hours hold what is not urgent, and all devices ring together", async () => {
  const world = await open();
  const first = await turnedOn(world);
  await turnedOn(world, { name: "a tablet" });
  await world.agent.ask({ text: "Which region?" });
  await nth(world, 2);
  const hour = (shift: number) =>
    new Date(Date.now() + shift * 3_600_000).toISOString().slice(11, 16);
  await by(first.web, "setAttention", { quiet: { from: hour(-1), to: hour(1) } });
  const { request } = await world.agent.ask({ text: "And then?" });
  const held = (await world.owner.deliveries({ item: request.id })).items;
  expect(held.map(({ heldFor }) => heldFor)).toEqual(["quiet_hours", "quiet_hours"]);
});

test("a test message says only that, and says why it did not go", async () => {
  const world = await open();
  const { web, device } = await turnedOn(world);
  expect(await by(web, "testDevice", { id: device.id })).toEqual({ isTaken: true });
  expect((await nth(world, 1)).said).toEqual({ v: 1, kind: "test", topic: "test" });
  world.service.answerNext(404);
  expect(await by(web, "testDevice", { id: device.id })).toMatchObject({ isTaken: false });
});

/* What somebody could try. */

test("a button works in the web session that asked for it, and nowhere else", async () => {
  const world = await open(POLICY);
  const { web } = await turnedOn(world, { shows: "title" });
  const others = await turnedOn(world, { shows: "title", key: world.ownerKey });
  const beside = await world.browserOf(world.anaKey);
  const { request } = await world.agent.ask({ text: "Go on?", form: YES_OR_NO });
  const own = (await world.owner.deliveries({ item: request.id })).items.find(
    ({ operator }) => operator === web.session.operator,
  );
  await expect.poll(() => world.service.messages.length).toBe(2);
  const { buttons } = await read(web, own?.id);
  for (const stranger of [others.web, beside]) {
    await expect(read(stranger, own?.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await press(stranger, buttons[0])).toMatchObject({ isDone: false });
  }
  const token = buttons[0]?.token ?? "";
  const forged = [token.replace(".0.", ".1."), `${token.slice(0, -1)}A`, token.slice(0, 40), "a"];
  for (const one of forged.filter((text) => text !== token)) {
    expect(await press(web, { token: one })).toMatchObject({ isDone: false });
  }
  expect((await world.owner.show({ id: request.id })).request.status).toBe("open");
});

test("the cookie alone, which every port of the host is sent, reads and presses nothing", async () => {
  const world = await open();
  const { web } = await turnedOn(world, { shows: "title" });
  await world.agent.ask({ text: "Go on?", form: YES_OR_NO });
  const { said } = await nth(world, 1);
  const { buttons } = await read(web, said["id"]);
  const { "earshot-page": _, ...cookie } = web.headers;
  const bare = { ...web, headers: cookie };
  await expect(read(bare, said["id"])).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  await expect(press(bare, buttons[0])).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  const foreign = { ...web, headers: { ...web.headers, origin: "http://localhost:1" } };
  await expect(press(foreign, buttons[0])).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});

test("a button of an action that was edited since decides nothing", async () => {
  const world = await open({
    rules: [{ name: "all", level: "LOW" }],
  });
  const { web } = await turnedOn(world, { shows: "title" });
  const { request } = await world.agent.authorize({ tool: "read", args: {}, reason: "To go on." });
  const { said } = await forDelivery(world, request.id);
  const { buttons } = await read(web, said["id"]);
  const ben = await ownKey(world.owner, { kind: "person", name: "ben", role: "approver" });
  const other = createClient({ url: world.url, key: ben.secret });
  const edit = { id: request.id, args: { path: "/etc" } };
  const { digest } = await other.previewEdit(edit);
  await other.approve({ ...edit, digest });
  expect(await press(web, buttons[0])).toMatchObject({ isDone: false });
  expect((await world.owner.show({ id: request.id })).request.status).toBe("open");
});

test("a button decides nothing once its rule or its person is another", async () => {
  const world = await open(POLICY);
  const { web } = await turnedOn(world, { shows: "title" });
  const { request } = await world.agent.authorize({ tool: "restart", args: {}, reason: "Now." });
  const { said } = await forDelivery(world, request.id);
  const { buttons } = await read(web, said["id"]);
  const rules = [{ name: "all", level: "HIGH" }];
  await world.owner.applyPolicy({ source: { version: 1, rules } });
  expect(await press(web, buttons[0])).toMatchObject({ isDone: false });
  expect((await world.owner.show({ id: request.id })).request.status).toBe("open");
});

test("a browser is turned on with this server's key, at an address that may be called, by whoever is signed in there", async () => {
  const world = await open();
  const { web, at, serverKey, device } = await turnedOn(world);
  const input = { ...at, name: "a phone", key: serverKey };
  const other = world.service.subscribe(serverKey);
  const refused = (more: object, code = "INVALID_INPUT") =>
    expect(by(web, "addDevice", { ...input, ...more })).rejects.toMatchObject({ code });
  await refused({ key: other.p256dh });
  await refused({ endpoint: "https://127.0.0.1/push" });
  await refused({ endpoint: "http://push.example.com/1" });
  await refused({ p256dh: "A".repeat(87) });
  await refused({ endpoint: `${at.endpoint}${"a".repeat(3_000)}` });
  const stranger = await world.browserOf(world.ownerKey);
  await expect(by(stranger, "addDevice", input)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(by(stranger, "testDevice", { id: device.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(world.service.messages).toEqual([]);
});

test("where a device is reached is told to nobody, and another person's is ended by owners alone", async () => {
  const world = await open();
  const { at, device } = await turnedOn(world, { key: world.ownerKey });
  const { items } = await world.ana.listLinks();
  expect(items).toMatchObject([{ id: device.id, channel: "push", name: "a phone" }]);
  expect(JSON.stringify(items)).not.toContain(at.endpoint);
  expect(items[0]).not.toHaveProperty("device");
  await expect(world.ana.removeLink({ id: items[0]?.id ?? "lnk_" })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  expect((await world.agent.reachable()).items.map(({ channel }) => channel)).not.toContain("push");
});

test("a title of an agent is made plain before it is shown", async () => {
  const world = await open();
  const { web } = await turnedOn(world, { shows: "title" });
  await world.agent.ask({ text: "<img src=x onerror=alert(1)>\u202e\u200b Go on?" });
  const { said } = await nth(world, 1);
  const { text, buttons } = await read(web, said["id"]);
  expect(text).toMatch(/^<img src=x onerror=alert\(1\)>/);
  expect(text).not.toMatch(/[\u202e\u200b]/);
  expect(buttons).toEqual([]);
});

test("a device of another vault.key is told of in words, kept, and renewed by its page", async () => {
  const world = await open();
  const { web, at } = await turnedOn(world);
  await world.restartAfter((folder) => rmSync(join(folder, "vault.key")));
  const { request } = await world.agent.ask({ text: "Which region?" });
  const letters = async () => (await world.owner.deliveries({ item: request.id })).items;
  await expect.poll(async () => (await letters())[0]?.status).toBe("failed");
  expect((await letters())[0]?.error?.message).toContain("another vault.key");
  const { items, key } = await by<{ items: unknown[]; key: string }>(web, "listDevices");
  expect(items).toMatchObject([{ name: "a phone", isCurrent: true }]);
  const again = world.service.subscribe(key);
  await by(web, "addDevice", { ...again, name: "a phone", key });
  await world.agent.ask({ text: "And then?" });
  const { path } = await nth(world, 1);
  expect(again.endpoint).toContain(path);
  expect(at.endpoint).not.toContain(path);
});

test("a browser that is turned on again is one device, with what it shows now", async () => {
  const world = await open();
  const { web, serverKey } = await turnedOn(world);
  const again = world.service.subscribe(serverKey);
  const input = { ...again, name: "a phone", key: serverKey, shows: "title" };
  await by(web, "addDevice", input);
  const { items } = await by<{ items: unknown[] }>(web, "listDevices");
  expect(items).toMatchObject([{ name: "a phone", shows: "title", isCurrent: true }]);
  await world.agent.ask({ text: "Which region?" });
  const { path } = await nth(world, 1);
  expect(again.endpoint).toContain(path);
});
