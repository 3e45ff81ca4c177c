import { afterEach, beforeEach, expect, test } from "vitest";
import type { WebhookCall } from "../../src/ports/channels/channel.ts";
import { postOf } from "../support/email/email-content.ts";
import {
  createEmailWorld,
  type EmailWorld,
  INBOUND_SECRET,
  MEMBER,
  OWN,
} from "../support/email/email-world.ts";

let world: EmailWorld;
beforeEach(async () => {
  world = await createEmailWorld({ way: "webhook" });
});
afterEach(() => world.close());

async function status(call: Partial<WebhookCall>): Promise<number | undefined> {
  const raw = world.reply({ from: MEMBER, text: "Yes", recipient: OWN });
  const headers = { authorization: `Bearer ${INBOUND_SECRET}` };
  const whole = { method: "POST", path: "/inbound", headers, body: Buffer.from(raw), ...call };
  return (await world.channel.receive?.(whole))?.status;
}

test("no forged call is taken: each is refused with 401, and nothing is heard", async () => {
  await world.start(async () => ({}));
  expect(await world.forge?.()).toBe(0);
  expect(world.heard).toEqual([]);
});

test("a secret that comes twice, or not as a bearer, is refused with 401", async () => {
  await world.start(async () => ({}));
  const right = `Bearer ${INBOUND_SECRET}`;
  expect(await status({ headers: { authorization: [right, right] } })).toBe(401);
  expect(await status({ headers: { authorization: `Bearer ${INBOUND_SECRET} ` } })).toBe(401);
  expect(await status({ headers: {}, path: `/inbound?authorization=${right}` })).toBe(401);
  expect(world.heard).toEqual([]);
});

test("a stranger learns nothing by other methods and sizes", async () => {
  expect(await status({ headers: {}, method: "GET" })).toBe(401);
  expect(await status({ headers: {}, body: Buffer.alloc(2 * 1024 * 1024) })).toBe(401);
});

test("there is nothing at other paths", async () => {
  expect(await status({ path: "/" })).toBe(404);
  expect(await status({ path: "/inbound/x" })).toBe(404);
  expect(await status({ path: "//inbound" })).toBe(404);
});

test("only a POST brings a mail", async () => {
  await world.start(async () => ({}));
  expect(await status({ method: "GET" })).toBe(405);
  expect(world.heard).toEqual([]);
});

test("a mail of more than 1 MiB is refused with 413", async () => {
  await world.start(async () => ({}));
  expect(await status({ body: Buffer.alloc(1024 * 1024 + 1) })).toBe(413);
  expect(world.heard).toEqual([]);
});

test("the secret goes by any case of the word before it, and the path by any query", async () => {
  await world.start(async () => ({}));
  const headers = { authorization: `bearer ${INBOUND_SECRET}` };
  expect(await status({ headers, path: "/inbound?x=1" })).toBe(200);
  expect(world.heard).toHaveLength(1);
});

test("while nobody listens, a mail is asked for again", async () => {
  expect(await status({})).toBe(503);
  await world.start(async () => ({}));
  expect(await status({})).toBe(200);
  await world.channel.stop();
  expect(await status({})).toBe(503);
});

test("a mail that could not be stored is asked for again with 500", async () => {
  let isAway = true;
  await world.start(async () => {
    if (isAway) throw new Error("The store is away.");
    return {};
  });
  await world.channel.post(postOf("dlv_a"));
  expect(await status({})).toBe(500);
  isAway = false;
  expect(await status({})).toBe(200);
  expect(world.heard).toHaveLength(2);
});

test("a mail that says nothing to us is taken, so that it does not come again", async () => {
  await world.start(async () => ({}));
  const headers = ["Auto-Submitted: auto-replied"];
  const raw = world.reply({ from: MEMBER, text: "Away", recipient: OWN, headers });
  expect(await status({ body: Buffer.from(raw) })).toBe(200);
  expect(world.heard).toEqual([]);
});

test("what cannot be read as a mail is refused with 400", async () => {
  await world.start(async () => ({}));
  const body = Buffer.from(`Content-Type: text/html\r\n\r\n${"<p>x</p>".repeat(60_000)}`);
  expect(await status({ body })).toBe(400);
});
