import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import type { CreatedKey } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "../support/own-key.ts";
import { keyMadeBy } from "../support/person-keys.ts";
import type { Attack, Family } from "./attack.ts";
import { approval } from "./deciders.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const LIKE = "A9 unlisted approver; initializ/forge #311: authority was anyone in the channel";
const UNLISTED = "NOT_ALLOWED not_an_approver";

/** Somebody whom the rule does not name approves. */
const unlisted = (
  id: string,
  does: string,
  { by = "ben", approvers, to }: { by?: Part; approvers?: JsonObject; to?: readonly string[] },
) =>
  approval({
    id: `unlisted/${id}`,
    does,
    like: LIKE,
    refusal: UNLISTED,
    by,
    ...present({ asked: to === undefined ? undefined : { to } }),
    async before(scene) {
      if (approvers !== undefined)
        await scene.rules({ name: "mail", tools: ["send_*"], approvers });
    },
  });

const rejection = (id: string, does: string, by: Part): Attack => ({
  id: `unlisted/${id}`,
  does,
  like: LIKE,
  refusal: UNLISTED,
  async prepare(scene) {
    await scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ana"] } });
    const request = await scene.seek();
    const as = await scene.as(by);
    return () => as.reject({ id: request.id, reason: "No." });
  },
});

/** Somebody whose name nobody could tell from that of an approver. */
const twin = (id: string, does: string, name: string): Attack => ({
  id: `unlisted/${id}`,
  does,
  like: "A9; deepagents #1694: look-alike names",
  refusal: "INVALID_INPUT",
  async prepare(scene) {
    const owner = await scene.as("owner");
    return () => ownKey(owner, { kind: "person", name });
  },
});

/** Somebody whose name is nearly that of an approver. */
const namesake = (id: string, does: string, name: string): Attack => ({
  id: `unlisted/${id}`,
  does,
  like: "A9; deepagents #1694: look-alike names",
  refusal: UNLISTED,
  async prepare(scene) {
    await scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ana"] } });
    const request = await scene.seek();
    const { secret } = await ownKey(await scene.as("owner"), { kind: "person", name });
    const as = await scene.bySecret(secret);
    return () => as.approve({ id: request.id, digest: request.authorization.digest });
  },
});

export const unlistedApprovers: Family = {
  name: "unlisted approvers",
  attacks: [
    unlisted("not-named", "approves what only ana may", { approvers: { names: ["ana"] } }),
    unlisted("not-of-the-role", "approves what only owners may", {
      approvers: { roles: ["owner"] },
    }),
    unlisted("owner-not-named", "is an owner, and approves what only ana may", {
      by: "owner",
      approvers: { names: ["ana"] },
    }),
    unlisted("nobody-is-named", "approves what somebody may who is not here", {
      approvers: { names: ["zoe"] },
    }),
    unlisted("name-in-capitals", "approves where ANA is named", {
      by: "ana",
      approvers: { names: ["ANA"] },
    }),
    unlisted("part-of-a-name", "approves where ana-maria is named", {
      by: "ana",
      approvers: { names: ["ana-maria"] },
    }),
    unlisted("not-asked", "approves what asks ana by name", { to: ["ana"] }),
    {
      id: "unlisted/asked-not-named",
      like: LIKE,
      refusal: "INVALID_INPUT",
      does: "has the agent ask somebody whom no rule names",
      async prepare(scene) {
        await scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ana"] } });
        const scout = await scene.as("scout");
        return () => scout.authorize({ ...ACTION, to: ["ben"] });
      },
    },
    unlisted("role-asked-elsewhere", "has the role, and somebody else is asked", {
      approvers: { roles: ["approver"] },
      to: ["ana"],
    }),
    unlisted("script-not-named", "has an unattended key of somebody who is not named", {
      by: "script",
      approvers: { names: ["ben"] },
    }),
    rejection("reject-not-named", "rejects what only ana may decide", "ben"),
    rejection("reject-owner", "is an owner, and rejects what only ana may decide", "owner"),
    twin("capitals", "calls themselves Ana", "Ana"),
    twin("cyrillic", "calls themselves ana with a Cyrillic a", "аnа"),
    twin("full-width", "calls themselves ana in full width", "ａｎａ"),
    namesake("dot", "calls themselves ana.", "ana."),
    namesake("digit", "calls themselves ana1", "ana1"),
  ],
};

const GAMED = "A10 quorum gaming: voting twice, splitting what is too much into small asks";
const two: JsonObject = { name: "mail", tools: ["send_*"], quorum: 2 };

interface Game {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  play(scene: Scene): Promise<() => Promise<unknown>>;
}

function game({ id, does, refusal, play }: Game): Attack {
  return {
    id: `quorum/${id}`,
    does,
    like: GAMED,
    refusal,
    async prepare(scene) {
      await scene.rules(two);
      return await play(scene);
    },
  };
}

/** Ana has voted; what follows is a second try of hers, or what one vote is worth. */
const afterOne = (
  id: string,
  does: string,
  {
    refusal,
    act,
  }: {
    readonly refusal: string;
    readonly act: (scene: Scene, at: { id: never; digest: string }) => Promise<unknown>;
  },
) =>
  game({
    id,
    does,
    refusal,
    async play(scene) {
      const { id: request, authorization } = await scene.seek();
      const { digest } = authorization;
      await (await scene.as("ana")).approve({ id: request, digest });
      return () => act(scene, { id: request as never, digest });
    },
  });

const OTHER_HAND = "NOT_ALLOWED not_own_hand";

/** A key in ben's name that the owner has made, however they came to it. */
const copyOfBen = ({ ctx, keys }: Scene, over: { unattended?: boolean } = {}) =>
  keyMadeBy(ctx, { maker: keys.owner, person: keys.ben.principal, ...over });

const inBensName = (
  id: string,
  does: string,
  secretOf: (scene: Scene) => Promise<CreatedKey>,
): Attack =>
  game({
    id,
    does,
    refusal: OTHER_HAND,
    async play(scene) {
      const { id: request, authorization } = await scene.seek();
      const { digest } = authorization;
      await (await scene.as("ana")).approve({ id: request, digest });
      const voter = await scene.bySecret((await secretOf(scene)).secret);
      return () => voter.approve({ id: request, digest });
    },
  });

export const quorumGaming: Family = {
  name: "quorum gaming",
  attacks: [
    inBensName("copied", "is the second by a key that an owner made in another's name", copyOfBen),
    inBensName("copied-script", "is the second by a key for scripts in another's name", (scene) =>
      copyOfBen(scene, { unattended: true }),
    ),
    inBensName("copied-on", "makes a key of their own with it first", async (scene) => {
      const copy = await copyOfBen(scene);
      const { principal: person } = scene.keys.ben;
      return await keyMadeBy(scene.ctx, { maker: copy, person });
    }),
    afterOne("twice", "votes twice", {
      refusal: "ALREADY_VOTED",
      act: async (scene, at) => (await scene.as("ana")).approve(at),
    }),
    afterOne("twice-elsewhere", "votes again from a terminal", {
      refusal: "ALREADY_VOTED",
      act: async (scene, at) => (await scene.as("ana")).approve(at, { via: "cli" }),
    }),
    afterOne("twice-by-script", "votes again by a script's key", {
      refusal: OTHER_HAND,
      act: async (scene, at) => (await scene.as("script")).approve(at),
    }),
    game({
      id: "twice-by-new-key",
      does: "votes again by a new key of the same person",
      refusal: "ALREADY_VOTED",
      async play(scene) {
        const { id, authorization } = await scene.seek();
        const { digest } = authorization;
        const ana = await scene.as("ana");
        await ana.approve({ id, digest });
        const { secret } = await ana.createKey({ kind: "person", name: "ana" });
        const again = await scene.bySecret(secret);
        return () => again.approve({ id, digest });
      },
    }),
    afterOne("twice-other-idempotency-key", "votes again under another idempotency key", {
      refusal: "ALREADY_VOTED",
      act: async (scene, at) => (await scene.as("ana")).approve(at, { idempotencyKey: "two" }),
    }),
    afterOne("agents-vote", "lets the agent be the second", {
      refusal: "NOT_ALLOWED",
      act: async (scene, at) => (await scene.as("scout")).approve(at),
    }),
    afterOne("owners-vote", "lets the agent's owner be the second", {
      refusal: "NOT_ALLOWED own_agent",
      act: async (scene, at) => (await scene.as("owner")).approve(at),
    }),
    afterOne("viewers-vote", "lets a viewer be the second", {
      refusal: "NOT_ALLOWED",
      act: async (scene, at) => (await scene.as("viewer")).approve(at),
    }),
    afterOne("strangers-vote", "lets an owner of another workspace be the second", {
      refusal: "NOT_FOUND",
      act: async (scene, at) => (await scene.as("outsider")).approve(at),
    }),
    afterOne("collected-early", "collects after one of two votes", {
      refusal: "NOT_APPROVED",
      act: async (scene, { id }) => (await scene.as("scout")).collect({ id }),
    }),
    afterOne("other-digest", "is the second, for another digest", {
      refusal: "DIGEST_MISMATCH",
      act: async (scene, { id }) => (await scene.as("ben")).approve({ id, digest: "0".repeat(64) }),
    }),
    game({
      id: "voted-and-lowered",
      does: "collects after one vote, when the rule wants one now",
      refusal: "NOT_APPROVED",
      async play(scene) {
        const { id, authorization } = await scene.seek();
        await (await scene.as("ana")).approve({ id, digest: authorization.digest });
        await scene.rules({ ...two, quorum: 1 });
        const scout = await scene.as("scout");
        return () => scout.collect({ id });
      },
    }),
    game({
      id: "edit-keeps-votes",
      does: "edits what another has approved, to use their vote",
      refusal: "NOT_APPROVED",
      async play(scene) {
        await scene.rules({ ...two, edits: { narrow: { "/copies": "higher" } } });
        const { id, authorization } = await scene.seek();
        await (await scene.as("ana")).approve({ id, digest: authorization.digest });
        const { action } = authorization;
        const args = { ...action.args, copies: 100 };
        const digest = scene.ctx.digest.action({ ...action, args });
        await (await scene.as("ben")).approve({ id, digest, args });
        const scout = await scene.as("scout");
        return () => scout.collect({ id });
      },
    }),
    game({
      id: "edit-with-old-digest",
      does: "edits and approves the digest of before",
      refusal: "DIGEST_MISMATCH",
      async play(scene) {
        await scene.rules({ ...two, edits: { narrow: { "/copies": "higher" } } });
        const { id, authorization } = await scene.seek();
        const { action, digest } = authorization;
        const ben = await scene.as("ben");
        const args = { ...action.args, copies: 100 };
        return () => ben.approve({ id, digest, args });
      },
    }),
    game({
      id: "after-a-rejection",
      does: "votes after a rejection",
      refusal: "REQUEST_CLOSED",
      async play(scene) {
        const { id, authorization } = await scene.seek();
        const { digest } = authorization;
        await (await scene.as("ana")).approve({ id, digest });
        await (await scene.as("ben")).reject({ id, reason: "No." });
        const ben = await scene.as("ben");
        return () => ben.approve({ id, digest });
      },
    }),
    ...[
      { id: "calls", budget: { per: "24h", calls: 5 }, times: 5 },
      { id: "sum", budget: { per: "24h", sum: { "/copies": 5 } }, times: 5 },
    ].map(
      ({ id, budget, times }): Attack => ({
        id: `quorum/split-${id}`,
        does: "splits what is too much into small asks",
        like: GAMED,
        refusal: "NOT_APPROVED",
        async prepare(scene) {
          await scene.rules({ name: "few", tools: ["send_*"], decision: "allow", budget });
          const scout = await scene.as("scout");
          const seek = (n: number) =>
            scout.authorize({
              tool: "send_mail",
              args: { copies: 1, n },
              reason: "One of many.",
              redeemIfAllowed: true,
            });
          for (let n = 0; n < times; n++) await seek(n);
          return async () => {
            const { request } = await seek(times);
            await scout.collect({ id: request.id });
          };
        },
      }),
    ),
    ...[
      {
        id: "agents",
        by: "all",
        does: "is spread over two agents",
        who: ["scout", "rival"] as const,
      },
      {
        id: "targets",
        by: "/to",
        does: "names its target in capitals",
        who: ["scout", "scout"] as const,
      },
      {
        id: "sessions",
        by: "session",
        does: "is sought in no session",
        who: ["scout", "scout"] as const,
      },
    ].map(
      ({ id, by, does, who: [first, then] }): Attack => ({
        id: `quorum/shared-budget-${id}`,
        does: `what is beyond a budget ${does}`,
        like: GAMED,
        refusal: "NOT_APPROVED",
        async prepare(scene) {
          const budget = { per: "24h", calls: 1, by };
          await scene.rules({ name: "few", tools: ["send_*"], decision: "allow", budget });
          const seek = async (who: Part, to: string, session?: string) =>
            await (await scene.as(who)).authorize({
              tool: "send_mail",
              args: { to },
              reason: "One of many.",
              redeemIfAllowed: true,
              ...present({ session }),
            });
          await seek(first, "ana@example.org", "s");
          return async () => {
            const { request } = await seek(then, "ANA@example.org ");
            await (await scene.as(then)).collect({ id: request.id });
          };
        },
      }),
    ),
    ...[-5, "5", null, [5], 1e308].map(
      (copies, index): Attack => ({
        id: `quorum/uncountable-${index}`,
        like: GAMED,
        refusal: "NOT_APPROVED",
        does: `draws on a budget with ${JSON.stringify(copies)}`,
        async prepare(scene) {
          const budget = { per: "24h", sum: { "/copies": 5 } };
          await scene.rules({ name: "few", tools: ["send_*"], decision: "allow", budget });
          const scout = await scene.as("scout");
          return async () => {
            const args = { copies };
            const { request } = await scout.authorize({ tool: "send_mail", args, reason: "Odd." });
            await scout.collect({ id: request.id });
          };
        },
      }),
    ),
  ],
};
