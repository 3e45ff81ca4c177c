import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizeInput, RedeemInput } from "../../src/ports/earshot/authority.ts";
import { ownKey } from "../support/own-key.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part } from "./scene.ts";

const SESSION = "A3; openclaw #129636: an approval was used again in another place";
const WORKSPACE = "B5: the deputy of one workspace is confused by another";

const session = (
  id: string,
  does: string,
  { approved, live }: { approved: Partial<AuthorizeInput>; live: Partial<RedeemInput> },
): Attack => ({
  id: `reuse/${id}`,
  does,
  like: SESSION,
  refusal: "GRANT_REFUSED other_action",
  async prepare(scene) {
    const granted = await scene.granted(approved);
    const { grant, tool, args } = granted.live;
    const scout = await scene.as("scout");
    return () => scout.redeem({ grant, tool, args, ...live });
  },
});

/** Asks for the same elsewhere, and collects as if it had been approved there. */
const elsewhere = (
  id: string,
  does: string,
  { as = "scout", ...over }: Partial<AuthorizeInput> & { readonly as?: Part },
): Attack => ({
  id: `reuse/${id}`,
  does,
  like: SESSION,
  refusal: "NOT_APPROVED",
  async prepare(scene) {
    await scene.approved({ session: "one" });
    const agent = await scene.as(as);
    return async () => {
      const { request } = await agent.authorize({ ...ACTION, session: "one", ...over });
      await agent.collect({ id: request.id });
    };
  },
});

type Deed = "approve" | "reject" | "show" | "wait" | "cancel" | "erase";

interface Other {
  readonly by?: Part;
  readonly reason?: string;
}

const abroad = (name: Deed, does: string, { by = "outsider", ...input }: Other = {}): Attack => ({
  id: `reuse/abroad-${name}`,
  does,
  like: WORKSPACE,
  refusal: "NOT_FOUND",
  async prepare(scene) {
    const { id, authorization } = await scene.seek();
    const outsider = await scene.as(by);
    const act = outsider[name] as (input: JsonObject) => Promise<unknown>;
    return () => act({ id, ...(name === "approve" ? { digest: authorization.digest } : input) });
  },
});

export const reuse: Family = {
  name: "reuse across sessions and workspaces",
  attacks: [
    session("other-session", "redeems in another session", {
      approved: { session: "one" },
      live: { session: "two" },
    }),
    session("no-session", "redeems without a session", { approved: { session: "one" }, live: {} }),
    session("new-session", "redeems in a session where none was approved", {
      approved: {},
      live: { session: "one" },
    }),
    session("session-case", "redeems in a session whose name differs in case", {
      approved: { session: "one" },
      live: { session: "One" },
    }),
    session("session-null", 'redeems in a session that is called "null"', {
      approved: {},
      live: { session: "null" },
    }),
    session("session-empty", "redeems in a session with an empty name", {
      approved: {},
      live: { session: "" },
    }),
    elsewhere("join-other-session", "asks for the same in another session", { session: "two" }),
    elsewhere("join-other-agent", "asks for the same as another agent", { as: "rival" }),
    elsewhere("join-other-workspace", "asks for the same in another workspace", { as: "stranger" }),
    elsewhere("join-other-arguments", "asks for more in the same session", {
      args: { ...ACTION.args, copies: 2 },
    }),
    elsewhere("join-other-tool", "asks for another tool in the same session", {
      tool: "delete_mail",
    }),
    elsewhere("join-other-behalf", "asks for the same on behalf of somebody else", {
      onBehalfOf: "ben",
    }),
    elsewhere("join-other-file", "asks for the same with a file", {
      resources: [{ uri: "file:///a", sha256: "ab".repeat(32) }],
    }),
    elsewhere("join-other-schema", "asks for the same with a definition", {
      toolSchemaHash: "ab".repeat(32),
    }),
    abroad("approve", "approves what another workspace seeks"),
    abroad("reject", "rejects what another workspace seeks", { reason: "No." }),
    abroad("show", "reads what another workspace seeks"),
    abroad("cancel", "takes back what another workspace seeks"),
    abroad("erase", "erases what another workspace seeks"),
    abroad("wait", "waits for what another workspace seeks", { by: "stranger" }),
    {
      id: "reuse/abroad-grant",
      does: "redeems the grant of another workspace for the same action",
      like: WORKSPACE,
      refusal: "GRANT_REFUSED not_ours",
      async prepare(scene) {
        const { live } = await scene.granted();
        const stranger = await scene.as("stranger");
        await stranger.authorize(ACTION);
        return () => stranger.redeem(live);
      },
    },
    {
      id: "reuse/abroad-permit",
      does: "gives a permission like a request of another workspace",
      like: WORKSPACE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const { id } = await scene.seek();
        const outsider = await scene.as("outsider");
        return () => outsider.permit({ scope: "once", like: id });
      },
    },
    {
      id: "reuse/abroad-agent",
      does: "gives a permission to an agent of another workspace",
      like: WORKSPACE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const outsider = await scene.as("outsider");
        return () => outsider.permit({ scope: "pattern", agent: "scout", tool: "send_*" });
      },
    },
    {
      id: "reuse/abroad-key",
      does: "revokes the key of an approver of another workspace",
      like: WORKSPACE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const outsider = await scene.as("outsider");
        return () => outsider.revokeKey({ id: scene.keys.ana.key.id });
      },
    },
    {
      id: "reuse/abroad-name",
      does: "makes an approver abroad with the name of one at home, and approves",
      like: WORKSPACE,
      refusal: "NOT_FOUND",
      async prepare(scene) {
        const { id, authorization } = await scene.seek();
        const outsider = await scene.as("outsider");
        const { secret } = await ownKey(outsider, { kind: "person", name: "ana" });
        const namesake = await scene.bySecret(secret);
        return () => namesake.approve({ id, digest: authorization.digest });
      },
    },
  ],
};
