import { beforeEach, describe, expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import type { ShownDelivery } from "../../src/ports/earshot/hub.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { ok } from "../support/call.ts";
import { eventually, type TestServer, testServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";
import { openReceiver, type Receiver } from "../support/receiver.ts";
import { say } from "../support/server.ts";

/* A server with one channel, a webhook that calls this process, and what the commands say of it. */

let server: TestServer;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await openReceiver();
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  server = await testServer((data) =>
    writeChannelSettings(data, { webhook: { secret, allowPrivate: true } }),
  );
});

async function linkReceiver(): Promise<void> {
  const linked = await server.run("links", "chat", "webhook", receiver.url, "--name", "receiver");
  expect(linked.code, linked.stderr).toBe(0);
}

/** Sends a message there and waits until its delivery is so. */
async function sent(status: ShownDelivery["status"]): Promise<ShownDelivery> {
  const { deliveries } = await server.agent.send({
    channel: "webhook",
    chatId: receiver.url,
    text: say("message"),
  });
  const id = deliveries[0] ?? "dlv_none";
  return await eventually(async () => {
    const found = await ok(server.url(), "delivery", { key: server.key("agent"), input: { id } });
    return found.status === status ? found : undefined;
  });
}

test("channels says how each is", async () => {
  const listed = await server.run("channels");
  expect(listed).toMatchObject({
    code: 0,
    stdout: "webhook   running       0 queued, 0 failed, nothing heard yet\n",
  });
  const { items } = await ok(server.url(), "channels", { key: server.key("operator") });
  expect(items).toEqual([
    { channel: "webhook", state: "running", queued: 0, failed: 0, takenAt: expect.any(String) },
  ]);
});

describe("links", () => {
  test("a chat is linked, listed and removed", async () => {
    await linkReceiver();
    const listed = await server.run("links", "list");
    const [id = ""] = /^lnk_\w{26}/.exec(listed.stdout) ?? [];
    expect(listed.stdout).toContain("chat  webhook http://127.0.0.1");
    expect(listed.stdout).toContain("receiver\n");
    expect((await server.run("links", "first", id)).stderr).toContain("have no order");
    expect(await server.run("links", "remove", id)).toMatchObject({
      code: 0,
      stderr: `Removed ${id}.\n`,
    });
    expect((await server.run("links", "list")).stderr).toContain("npx earshot link");
  });

  test("a code is the last line, and what to do with it stands before", async () => {
    const made = await server.run("link", "webhook");
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toMatch(/^\S+\n$/);
    expect(made.stderr).toContain("Good once, until ");
    const key = server.key("operator");
    await ok(server.url(), "createLinkCode", { key, input: { channel: "webhook" } });
  });

  test("a channel that is not set up says how to set it up", async () => {
    const refused = await server.run("link", "slack");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(withFolder("npx earshot channels add slack", server.data));
    expect(await server.run("link", "email")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("deliveries", () => {
  test("what was sent is listed and shown, without its text", async () => {
    await linkReceiver();
    const { id } = await sent("sent");
    const listed = await server.run("deliveries", "list");
    expect(listed.stdout).toContain(`${id}  sent `);
    for (const line of listed.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    const shown = await server.run("deliveries", "show", id);
    expect(shown.stdout).toContain("status     sent\n");
    expect(shown.stdout).toContain(receiver.url);
    expect(listed.stdout + shown.stdout).not.toContain("canary");
    expect(receiver.bodies.join()).toContain("canary");
  });

  test("one that has failed says why, and is resent", async () => {
    await linkReceiver();
    receiver.answerWith(410);
    const { id } = await sent("failed");
    const listed = await server.run("deliveries", "list", "--status", "failed");
    expect(listed.stdout).toMatch(new RegExp(`^${id}  failed .*\\n  refused: `));
    receiver.answerWith(204);
    const resent = await server.run("deliveries", "resend", id);
    expect(resent).toMatchObject({ code: 0, stderr: `${id} is queued again.\n` });
    await eventually(async () => (await server.operator.delivery({ id })).status === "sent");
    const key = server.key("operator");
    expect((await ok(server.url(), "deliveries", { key })).items).toMatchObject([{ id }]);
  });

  test("all that failed are dropped once their number is typed, or with --yes", async () => {
    await linkReceiver();
    receiver.answerWith(410);
    await sent("failed");
    await sent("failed");
    const drop = ["deliveries", "drop", "--all-failed", "--channel", "webhook"] as const;
    expect(await server.run(...drop)).toMatchObject({ code: 69 });
    for (const [typed, said] of [
      ["1", "Nothing was changed."],
      ["2", "is dropped."],
    ] as const) {
      const terminal = earshotOnPty([...drop, "--data", server.data]);
      await terminal.see("Type 2 to do it: ");
      terminal.type(`${typed}${ENTER}`);
      await terminal.see(said);
      expect(await terminal.exited).toMatchObject({ code: 0 });
    }
    await sent("failed");
    const rest = await server.run(...drop, "--yes", "--json");
    expect(JSON.parse(rest.stdout).items).toMatchObject([{ status: "dropped" }]);
    expect(await server.run("deliveries", "list", "--status", "failed")).toMatchObject({
      code: 0,
      stdout: "",
    });
  });

  test.for([
    [["resend"], "at least one"],
    [["drop", "--yes"], "go with --all-failed"],
    [["drop", `dlv_${"0".repeat(26)}`, "--all-failed"], "not both"],
  ] as const)("%j is wrong usage", async ([args, said]) => {
    const refused = await server.run("deliveries", ...args);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(said);
  });
});

test("route test prints who would be reached, and who finds it in the inbox", async () => {
  const nobody = await server.run("route", "test");
  expect(nobody.code, nobody.stderr).toBe(0);
  expect(nobody.stdout).toContain("operator        no address; finds it in the inbox\n");
  await linkReceiver();
  const routed = await server.run("route", "test", "--level", "HIGH", "--expires", "10m");
  expect(routed.stdout).toMatch(/^\(several\) +webhook http:\S+ +\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  const key = server.key("operator");
  const report = await ok(server.url(), "testRoute", { key, input: { level: "HIGH" } });
  expect(report.steps).toMatchObject([{ channel: "webhook", chatId: receiver.url }]);
  expect((await server.run("route", "test", "--to", "nobody")).code).toBe(1);
});

test("attention is set part by part, shown and taken back", async () => {
  const set = ["--quiet", "22:00-07:00", "--zone", "Europe/Berlin"];
  const first = await server.run("attention", ...set);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stdout).toBe(
    "quiet hours  22:00 to 07:00\ndigest       none\nper hour     any number\ntime zone    Europe/Berlin\n",
  );
  const second = await server.run("attention", "--digest", "09:00,14:00", "--per-hour", "6");
  expect(second.stdout).toContain("quiet hours  22:00 to 07:00\ndigest       at 09:00, 14:00\n");
  await server.run("attention", "--quiet", "off");
  expect((await server.run("attention")).stdout).toMatch(/^quiet hours {2}none\ndigest +at 09:00/);
  expect(await server.run("attention", "--off", "--per-hour", "6")).toMatchObject({ code: 2 });
  expect((await server.run("attention", "--off")).stdout).toContain("time zone    UTC\n");
  expect(await server.operator.attention()).toEqual({ operator: expect.any(String) });
  expect(await server.run("attention", "--zone", "Moon/Base")).toMatchObject({ code: 1 });
});
