import type { RedeemInput } from "../../src/ports/earshot/authority.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const HOUR_MS = 3_600_000;
const LIKE = "A2, A3: an approval that is collected and redeemed in one step";
const { tool, args } = ACTION;

type Own = Omit<RedeemInput, "grant">;
type Use = (over?: Partial<RedeemInput>, options?: CallOptions) => Promise<unknown>;

interface Try {
  readonly refusal: string;
  /** What has happened to the approval before it is used. */
  readonly before?: (scene: Scene, own: Own & { readonly use: Use }) => Promise<unknown>;
  /** How the attempt differs from what was approved. */
  readonly over?: Partial<RedeemInput>;
  readonly options?: CallOptions;
  readonly as?: Part;
}

function own(id: string, does: string, { refusal, ...tried }: Try): Attack {
  return {
    id: `own-approval/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const request = await scene.approved();
      const input: Own = { request: request.id, tool, args };
      const use: Use = async (over, options) =>
        (await scene.as("scout")).redeem({ ...input, ...over }, options);
      const by = await scene.as(tried.as ?? "scout");
      await tried.before?.(scene, { ...input, use });
      return () => by.redeem({ ...input, ...tried.over }, tried.options);
    },
  };
}

/** Before any decision, or after another one. */
function undecided(id: string, does: string, decide: (scene: Scene, id: never) => unknown): Attack {
  return {
    id: `own-approval/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const request = (await scene.seek()).id;
      await decide(scene, request as never);
      const scout = await scene.as("scout");
      return () => scout.redeem({ request, tool, args });
    },
  };
}

export const ownApprovals: Family = {
  name: "approvals used without a grant",
  attacks: [
    own("again", "uses one approval twice", {
      refusal: "GRANT_REFUSED used",
      before: (_, { use }) => use(),
    }),
    own("other-key", "uses it twice under two idempotency keys", {
      refusal: "GRANT_REFUSED used",
      before: (_, { use }) => use({}, { idempotencyKey: "one" }),
      options: { idempotencyKey: "two" },
    }),
    own("same-key-other-arguments", "repeats the key with other arguments", {
      refusal: "KEY_REUSED",
      before: (_, { use }) => use({}, { idempotencyKey: "one" }),
      over: { args: { ...args, to: "eve@example.org" } },
      options: { idempotencyKey: "one" },
    }),
    own("after-its-grant", "uses it after its grant was used", {
      refusal: "GRANT_REFUSED used",
      async before(scene, { request = "" as never, use }) {
        const { grant } = await (await scene.as("scout")).collect({ id: request });
        await (await scene.as("service")).redeem({ grant, tool, args });
        await use().catch(() => {});
      },
    }),
    {
      id: "own-approval/grant-kept-back",
      does: "keeps a grant back, uses the approval without it, and then the grant",
      like: LIKE,
      refusal: "GRANT_REFUSED replaced",
      async prepare(scene) {
        const { live, request } = await scene.granted();
        const scout = await scene.as("scout");
        await scout.redeem({ request: request.id, tool, args });
        return () => scout.redeem(live);
      },
    },
    {
      id: "own-approval/collected-after",
      does: "collects a grant for an approval that was used without one",
      like: LIKE,
      refusal: "GRANT_REFUSED used",
      async prepare(scene) {
        const { id } = await scene.approved();
        const scout = await scene.as("scout");
        await scout.redeem({ request: id, tool, args });
        return () => scout.collect({ id });
      },
    },
    own("clock-back", "sets the clock back and uses it again", {
      refusal: "GRANT_REFUSED used",
      async before(scene, { use }) {
        await use();
        scene.clock.jump(-HOUR_MS);
      },
    }),
    own("arguments", "runs it with other arguments", {
      refusal: "GRANT_REFUSED other_action",
      over: { args: { ...args, to: "eve@example.org" } },
    }),
    own("tool", "runs another tool by it", {
      refusal: "GRANT_REFUSED other_action",
      over: { tool: "send_all" },
    }),
    own("session", "runs it in another session", {
      refusal: "GRANT_REFUSED other_action",
      over: { session: "other" },
    }),
    own("definition", "runs it after the tool has changed", {
      refusal: "GRANT_REFUSED other_action",
      over: { toolSchemaHash: "0".repeat(64) },
    }),
    own("file", "runs it over a file that nobody has seen", {
      refusal: "GRANT_REFUSED other_action",
      over: { resources: [{ uri: "file:///a", sha256: "0".repeat(64) }] },
    }),
    own("denied", "uses it after the policy came to deny it", {
      refusal: "GRANT_REFUSED denied_now",
      before: (scene) => scene.rules({ name: "no mail", tools: ["send_*"], decision: "deny" }),
    }),
    own("demands-more", "uses it after two have to approve", {
      refusal: "GRANT_REFUSED demands_more",
      before: (scene) => scene.rules({ name: "two", tools: ["send_*"], quorum: 2 }),
    }),
    own("approver-gone", "uses it after the approver's key is gone", {
      refusal: "GRANT_REFUSED approver_gone",
      before: async (scene) => (await scene.as("owner")).revokeKey({ id: scene.keys.ana.key.id }),
    }),
    own("halted", "uses it by a call that was let in before the agent was halted", {
      refusal: "NOT_ALLOWED agent_halted",
      before: async (scene) =>
        (await scene.as("owner")).haltAgent({ id: scene.keys.scout.principal.id }),
    }),
    own("taken-back", "uses it after it was taken back", {
      refusal: "NOT_APPROVED",
      before: async (scene, { request = "" as never }) =>
        (await scene.as("ana")).revoke({ id: request }),
    }),
    own("too-late", "uses it when it is too old", {
      refusal: "NOT_APPROVED",
      before: async (scene) => scene.clock.jump(HOUR_MS),
    }),
    own("erased", "uses it after its content was erased", {
      refusal: "NOT_APPROVED",
      before: async (scene, { request = "" as never }) =>
        (await scene.as("owner")).erase({ id: request }),
    }),
    undecided("open", "uses what nobody has decided", () => undefined),
    undecided("rejected", "uses what was rejected", async (scene, id) =>
      (await scene.as("ben")).reject({ id, reason: "No." }),
    ),
    undecided("expired", "uses what has expired", (scene) => scene.clock.jump(HOUR_MS + 1)),
    own("rival", "uses another agent's approval", { refusal: "NOT_FOUND", as: "rival" }),
    own("abroad", "uses it from another workspace", { refusal: "NOT_FOUND", as: "stranger" }),
    own("service", "has a service use it without a grant", {
      refusal: "NOT_ALLOWED",
      as: "service",
    }),
    own("approver", "uses it as the one who approved it", { refusal: "NOT_ALLOWED", as: "ana" }),
    own("owner", "uses it as the owner of the agent", { refusal: "NOT_ALLOWED", as: "owner" }),
    own("both", "names its grant and the request at once", {
      refusal: "INVALID_INPUT",
      over: { grant: "a.b.c" },
    }),
    own("64-at-once", "uses it 64 times at once after it was used", {
      refusal: "GRANT_REFUSED used",
      async before(_, { use }) {
        await use();
        await Promise.allSettled(Array.from({ length: 64 }, () => use()));
      },
    }),
  ],
};
