import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { ApproveInput } from "../../src/ports/earshot/authority.ts";
import { ACTION, openScene, type Part, type Scene } from "../attacks/scene.ts";

const TICKET = "(INC|CHG)-[0-9]{4,}";
const RULE = { name: "mail", tools: ["send_*"], hands: "any" };

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => await scene.close());

async function demand(more: JsonObject): Promise<void> {
  const source = { version: 2, rules: [{ ...RULE, ...more }] };
  await (await scene.as("owner")).applyPolicy({ source });
}

async function approve(id: RequestId, part: Part, more: Partial<ApproveInput> = {}) {
  const as = await scene.as(part);
  const { action } = asAuthorization((await as.show({ id })).request).authorization;
  const digest = scene.ctx.digest.action({ ...action, args: more.args ?? action.args });
  return await as.approve({ id, digest, ...more });
}

test("an approval says why where its rule wants that, and a refused one loses nothing", async () => {
  await demand({ note: "required" });
  const { id } = await scene.seek();
  await expect(approve(id, "ana")).rejects.toMatchObject({
    code: "INVALID_INPUT",
    details: { id, reason: "note_wanted" },
  });
  expect(await approve(id, "ana", { note: "Agreed with legal." })).toMatchObject({
    status: "approved",
    authorization: { votes: [{ note: "Agreed with legal." }] },
  });
  const { tool, args } = ACTION;
  const scout = await scene.as("scout");
  expect(await scout.redeem({ request: id, tool, args })).toMatchObject({ request: { id } });
});

test("each vote of several names a ticket of its own, and says why beside it", async () => {
  await demand({ note: "required", ticket: TICKET, quorum: 2 });
  const { id } = await scene.seek();
  await expect(approve(id, "ana", { note: "INC-1234" })).rejects.toMatchObject({
    details: { reason: "note_wanted" },
  });
  const note = "The mail server is back (INC-1234).";
  expect(await approve(id, "ana", { note })).toMatchObject({ status: "open" });
  await expect(approve(id, "ben", { note: "Go on" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    details: { reason: "ticket_wanted", ticket: TICKET },
  });
  expect(await approve(id, "ben", { note: "as in CHG-99887:\nagreed" })).toMatchObject({
    status: "approved",
  });
});

test("a rejection needs neither", async () => {
  await demand({ ticket: TICKET });
  const { id } = await scene.seek();
  expect(await (await scene.as("ana")).reject({ id, reason: "No." })).toMatchObject({
    status: "rejected",
  });
});

test("a vote from before the rule wanted a note is dropped, and what was approved does not run", async () => {
  await demand({ quorum: 2 });
  const open = await scene.seek();
  const approved = await scene.seek({ args: { to: ["ben@example.com"] } });
  await approve(open.id, "ana");
  for (const part of ["ana", "ben"] as const) await approve(approved.id, part);
  await demand({ quorum: 2, ticket: TICKET });
  expect(await approve(open.id, "ben", { note: "CHG-2001" })).toMatchObject({ status: "open" });
  const scout = await scene.as("scout");
  const run = { tool: ACTION.tool, args: { to: ["ben@example.com"] } };
  await expect(scout.redeem({ request: approved.id, ...run })).rejects.toMatchObject({
    details: { reason: "demands_more" },
  });
});

test("no standing permission says why, and none covers what needs it", async () => {
  const { id } = await scene.seek();
  const ana = await scene.as("ana");
  await ana.permit({ like: id, scope: "pattern", args: { "/to": { exists: true } } });
  await demand({ note: "required" });
  expect(await scene.seek()).toMatchObject({ status: "open" });
  expect(
    (await ana.previewPermission({ like: id, scope: "pattern", args: { "/to": { exists: true } } }))
      .never,
  ).toMatch(/needs a note of its own/);
});

test("an edit that its author may approve alone needs the note as well", async () => {
  await demand({ note: "required", edits: { narrow: { "/copies": "lower" } } });
  const { id } = await scene.seek();
  const fewer = { args: { ...ACTION.args, copies: 0 } };
  await expect(approve(id, "ana", fewer)).rejects.toMatchObject({
    details: { reason: "note_wanted" },
  });
  expect(await approve(id, "ana", { ...fewer, note: "None is needed." })).toMatchObject({
    status: "approved",
  });
});

test.each(["(", "(?=x)x", "((((a{0,100}){0,100}){0,100}){0,100})", "(a{1,90}b{1,90}){1,9}"])(
  "a policy with a ticket that cannot be compared in bounded time is refused: %s",
  async (ticket) => {
    await expect(demand({ ticket })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("rules[0].ticket: "),
    });
  },
);
