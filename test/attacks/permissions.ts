import type { JsonObject } from "../../src/domain/json.ts";
import type { Permission } from "../../src/domain/policy/permission.ts";
import type { AuthorizeInput, PermitInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const LIKE = "A3, hermes-agent #38068: somebody approved always; openclaw #112946, #129636";
const DAY_MS = 86_400_000;

interface Abuse {
  readonly id: string;
  readonly does: string;
  readonly given: Omit<PermitInput, "like">;
  readonly like?: Partial<AuthorizeInput>;
  readonly by?: Part;
  readonly before?: (scene: Scene, permission: Permission) => Promise<unknown>;
  readonly seeks: Partial<AuthorizeInput>;
  readonly as?: Part;
}

/** Seeks what a standing permission does not cover, and collects as if it did. */
function abuse({ id, does, given, by = "ana", before, seeks, as = "scout", like }: Abuse): Attack {
  return {
    id: `permission/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const request = await scene.seek({ session: "one", ...like });
      const giver = await scene.as(by);
      const named = given.agent === undefined ? { like: request.id } : {};
      const permission = await giver.permit({ ...given, ...named });
      const { digest } = request.authorization;
      await (await scene.as("ben")).reject({ id: request.id, reason: `Not ${digest}.` });
      await before?.(scene, permission);
      return async () => {
        const agent = await scene.as(as);
        const input = { ...ACTION, session: "one", joinKey: "abuse", ...like, ...seeks };
        const { request: sought } = await agent.authorize(input);
        await agent.collect({ id: sought.id });
      };
    },
  };
}

const session = (id: string, does: string, more: Partial<Abuse>) =>
  abuse({ id: `session-${id}`, does, given: { scope: "session" }, seeks: {}, ...more });
const target = (id: string, does: string, seeks: Partial<AuthorizeInput>) =>
  abuse({ id: `target-${id}`, does, given: { scope: "target" }, seeks });
const pattern = (id: string, does: string, args: JsonObject) =>
  abuse({
    id: `pattern-${id}`,
    does,
    seeks: { args },
    given: { scope: "pattern", agent: "scout", tool: "send_*", args: { "/copies": { under: 10 } } },
  });
const other = { args: { ...ACTION.args, to: "eve@example.org" } };

/** A permission that is not to be given. */
function given(id: string, does: string, input: Partial<PermitInput>): Attack {
  return {
    id: `permission/given-${id}`,
    does,
    like: LIKE,
    refusal: input.level === undefined ? "INVALID_INPUT" : "NOT_ALLOWED",
    async prepare(scene) {
      const { id: like } = await scene.seek();
      const ana = await scene.as("ana");
      const named = input.agent === undefined ? { like } : {};
      return () => ana.permit({ scope: "target", ...named, ...input });
    },
  };
}

export const permissionAbuse: Family = {
  name: "permission abuse",
  attacks: [
    session("other", "uses a session's permission in another session", {
      seeks: { session: "two" },
    }),
    session("none", "uses a session's permission without a session", { seeks: { session: "" } }),
    session("other-tool", "uses a session's permission for another tool", {
      seeks: { tool: "delete_mail" },
    }),
    session("other-agent", "uses another agent's permission", { as: "rival" }),
    session("abroad", "uses a permission of another workspace", { as: "stranger" }),
    session("revoked", "uses a permission that was revoked", {
      before: async (scene, { id }) => (await scene.as("ana")).revokePermission({ id }),
    }),
    session("revoked-by-another", "uses a permission that somebody else has revoked", {
      before: async (scene, { id }) => (await scene.as("ben")).revokePermission({ id }),
    }),
    session("over", "uses a permission after its date", {
      before: async ({ clock }) => clock.jump(DAY_MS + 1),
    }),
    session("at-the-edge", "uses a permission in the millisecond in which it ends", {
      before: async ({ clock }) => clock.jump(DAY_MS),
    }),
    session("denied", "uses a permission for what a rule denies", {
      before: (scene) => scene.rules({ name: "no mail", tools: ["send_*"], decision: "deny" }),
    }),
    session("level-raised", "uses a permission after the level was raised", {
      before: (scene) => scene.rules({ name: "mail", tools: ["send_*"], level: "HIGH" }),
    }),
    session("critical", "uses a permission for CRITICAL", {
      before: (scene) => scene.rules({ name: "mail", tools: ["send_*"], level: "CRITICAL" }),
    }),
    session("quorum", "uses one person's permission where two have to approve", {
      before: (scene) => scene.rules({ name: "mail", tools: ["send_*"], quorum: 2 }),
    }),
    session("step-up", "uses a permission where a passphrase is wanted", {
      before: (scene) => scene.rules({ name: "mail", tools: ["send_*"], step_up: true }),
    }),
    session("giver-named-no-more", "uses a permission whose giver may decide no more", {
      before: (scene) =>
        scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ben"] } }),
    }),
    session("giver-revoked", "uses a permission whose giver has no key any more", {
      async before(scene) {
        const owner = await scene.as("owner");
        await owner.revokeKey({ id: scene.keys.ana.key.id });
        await owner.revokeKey({ id: scene.keys.script.key.id });
      },
    }),
    {
      id: "permission/session-by-owner",
      like: LIKE,
      refusal: "INVALID_INPUT",
      does: "has the agent's own owner give a permission",
      async prepare(scene) {
        const { id: like } = await scene.seek({ session: "one" });
        const owner = await scene.as("owner");
        return () => owner.permit({ scope: "session", like });
      },
    },
    session("for-somebody-else", "uses a permission where the request asks somebody else", {
      seeks: {
        to: ["ben"],
      },
    }),
    target("other-arguments", "uses a permission for other arguments", other),
    target("more-arguments", "uses a permission with one argument more", {
      args: { ...ACTION.args, force: true },
    }),
    target("number-as-text", "uses a permission with a number as text", {
      args: { ...ACTION.args, copies: "1" },
    }),
    target("other-tool", "uses a permission for another tool with the same arguments", {
      tool: "delete_mail",
    }),
    abuse({
      id: "once-other",
      does: "uses a permission for one action for another",
      seeks: other,
      given: { scope: "once" },
    }),
    abuse({
      id: "once-twice",
      does: "uses a permission for one time twice",
      seeks: {},
      given: { scope: "once" },
      async before(scene) {
        const scout = await scene.as("scout");
        await scout.authorize({
          ...ACTION,
          session: "one",
          joinKey: "first",
          redeemIfAllowed: true,
        });
      },
    }),
    pattern("over", "goes over the number that a pattern allows", { copies: 10 }),
    pattern("text", "writes the number of a pattern as text", { copies: "5" }),
    pattern("list", "writes the number of a pattern as a list", { copies: [5] }),
    pattern("missing", "leaves the number of a pattern out", { to: "eve@example.org" }),
    pattern("null", "writes null for the number of a pattern", { copies: null }),
    pattern("nested", "writes the number of a pattern one level deeper", { args: { copies: 5 } }),
    abuse({
      id: "pattern-tool",
      does: "uses a pattern for a tool that it does not match",
      given: { scope: "pattern", agent: "scout", tool: "send_*" },
      seeks: { tool: "resend_mail" },
    }),
    abuse({
      id: "pattern-case",
      does: "uses a pattern for a tool in capitals",
      given: { scope: "pattern", agent: "scout", tool: "send_*" },
      seeks: { tool: "SEND_mail" },
    }),
    given("critical", "is given for CRITICAL", { level: "CRITICAL" as "HIGH" }),
    given("high-untyped", "is given for HIGH without its tool being typed", {
      level: "HIGH",
    }),
    given("all-tools", "is given for every tool", { scope: "pattern", agent: "scout", tool: "*" }),
    given("stars", "is given for every tool in other words", {
      scope: "pattern",
      agent: "scout",
      tool: "**?",
    }),
    given("no-tool", "is given for no tool in particular", { scope: "pattern", agent: "scout" }),
    given("for-ever", "is given for longer than 90 days", { forMs: 91 * DAY_MS }),
    given("no-time", "is given for no time at all", { forMs: 0 }),
    given("not-a-time", "is given for what is no time", { forMs: Number.NaN }),
    given("no-session", "is given for a session that there is none of", {
      scope: "session",
    }),
    given("empty-condition", "is given under a condition that says nothing", {
      scope: "pattern",
      agent: "scout",
      tool: "send_*",
      args: { "/copies": {} },
    }),
  ],
};
