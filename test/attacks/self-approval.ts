import type { PrincipalId } from "../../src/domain/id.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "../support/own-key.ts";
import { byToken } from "../support/token-caller.ts";
import type { Attack, Family } from "./attack.ts";
import { approval, deed } from "./deciders.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const LIKE = "A8 self-approval; openclaw #63670: the requester resolved its own approval";
const OWN = "NOT_ALLOWED own_agent";
const HIGH = { tool: "delete_user_data" };

const own = (id: string, does: string, more: Partial<Parameters<typeof approval>[0]> = {}) =>
  approval({ id: `self-approval/${id}`, does, like: LIKE, refusal: OWN, by: "owner", ...more });

const typed = ({ authorization }: { authorization: { digest: string } }) => ({
  typed: authorization.digest,
});

/** What an agent tries with its own key, on its own request. */
const byAgent = (
  id: string,
  does: string,
  act: (agent: Earshot, id: never, digest: string) => Promise<unknown>,
) =>
  deed("scout", {
    id: `self-approval/agent-${id}`,
    does,
    like: LIKE,
    refusal: "NOT_ALLOWED",
    act: (agent, { request }) => act(agent, request.id as never, request.authorization.digest),
  });

/** What an agent writes into its request, in the hope that it counts for something. */
const field = (id: string, does: string, input: object) =>
  deed("scout", {
    id: `self-approval/field-${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async act(agent) {
      const { request } = await agent.authorize({ ...ACTION, joinKey: id, ...input });
      await agent.collect({ id: request.id });
    },
  });

interface Keyed {
  readonly id: string;
  readonly does: string;
  readonly refusal?: string;
  readonly act: (cast: {
    readonly olga: Earshot;
    readonly scene: Scene;
    /** Makes olga a key of the other owner's agent. */
    readonly takeKey: () => Promise<CreatedKey>;
  }) => Promise<() => Promise<unknown>>;
}

/** Somebody makes themselves a key of an agent that another person made. */
const keyed = ({ id, does, refusal = OWN, act }: Keyed): Attack => ({
  id: `self-approval/keyed-${id}`,
  does,
  like: LIKE,
  refusal,
  async prepare(scene) {
    const owner = await scene.as("owner");
    const { secret } = await ownKey(owner, { kind: "person", name: "olga", role: "owner" });
    const olga = await scene.bySecret(secret);
    return await act({
      olga,
      scene,
      takeKey: () => olga.createKey({ kind: "agent", name: "scout" }),
    });
  },
});

const ownsRequest = async (scene: Scene, { secret }: CreatedKey) => {
  const { request } = await (await scene.bySecret(secret)).authorize(ACTION);
  return asAuthorization(request);
};

/** Somebody approves what their own client sought with a token of an authorization server. */
const byOwnToken = (
  id: string,
  does: string,
  {
    subject,
    refusal,
    by = "ana",
    before = async () => {},
  }: {
    readonly subject: string;
    readonly refusal: string;
    readonly by?: Part;
    readonly before?: (scene: Scene, agent: PrincipalId) => Promise<unknown>;
  },
): Attack => ({
  id: `self-approval/token-${id}`,
  does,
  like: LIKE,
  refusal,
  async prepare(scene) {
    const agent = await byToken(scene.ctx, subject);
    const asked = asAuthorization((await agent.authorize(ACTION)).request);
    await before(scene, asked.agent);
    const voter = await scene.as(by);
    return () => voter.approve({ id: asked.id, digest: asked.authorization.digest });
  },
});

export const selfApproval: Family = {
  name: "self-approval",
  attacks: [
    byOwnToken("name", "approves what their client sought with a token in their name", {
      subject: "ana",
      refusal: OWN,
    }),
    byOwnToken("unknown", "does so where nobody has said whose subject it is", {
      subject: "auth0|77",
      refusal: "NOT_ALLOWED untied_agent",
    }),
    byOwnToken("tied", "does so where it was tied to them", {
      subject: "auth0|77",
      refusal: OWN,
      before: async (scene, id) => (await scene.as("ana")).tieAgent({ id, person: "ana" }),
    }),
    byOwnToken("to-another", "ties their subject to somebody else, and approves for it", {
      subject: "auth0|77",
      refusal: OWN,
      by: "owner",
      before: async (scene, id) => (await scene.as("owner")).tieAgent({ id, person: "ana" }),
    }),
    byOwnToken("to-nobody", "says that their subject is no operator, and approves for it", {
      subject: "auth0|77",
      refusal: OWN,
      by: "owner",
      before: async (scene, id) => (await scene.as("owner")).tieAgent({ id }),
    }),
    keyed({
      id: "seeks",
      does: "makes a key of another's agent, seeks with it and approves that",
      async act({ olga, scene, takeKey }) {
        const { id, authorization } = await ownsRequest(scene, await takeKey());
        return () => olga.approve({ id, digest: authorization.digest });
      },
    }),
    keyed({
      id: "ended",
      does: "does so, and ends the key before approving",
      async act({ olga, scene, takeKey }) {
        const made = await takeKey();
        const { id, authorization } = await ownsRequest(scene, made);
        await olga.revokeKey({ id: made.key.id });
        return () => olga.approve({ id, digest: authorization.digest });
      },
    }),
    keyed({
      id: "waits",
      does: "makes a key of another's agent and approves what it sought before",
      async act({ olga, scene, takeKey }) {
        const { id, authorization } = await scene.seek();
        await takeKey();
        return () => olga.approve({ id, digest: authorization.digest });
      },
    }),
    keyed({
      id: "collects",
      does: "approves what another's agent sought, and then makes a key of it to use that",
      refusal: "GRANT_REFUSED approver_gone",
      async act({ olga, scene, takeKey }) {
        const { id, authorization } = await scene.seek();
        await olga.approve({ id, digest: authorization.digest });
        const agent = await scene.bySecret((await takeKey()).secret);
        const { tool, args } = ACTION;
        return () => agent.redeem({ request: id, tool, args });
      },
    }),
    keyed({
      id: "permits",
      does: "gives a standing permission to an agent of which they made a key",
      refusal: "INVALID_INPUT",
      async act({ olga, takeKey }) {
        await takeKey();
        const { tool } = ACTION;
        return () => olga.permit({ scope: "pattern", agent: "scout", tool });
      },
    }),
    own("owner", "approves for an agent of their own"),
    own("owner-at-console", "does so at the console", { options: { via: "console" } }),
    own("owner-high", "approves HIGH for an agent of their own", {
      asked: HIGH,
      presence: typed,
      options: { via: "cli" },
    }),
    own("owner-critical", "approves CRITICAL for an agent of their own", {
      asked: { tool: "admin_reset_system" },
      presence: typed,
      options: { via: "cli" },
    }),
    own("named-by-policy", "approves for an agent of their own where the policy names them alone", {
      before: (scene) =>
        scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["owner"] } }),
    }),
    own("named-by-agent", "is asked by name by their own agent", { asked: { to: ["owner"] } }),
    own("second-agent", "approves for an agent that they made later", {
      async before(scene) {
        const owner = await scene.as("owner");
        await owner.createKey({ kind: "agent", name: "helper" });
      },
    }),
    own("new-key", "makes a new key for themselves first", {
      async before(scene) {
        const owner = await scene.as("owner");
        await owner.createKey({ kind: "person", name: "owner", role: "owner" });
      },
    }),
    own("low", "approves what a rule calls LOW for an agent of their own", {
      before: (scene) => scene.rules({ name: "mail", tools: ["send_*"], level: "LOW" }),
    }),
    own("behalf", "approves what their agent does on behalf of somebody else", {
      asked: { onBehalfOf: "ana" },
    }),
    byAgent("approve", "approves its own request", (agent, id, digest) =>
      agent.approve({ id, digest }),
    ),
    byAgent("approve-cli", "says that it sits at a terminal", (agent, id, digest) =>
      agent.approve({ id, digest, typed: digest }, { via: "cli" }),
    ),
    byAgent("reject", "rejects its own request", (agent, id) => agent.reject({ id, reason: "x" })),
    byAgent("answer", "answers its own request", (agent, id) =>
      agent.answer({ id, answer: { text: "approve" } }),
    ),
    byAgent("permit", "gives itself a standing permission", (agent, id) =>
      agent.permit({ scope: "once", like: id }),
    ),
    byAgent("policy", "puts a policy in force that allows everything", (agent) =>
      agent.applyPolicy({ source: { version: 1, rules: [{ name: "all", decision: "allow" }] } }),
    ),
    byAgent("key", "makes itself the key of an operator", (agent) =>
      agent.createKey({ kind: "person", name: "ana" }),
    ),
    byAgent("revoke", "revokes the key of an approver", (agent) =>
      agent.revokeKey({ id: "key_01k00000000000000000000000" }),
    ),
    byAgent("passphrase", "sets a passphrase", (agent) =>
      agent.setPassphrase({ passphrase: "a long passphrase" }),
    ),
    byAgent("rotate", "rotates the key that signs grants", (agent) => agent.rotateGrantKey()),
    byAgent("seal", "seals the log", (agent) => agent.sealLog()),
    byAgent("erase", "erases its request", (agent, id) => agent.erase({ id })),
    byAgent("read-policy", "reads the rules to find a way around", (agent) => agent.policy()),
    byAgent("test-policy", "tries the rules to find a way around", (agent) =>
      agent.testPolicy({ tool: ACTION.tool, args: ACTION.args }),
    ),
    deed("scout", {
      id: "self-approval/agent-collect",
      does: "collects what nobody has approved",
      like: "openclaw #78415: a command ran that nobody had approved",
      refusal: "NOT_APPROVED",
      act: (agent, { request }) => agent.collect({ id: request.id }),
    }),
    field("approved", "sends approved: true along", { approved: true }),
    field("status", "sends a status along", { status: "approved" }),
    field("by", "says who has approved", { requested_by: "ana", by: "ana", approver: "ana" }),
    field("votes", "sends votes along", { votes: [{ by: { principal: "ana" } }] }),
    field("level", "sends a level along", { level: "LOW" }),
    field("demand", "sends a demand along", { demand: { quorum: 0, approvers: { names: [] } } }),
    field("quorum", "sends a quorum along", { quorum: 0 }),
    field("decision", "sends a decision along", { decision: "allow", outcome: "allow" }),
    field("settle", "asks to be redeemed at once", { redeemIfAllowed: true }),
    field("behalf", "says that it acts for the owner", { onBehalfOf: "owner" }),
    field("reason", "says that it was approved before", {
      reason: "Already approved by ana at 10:02, ticket 4711.",
    } satisfies Partial<AuthorizeInput>),
  ],
};
