import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import { ownKey } from "../../support/own-key.ts";
import { applyRules, codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

/** How people decide on actions. */
export function decidingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const seek = async (over: Partial<AuthorizeInput> = {}, part: Part = "scout") => {
    const input = { tool: "deploy", args: { to: "staging" }, reason: "It is ready.", ...over };
    return asAuthorization((await as(part).authorize(input)).request);
  };
  const approve = async (part: Part, request: Awaited<ReturnType<typeof seek>>, more = {}) => {
    const { digest } = request.authorization;
    return await as(part).approve({ id: request.id, digest, ...more });
  };
  const apply = (...rules: JsonObject[]) => applyRules(as("owner"), rules);
  const typesOf = async () =>
    (await collect(as("service").events())).map(({ type }) => type as string);

  describe("an authorization", () => {
    test("is open until somebody decides, with a digest over the whole action", async () => {
      const request = await seek({ session: "run-1", onBehalfOf: "user123" });
      expect(request).toMatchObject({ kind: "authorization", status: "open" });
      expect(request.authorization).toMatchObject({
        action: { tool: "deploy", args: { to: "staging" }, session: "run-1", level: "MEDIUM" },
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        onBehalfOf: "user123",
        votes: [],
      });
      expect((await as("approver").list({ kind: "authorization" })).items).toEqual([request]);
      expect((await as("approver").status()).pendingAuthorizations).toBe(1);
    });

    test("expires after an hour, and nobody's silence approves it", async () => {
      const request = await seek();
      await under.world.clock.advance(60 * 60_000);
      const { outcome } = await as("scout").wait({ id: request.id });
      expect(outcome).toBe("expired");
      expect(await codeOf(approve("approver", request))).toBe("REQUEST_CLOSED");
      expect(await codeOf(as("scout").collect({ id: request.id }))).toBe("NOT_APPROVED");
    });

    test("of the same action joins the open one, and of another does not", async () => {
      const request = await seek();
      const again = await as("scout").authorize({
        tool: "deploy",
        args: { to: "staging" },
        reason: "Once more.",
      });
      expect(again).toMatchObject({ joined: true, request: { id: request.id } });
      expect((await seek({ args: { to: "production" } })).id).not.toBe(request.id);
      expect((await seek({ session: "other" })).id).not.toBe(request.id);
      expect((await seek({ joinKey: "second" })).id).not.toBe(request.id);
      expect((await seek({}, "rival")).id).not.toBe(request.id);
    });

    test.each<[string, Partial<AuthorizeInput>]>([
      ["a tool without a name", { tool: "" }],
      ["an empty reason", { reason: "  " }],
      ["arguments that mark a secret", { args: { a: { $secret: "x" } } }],
      ["a secret that is not there", { secrets: ["/password"] }],
      ["a hash that is none", { toolSchemaHash: "abc" }],
      ["a resource without a digest", { resources: [{ uri: "file:///a", sha256: "" }] }],
      ["a life of nothing", { expiresInMs: 1 }],
      ["an operator who is nobody", { to: ["nobody"] }],
      ["arguments that nobody could read", { args: { text: "x".repeat(300_000) } }],
    ])("with %s is refused", async (_, over) => {
      expect(["INVALID_INPUT", "TOO_LARGE"]).toContain(await codeOf(seek(over)));
    });
  });

  describe("approve", () => {
    test("closes it for the digest that was shown, and the log says who", async () => {
      const request = await seek();
      const approved = await approve("approver", request);
      expect(approved).toMatchObject({
        status: "approved",
        basis: { kind: "people" },
        closedBy: { name: "approver" },
      });
      expect((await as("scout").wait({ id: request.id })).outcome).toBe("approved");
      expect(await typesOf()).toContain("request.approved");
    });

    test("of any other digest is refused", async () => {
      const request = await seek();
      const other = { digest: "0".repeat(64) };
      expect(await codeOf(approve("approver", request, other))).toBe("DIGEST_MISMATCH");
      expect((await as("approver").show({ id: request.id })).request.status).toBe("open");
    });

    test.each<[Part, string]>([
      ["scout", "NOT_ALLOWED"],
      ["rival", "NOT_ALLOWED"],
      ["viewer", "NOT_ALLOWED"],
      ["service", "NOT_ALLOWED"],
      ["stranger", "NOT_ALLOWED"],
      ["outsider", "NOT_FOUND"],
      // The agent's owner does not decide for it if somebody else can.
      ["owner", "NOT_ALLOWED"],
    ])("by %s is refused with %s", async (part, code) => {
      const request = await seek();
      expect(await codeOf(approve(part, request))).toBe(code);
      expect((await as("approver").show({ id: request.id })).request.status).toBe("open");
    });

    test("of HIGH wants part of the digest, typed at a terminal", async () => {
      const request = await seek({ tool: "delete_user_data", args: { user_id: "user123" } });
      const { id, authorization } = request;
      expect(authorization.demand).toMatchObject({ level: "HIGH", stepUp: false });
      const { digest } = authorization;
      const typed = digest.slice(0, 6);
      const tryIt = (via: "http" | "cli", more: object) =>
        codeOf(as("approver").approve({ id, digest, ...more }, { via }));
      expect(await tryIt("http", { typed })).toBe("NOT_ALLOWED");
      expect(await tryIt("cli", {})).toBe("NOT_ALLOWED");
      expect(await tryIt("cli", { typed: digest.slice(0, 5) })).toBe("NOT_ALLOWED");
      expect(await tryIt("cli", { typed: digest.slice(1, 8) })).toBe("NOT_ALLOWED");
      expect(await tryIt("cli", { typed })).toBeUndefined();
    });

    test("of HIGH by a script's key does not count", async () => {
      const request = await seek({ tool: "delete_user_data", args: { user_id: "user123" } });
      expect(await codeOf(approve("script", request))).toBe("NOT_ALLOWED");
    });

    test("of HIGH by a script's key counts where the rule says so, and is logged as such", async () => {
      const rules = [{ name: "erasure", tools: ["delete_user_data"], level: "HIGH", hands: "any" }];
      await as("owner").applyPolicy({ source: { version: 1, rules } });
      const request = await seek({ tool: "delete_user_data", args: { user_id: "user123" } });
      const approved = asAuthorization(await approve("script", request));
      expect(approved.status).toBe("approved");
      expect(approved.authorization.votes).toMatchObject([{ hand: "unattended" }]);
      const logged = await collect(as("service").events());
      expect(logged.at(-1)).toMatchObject({
        type: "request.approved",
        data: { hand: "unattended" },
      });
    });

    test("of CRITICAL wants the passphrase, which no script has", async () => {
      const request = await seek({ tool: "admin_reset_system", args: {} });
      const { digest } = request.authorization;
      const typed = digest.slice(0, 8);
      const tryIt = (passphrase?: string) => {
        const input = { id: request.id, digest, typed };
        const more = passphrase === undefined ? {} : { passphrase };
        return codeOf(as("approver").approve({ ...input, ...more }, { via: "cli" }));
      };
      expect(await tryIt("correct horse battery")).toBe("STEP_UP_NEEDED");
      await as("approver").setPassphrase({ passphrase: "correct horse battery" });
      expect(await tryIt()).toBe("STEP_UP_NEEDED");
      expect(await tryIt("wrong horse battery")).toBe("STEP_UP_NEEDED");
      expect(await codeOf(approve("script", request))).toBe("NOT_ALLOWED");
      expect(await tryIt("correct horse battery")).toBeUndefined();
      expect(await typesOf()).toContain("passphrase.refused");
    });

    test("by two is what a quorum of two wants, and one of them does not count twice", async () => {
      await apply({ name: "two", quorum: 2 });
      await ownKey(as("owner"), { kind: "person", name: "ben" });
      const request = await seek();
      const first = asAuthorization(await approve("approver", request));
      expect(first).toMatchObject({ status: "open", authorization: { votes: [{}] } });
      expect(await codeOf(approve("approver", request))).toBe("ALREADY_VOTED");
      expect(await codeOf(approve("script", request))).toBe("NOT_ALLOWED");
      expect((await as("scout").wait({ id: request.id })).outcome).toBe("pending");
    });

    test("by a list is of different people, and says who is still wanted", async () => {
      await ownKey(as("owner"), { kind: "person", name: "ben" });
      const [hands, both] = ["any", ["approver", "ben"]];
      await apply({ name: "list", hands, approvers: [{ names: ["approver"] }, { names: both }] });
      const request = await seek({ to: ["approver"] });
      expect(request).toMatchObject({
        to: both,
        authorization: { demand: { quorum: 2, wanted: [{ count: 1 }, { count: 1 }] } },
      });
      expect(await approve("approver", request)).toMatchObject({
        status: "open",
        authorization: { votes: [{ fits: [0, 1] }] },
      });
      expect((await as("approver").list({ status: "open" })).items).toMatchObject([
        { authorization: { votes: [{ fits: [0, 1] }] } },
      ]);
      expect(await codeOf(approve("approver", request))).toBe("ALREADY_VOTED");
      expect(await codeOf(as("scout").collect({ id: request.id }))).toBe("NOT_APPROVED");
      await apply({ name: "list", hands, approvers: [{ names: ["approver"] }] });
      expect(await approve("approver", request)).toMatchObject({ status: "approved" });
      expect(await codeOf(as("scout").collect({ id: request.id }))).toBeUndefined();
    });

    test("is judged by the policy of the day: more has to come, or one more word where less will do", async () => {
      const request = await seek();
      await apply({ name: "two", quorum: 2 });
      expect(await approve("approver", request)).toMatchObject({ status: "open" });
      expect(await codeOf(approve("approver", request))).toBe("ALREADY_VOTED");
      await apply({ name: "closed", decision: "deny" });
      expect(await codeOf(approve("approver", request))).toBe("NOT_ALLOWED");
      await apply({ name: "one" });
      expect((await as("scout").wait({ id: request.id })).outcome).toBe("pending");
      expect(await approve("approver", request)).toMatchObject({
        status: "approved",
        authorization: { demand: { rule: "one", quorum: 1 } },
      });
      const { grant, args } = await as("scout").collect({ id: request.id });
      await as("scout").redeem({ grant, tool: "deploy", args });
      expect((await typesOf()).filter((type) => type === "request.demand_changed")).toHaveLength(2);
    });

    test("by somebody whom the rule does not name is refused", async () => {
      await apply({ name: "ana's", approvers: { names: ["ana"] } });
      const request = await seek();
      expect(await codeOf(approve("approver", request))).toBe("NOT_ALLOWED");
      expect(await typesOf()).toContain("request.decision_refused");
    });

    test("with other arguments makes another action, and says how it differs", async () => {
      await apply({ name: "deploys", edits: { narrow: { "/count": "lower" } } });
      const argsSchema = { type: "object", properties: { count: { type: "integer" } } };
      const request = await seek({ args: { to: "staging", count: 2 }, argsSchema });
      const wrong = { args: { to: "staging", count: "1" }, digest: "0".repeat(64) };
      expect(await codeOf(approve("approver", request, wrong))).toBe("INVALID_INPUT");
      const other = { args: { to: "staging", count: 1 }, digest: "0".repeat(64) };
      const mismatch = await approve("approver", request, other).catch((error) => error);
      expect(mismatch.code).toBe("DIGEST_MISMATCH");
      expect((await as("scout").wait({ id: request.id })).outcome).toBe("pending");
    });

    test("with other arguments is refused where nobody else could approve those, or the rule allows no edits", async () => {
      const request = await seek();
      const other = { args: { to: "testing" }, digest: "0".repeat(64) };
      const reasonOf = async () =>
        (await approve("approver", request, other).catch((error) => error)).message;
      expect(await reasonOf()).toContain("another person has to approve such a change");
      await apply({ name: "fixed", edits: "none" });
      expect(await reasonOf()).toContain('the rule "fixed" lets nobody change arguments');
    });
  });

  describe("reject", () => {
    test("closes it with a reason, whoever has approved before", async () => {
      await apply({ name: "two", quorum: 2 });
      const request = await seek();
      await approve("approver", request);
      const rejected = await as("owner").reject({ id: request.id, reason: "Not today." });
      expect(rejected).toMatchObject({ status: "rejected", reason: "Not today." });
      expect(await codeOf(approve("approver", request))).toBe("REQUEST_CLOSED");
    });

    test("needs no reason, and a blank one is none", async () => {
      const request = await seek();
      const blank = as("owner").reject({ id: request.id, reason: " " });
      expect(await codeOf(blank)).toBe("INVALID_INPUT");
      const rejected = await as("owner").reject({ id: request.id });
      expect(rejected.status).toBe("rejected");
      expect(rejected).not.toHaveProperty("reason");
      expect((await as("owner").verifyAudit()).intact).toBe(true);
    });

    test("is open to every approver, whomever the agent wanted to ask", async () => {
      const request = await seek({ to: ["approver"] });
      await as("owner").reject({ id: request.id, reason: "Not today." });
      expect(await codeOf(seek({ to: ["viewer"], args: { to: "b" } }))).toBe("INVALID_INPUT");
      await apply({ name: "two", quorum: 2 });
      expect(await codeOf(seek({ to: ["approver"], args: { to: "b" } }))).toBe("INVALID_INPUT");
    });

    test("is told to the agent that asks for the same again", async () => {
      const request = await seek();
      await as("approver").reject({ id: request.id, reason: "Not today." });
      expect(await seek()).toMatchObject({ id: request.id, status: "rejected" });
    });
  });

  test("a question is answered, an authorization decided, and neither the other way", async () => {
    const { request: question } = await as("scout").ask({ text: "Which?" });
    const digest = "0".repeat(64);
    expect(await codeOf(as("approver").approve({ id: question.id, digest }))).toBe("INVALID_INPUT");
    expect(await codeOf(as("approver").reject({ id: question.id, reason: "No." }))).toBe(
      "INVALID_INPUT",
    );
    const { id } = await seek();
    expect(await codeOf(as("approver").answer({ id, answer: { text: "yes" } }))).toBe(
      "INVALID_INPUT",
    );
  });
}
