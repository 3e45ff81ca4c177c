import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { ToolAnswer } from "../../src/ports/earshot/tool-door.ts";
import { codeOf } from "../suites/earshot/world.ts";
import { type Doors, openDoors } from "./agent-door.ts";
import { approve, look } from "./deciding.ts";

let doors: Doors;

beforeEach(async () => {
  doors = await openDoors();
});
afterEach(() => doors.close());

const TOOL = "delete_user_data";
const ARGS = { user_id: "user123" };

const idOf = ({ envelope }: ToolAnswer) => String(envelope.data["request_id"]) as RequestId;
const dataOf = ({ envelope }: ToolAnswer) => envelope.data;
const seek = (more: JsonObject = {}, call: { keyHoldMs?: number } = {}) =>
  doors.call(
    "request_authorization",
    { tool_name: TOOL, reason: "The user wants to be forgotten.", tool_args: ARGS, ...more },
    call,
  );
const awaitOne = (id: RequestId) => doors.call("await_response", { request_ids: [id] });
const openRequests = async () =>
  (await doors.world.as("owner").list({ status: "open" })).items.map(({ id }) => id);
const approver = () => doors.world.as("approver");
const redeem = (result: ToolAnswer, args: JsonObject = ARGS) =>
  doors.world.as("scout").redeem({ grant: String(dataOf(result)["grant"]), tool: TOOL, args });

/** Of an authorization that is sought and approved. */
async function approved(more: JsonObject = {}, args?: JsonObject): Promise<RequestId> {
  const id = idOf(await seek(more));
  await approve(approver(), id, args);
  return id;
}

const apply = (rule: JsonObject) =>
  doors.world.as("owner").applyPolicy({
    source: { version: 1, rules: [{ name: "deletions", tools: ["delete_*"], ...rule }] },
  });

describe("request_authorization", () => {
  test("with no hold returns at once what was sought, at which level, and how to come back", async () => {
    const sought = await seek();
    const id = idOf(sought);
    const { authorization, expiresAt } = await look(approver(), id);
    expect(sought).toMatchObject({
      isError: false,
      envelope: {
        status: "authorization_requested",
        action: "request_authorization",
        data: {
          tool_name: TOOL,
          tool_args: ARGS,
          reason: "The user wants to be forgotten.",
          security_level: "HIGH",
          user_id: "default",
          expires_at: expiresAt,
          digest: authorization.digest,
          instruction: expect.stringContaining("silence is no consent"),
          next: { tool: "await_response", arguments: { request_ids: [id] } },
        },
      },
    });
    expect(dataOf(sought)).not.toHaveProperty("approved");
    expect((await awaitOne(id)).envelope).toEqual(sought.envelope);
  });

  test("lives for one hour, or as long as is asked for", async () => {
    const now = doors.world.clock.now();
    const livesMs = async (more: JsonObject) =>
      Date.parse(String(dataOf(await seek(more))["expires_at"])) - now;
    expect(await livesMs({})).toBe(3_600_000);
    expect(await livesMs({ tool_args: {}, expires_in_s: 60 })).toBe(60_000);
  });

  test.each([
    ["get_user_info", "MEDIUM"],
    ["forget_user_data", "HIGH"],
    ["admin_reset_system", "CRITICAL"],
  ])("of %s is %s", async (tool_name, level) => {
    expect(dataOf(await seek({ tool_name }))).toMatchObject({ security_level: level });
  });

  test("without arguments is about a call with none", async () => {
    const args = { tool_name: "restart", reason: "It hangs." };
    const sought = await doors.call("request_authorization", args);
    expect(dataOf(sought)).toMatchObject({ tool_args: {}, security_level: "MEDIUM" });
  });

  test("takes user_id for whom it is done, and never for who decides", async () => {
    const sought = await seek({ user_id: "viewer" });
    expect(dataOf(sought)).toMatchObject({ user_id: "viewer" });
    const { to, authorization } = await look(approver(), idOf(sought));
    expect({ to, onBehalfOf: authorization.onBehalfOf }).toEqual({ to: [], onBehalfOf: "viewer" });
    expect((await approve(approver(), idOf(sought))).status).toBe("approved");
  });

  test("holds until it is decided, and brings a grant for exactly what was approved", async () => {
    const held = seek({}, { keyHoldMs: 25_000 });
    await expect.poll(openRequests).toHaveLength(1);
    const [id] = await openRequests();
    await approve(approver(), id as RequestId);
    const result = await held;
    expect(result.envelope).toMatchObject({
      status: "approved",
      data: {
        approved: true,
        arguments_edited: false,
        tool_args: ARGS,
        grant: expect.any(String),
        grant_expires_at: expect.any(String),
        approved_by: { name: "approver", channel: "console" },
        instruction: expect.stringContaining("arguments were not changed"),
      },
    });
    expect(dataOf(result)).not.toHaveProperty("patch");
    await redeem(result);
    expect(await codeOf(redeem(result))).toBe("GRANT_REFUSED");
  });

  test("that was approved permits no other arguments", async () => {
    const result = await awaitOne(await approved());
    expect(await codeOf(redeem(result, { user_id: "user124" }))).toBe("GRANT_REFUSED");
    expect((await redeem(result)).request.id).toBe(idOf(result));
  });

  test("says plainly that arguments were changed, and gives those that may run", async () => {
    await apply({ edits: { narrow: { "/keep_days": "lower" } } });
    const sent = { ...ARGS, keep_days: 30 };
    const other = { ...ARGS, keep_days: 7 };
    const result = await awaitOne(await approved({ tool_args: sent }, other));
    expect(dataOf(result)).toMatchObject({
      approved: true,
      arguments_edited: true,
      tool_args: other,
      patch: [{ op: "replace", path: "/keep_days", value: 7 }],
      instruction: expect.stringContaining("Run exactly these arguments, not those you sent"),
    });
    expect(await codeOf(redeem(result, sent))).toBe("GRANT_REFUSED");
    await redeem(result, other);
  });

  test("whose approval was taken back says so, by whom and why, here and in the mailbox, and is void", async () => {
    const id = await approved();
    const collected = await awaitOne(id);
    await approver().revoke({ id, reason: "Wrong user." });
    const told = {
      reason: "Wrong user.",
      rejected_by: { name: "approver" },
      instruction: expect.stringMatching(/taken back before it was used.*grant of it is void/),
    };
    const { envelope } = await doors.call("check_messages", {});
    expect(envelope.data["messages"]).toMatchObject([
      { request_id: id, kind: "rejected", ...told },
    ]);
    expect(await codeOf(redeem(collected))).toBe("GRANT_REFUSED");
    expect(await awaitOne(id)).toMatchObject({
      envelope: { status: "rejected", data: { approved: false, ...told } },
    });
  });

  test("that was rejected says why, and neither permits the action nor asks to try again", async () => {
    const id = idOf(await seek());
    await approver().reject({ id, reason: "Legal hold." }, { via: "console" });
    const result = await awaitOne(id);
    expect(result).toMatchObject({
      isError: false,
      envelope: {
        status: "rejected",
        data: {
          approved: false,
          reason: "Legal hold.",
          rejected_by: { name: "approver", channel: "console" },
          instruction: expect.stringContaining("Do not ask for the same again"),
        },
      },
    });
    expect(dataOf(result)).not.toHaveProperty("grant");
  });

  test("that nobody decides expires, and one that is taken back is cancelled: neither is consent", async () => {
    const expired = idOf(await seek({ expires_in_s: 60 }));
    const cancelled = idOf(await seek({ tool_args: {} }));
    await doors.world.as("owner").cancel({ id: cancelled, reason: "not now" });
    await doors.world.clock.advance(61_000);
    expect((await awaitOne(expired)).envelope).toMatchObject({
      status: "expired",
      data: { approved: false, instruction: expect.stringContaining("Silence is no consent") },
    });
    expect((await awaitOne(cancelled)).envelope).toMatchObject({
      status: "cancelled",
      data: { approved: false, reason: "not now", cancelled_by: { name: "owner" } },
    });
  });

  test("of the same action joins what is open, and what was approved and not handed over", async () => {
    const id = idOf(await seek());
    expect(dataOf(await seek())).toMatchObject({ request_id: id, joined: true });
    await approve(approver(), id);
    expect(dataOf(await seek())).toMatchObject({ request_id: id, joined: true, approved: true });
    expect(await openRequests()).toEqual([]);
  });

  test.each([
    [{ reason: "x" }, '"tool_name" is missing'],
    [{ tool_name: TOOL }, '"reason" is missing'],
    [{ tool_name: TOOL, reason: " " }, "reason"],
    [{ tool_name: TOOL, reason: "x", tool_args: "user123" }, "tool_args"],
    [{ tool_name: TOOL, reason: "x", expires_in_s: 59 }, "expires_in_s"],
    [{ tool_name: TOOL, reason: "x", secret_args: ["/password"] }, "/password"],
    [{ tool_name: TOOL, reason: "x", approved: true }, "approved"],
    [{ tool_name: TOOL, reason: "x", security_level: "LOW" }, "security_level"],
  ])("%j is refused with what to mend", async (args, said) => {
    const refused = await doors.call("request_authorization", args);
    expect(refused).toMatchObject({ isError: true, error: { code: "INVALID_INPUT" } });
    expect(dataOf(refused)["message"]).toContain(said);
    expect(await openRequests()).toEqual([]);
  });
});

describe("a rule of the policy", () => {
  test("that allows brings the grant at once, and says which rule it was", async () => {
    await apply({ decision: "allow" });
    const result = await seek();
    expect(result.envelope).toMatchObject({
      status: "approved",
      data: { approved: true, rule: "deletions", grant: expect.any(String) },
    });
    expect(dataOf(result)).not.toHaveProperty("approved_by");
    await redeem(result);
  });

  test("that denies rejects at once, with why", async () => {
    await apply({ decision: "deny", why: "Nothing is deleted in audits." });
    const result = await seek();
    expect(result.envelope).toMatchObject({
      status: "rejected",
      data: { approved: false, rule: "deletions", reason: "Nothing is deleted in audits." },
    });
  });
});

describe("a grant", () => {
  test("is collected anew with each await_response, and the one before is void", async () => {
    const id = await approved();
    const [first, second] = [await awaitOne(id), await awaitOne(id)];
    expect(await codeOf(redeem(first))).toBe("GRANT_REFUSED");
    await redeem(second);
  });

  test("that was used comes no more, and the result does not say approved: true", async () => {
    const id = await approved();
    await redeem(await awaitOne(id));
    const after = await awaitOne(id);
    expect(after.envelope).toMatchObject({
      status: "over",
      data: { approved: false, over: "used", instruction: expect.stringMatching(/has been used/) },
    });
    for (const name of ["tool_args", "grant", "next"])
      expect(dataOf(after)).not.toHaveProperty(name);
  });

  test("of an approval that is too old is refused in so many words", async () => {
    const id = await approved();
    await doors.world.clock.advance(2 * 3_600_000);
    const late = await awaitOne(id);
    expect(late.envelope).toMatchObject({ status: "over", data: { over: "expired" } });
    expect(dataOf(late)["instruction"]).toMatch(/not used in time\. The action must not run\./);
    for (const name of ["tool_args", "grant"]) expect(dataOf(late)).not.toHaveProperty(name);
  });

  test("of an approval that no longer stands is none, by any tool, and no arguments stand there", async () => {
    const [one, other] = [await approved(), await approved({ tool_args: { user_id: "user9" } })];
    await apply({ decision: "deny" });
    const data = { approved: false, over: "denied_now" };
    const alone = await awaitOne(one);
    expect(alone.envelope).toMatchObject({ status: "over", data });
    const both = await doors.call("await_response", { request_ids: [one, other], until: "all" });
    expect(dataOf(both)["responses"]).toMatchObject([
      { status: "over", data },
      { status: "over", data },
    ]);
    const mail = await doors.call("check_messages");
    expect(dataOf(mail)["messages"]).toMatchObject([{ kind: "over", over: "denied_now" }]);
    for (const told of [alone, both]) expect(JSON.stringify(told)).not.toMatch(/tool_args|user9/);
  });

  test("comes with several requests once the wait for them is over, and not before", async () => {
    const one = await approved();
    const other = idOf(await seek({ tool_args: { user_id: "user9" } }));
    const both = (until: string) =>
      doors.call("await_response", { request_ids: [one, other], until });
    const responsesOf = (result: ToolAnswer) =>
      dataOf(result)["responses"] as unknown as { readonly data: JsonObject }[];
    const [waiting] = responsesOf(await both("all"));
    expect(waiting).toMatchObject({
      status: "approved",
      data: { next: { tool: "await_response", arguments: { request_ids: [one] } } },
    });
    expect(waiting?.data).not.toHaveProperty("grant");
    expect(waiting?.data).not.toHaveProperty("approved");
    expect(responsesOf(await both("any"))).toMatchObject([
      { status: "approved", data: { approved: true, grant: expect.any(String) } },
      { status: "authorization_requested", data: { request_id: other } },
    ]);
  });

  test("goes to nobody but the agent that sought it", async () => {
    const id = await approved();
    const args = { request_ids: [id] };
    const foreign = await doors.call("await_response", args, { as: "rival" });
    expect(foreign).toMatchObject({ isError: true, error: { code: "NOT_FOUND" } });
    const person = await doors.call("await_response", args, { as: "owner" });
    expect(dataOf(person)["instruction"]).toContain("must not run now");
    expect(dataOf(person)).not.toHaveProperty("grant");
    expect(dataOf(person)).not.toHaveProperty("approved");
  });
});

describe("a decision that nobody waited for", () => {
  const lateOf = (result: ToolAnswer) =>
    (dataOf(result)["late_answers"] ?? []) as unknown as readonly JsonObject[];

  test("rides on the next result without a grant, and says how to get that", async () => {
    const id = await approved();
    const [late] = lateOf(await doors.call("get_capabilities"));
    expect(late).toEqual({
      id,
      kind: "approved",
      request_id: id,
      tool_name: TOOL,
      closed_at: expect.any(String),
      approved_by: { name: "approver", channel: "console" },
      instruction: expect.stringContaining("call await_response with this request_id"),
    });
    expect(lateOf(await awaitOne(id))).toEqual([]);
  });

  test("tells of a rejection with its reason, and of one that expired", async () => {
    const rejected = idOf(await seek());
    const expired = idOf(await seek({ tool_args: {}, expires_in_s: 60 }));
    await approver().reject({ id: rejected, reason: "No." });
    await doors.world.clock.advance(61_000);
    const { envelope } = await doors.call("check_messages");
    expect(envelope.data["messages"]).toMatchObject([
      { id: rejected, kind: "rejected", reason: "No.", rejected_by: { name: "approver" } },
      { id: expired, kind: "expired", tool_name: TOOL },
    ]);
  });

  test("rides no more once the grant was redeemed", async () => {
    const id = await approved();
    await redeem(await awaitOne(id));
    expect(lateOf(await doors.call("get_capabilities"))).toEqual([]);
  });
});

describe("a secret argument", () => {
  const SECRET = "hunter2-canary";
  const more = { tool_args: { user: "a", password: SECRET }, secret_args: ["/password"] };

  test("is told to the agent with the grant, and nowhere before", async () => {
    const sought = await seek(more);
    expect(dataOf(sought)).toMatchObject({ tool_args: { user: "a", password: "(secret)" } });
    await approve(approver(), idOf(sought));
    const late = await doors.call("check_messages");
    const result = await awaitOne(idOf(sought));
    expect(JSON.stringify([sought.envelope, late.envelope])).not.toContain(SECRET);
    expect(dataOf(result)).toMatchObject({ tool_args: { user: "a", password: SECRET } });
    await redeem(result, more.tool_args);
  });

  test("goes into no digest of the recorded call, by which it could be guessed", async () => {
    const digestOf = async (password: string) => {
      const id = `call_${password}`;
      const tool_args = { user: "a", password };
      await doors.call(
        "request_authorization",
        { tool_name: TOOL, reason: "x", ...more, tool_args },
        { call: id },
      );
      await doors.surface.settled();
      for await (const event of await doors.world.as("owner").events()) {
        if (event.subject === `call:${id}`) return event.data?.digest;
      }
      return undefined;
    };
    const [one, other] = [await digestOf("aaa"), await digestOf("bbb")];
    expect(one).toEqual(expect.any(String));
    expect(one).toBe(other);
  });
});

test("cancel_request takes an authorization back, and brings no grant for one that was approved", async () => {
  const open = idOf(await seek());
  const done = await approved({ tool_args: {} });
  const cancel = (request_id: string) => doors.call("cancel_request", { request_id });
  expect((await cancel(open)).envelope).toMatchObject({
    status: "cancelled",
    action: "cancel_request",
    data: { approved: false, request_id: open },
  });
  const late = await cancel(done);
  expect(late.envelope.status).toBe("approved");
  expect(dataOf(late)).not.toHaveProperty("grant");
  expect(dataOf(late)).not.toHaveProperty("approved");
});

test("check_security_status counts the agent's own open authorizations", async () => {
  const pending = async () =>
    dataOf(await doors.call("check_security_status"))["pending_authorizations"];
  const id = idOf(await seek());
  await seek({ tool_args: {} });
  expect(await pending()).toBe(2);
  await approve(approver(), id);
  expect(await pending()).toBe(1);
});

test("an idempotency key names the authorization", async () => {
  const first = idOf(await seek({ idempotency_key: "step-1" }));
  expect(idOf(await seek({ idempotency_key: "step-1" }))).toBe(first);
  expect(idOf(await seek({ idempotency_key: "step-2" }))).not.toBe(first);
});
