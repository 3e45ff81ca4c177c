import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Granted, type Part, type Scene } from "./scene.ts";

const LIKE = "A7: an approval whose person has taken it back before it was used";

interface After {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  after(scene: Scene, granted: Granted): Promise<() => Promise<unknown>>;
}

/** Ana takes her approval back while its grant lies with the agent. */
function afterwards({ id, does, refusal, after }: After): Attack {
  return {
    id: `taken-back/${id}`,
    does,
    refusal,
    like: LIKE,
    async prepare(scene) {
      const granted = await scene.granted();
      await (await scene.as("ana")).revoke({ id: granted.request.id, reason: "Wrong person." });
      return await after(scene, granted);
    },
  };
}

/** Somebody takes back an approval that is not theirs to take back. */
function by(part: Part, id: string, { does, refusal }: Pick<After, "does" | "refusal">): Attack {
  return {
    id: `taken-back/${id}`,
    does,
    refusal,
    like: "A1: a decision by somebody who may not decide",
    async prepare(scene) {
      await scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ana"] } });
      const { request } = await scene.granted();
      const as = await scene.as(part);
      return () => as.revoke({ id: request.id });
    },
  };
}

const CLI = { via: "cli" } as const satisfies CallOptions;

/** Two people have to approve, and both have. */
async function approvedByTwo(scene: Scene) {
  await scene.rules({ name: "two", tools: ["send_*"], quorum: 2 });
  const { id, authorization } = await scene.seek();
  const { digest } = authorization;
  const [ana, ben] = [await scene.as("ana"), await scene.as("ben")];
  await ana.approve({ id, digest }, CLI);
  return { id, digest, ana, ben };
}

/** Redeems what was sought anew, whatever there is for it. */
async function sought(scout: Earshot): Promise<unknown> {
  const { request } = await scout.authorize(ACTION);
  return await scout.collect({ id: request.id });
}

export const takenBack: Family = {
  name: "approvals taken back",
  attacks: [
    afterwards({
      id: "redeemed",
      does: "uses a grant whose approval was taken back",
      refusal: "GRANT_REFUSED revoked",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        return () => scout.redeem(live);
      },
    }),
    afterwards({
      id: "redeemed-by-service",
      does: "has a service use it",
      refusal: "GRANT_REFUSED revoked",
      async after(scene, { live }) {
        const service = await scene.as("service");
        return () => service.redeem(live);
      },
    }),
    afterwards({
      id: "clock-back",
      does: "sets the clock back to before it was taken back, and uses the grant",
      refusal: "GRANT_REFUSED revoked",
      async after(scene, { live }) {
        scene.clock.jump(-60_000);
        const scout = await scene.as("scout");
        return () => scout.redeem(live);
      },
    }),
    afterwards({
      id: "collected",
      does: "collects another grant of it",
      refusal: "NOT_APPROVED",
      async after(scene, { request }) {
        const scout = await scene.as("scout");
        return () => scout.collect({ id: request.id });
      },
    }),
    afterwards({
      id: "sought-again",
      does: "seeks the same again at once, to join the approval",
      refusal: "NOT_APPROVED",
      async after(scene) {
        const scout = await scene.as("scout");
        return () => sought(scout);
      },
    }),
    afterwards({
      id: "approved-again",
      does: "has another person approve what was taken back",
      refusal: "REQUEST_CLOSED",
      async after(scene, { request: { id, authorization } }) {
        const ben = await scene.as("ben");
        return () => ben.approve({ id, digest: authorization.digest }, CLI);
      },
    }),
    afterwards({
      id: "replayed",
      does: "takes it back once more, so that the log tells of another person",
      refusal: "REQUEST_CLOSED",
      async after(scene, { request }) {
        const ben = await scene.as("ben");
        return () => ben.revoke({ id: request.id });
      },
    }),
    {
      id: "taken-back/replayed-for-another",
      does: "repeats the call that took one approval back, for another approval",
      like: "A3: a call that is heard again",
      refusal: "KEY_REUSED",
      async prepare(scene) {
        const { id } = await scene.approved();
        const other = await scene.approved({ joinKey: "other" });
        const ana = await scene.as("ana");
        await ana.revoke({ id }, { idempotencyKey: "one" });
        return () => ana.revoke({ id: other.id }, { idempotencyKey: "one" });
      },
    },
    {
      id: "taken-back/after-use",
      does: "takes back what has been used, so that it looks as if it had not run",
      like: "A8: a record that is made to say another thing",
      refusal: "REQUEST_CLOSED",
      async prepare(scene) {
        const { live, request } = await scene.granted();
        await (await scene.as("scout")).redeem(live);
        const ana = await scene.as("ana");
        return () => ana.revoke({ id: request.id });
      },
    },
    {
      id: "taken-back/one-of-two",
      does: "uses the grant after one of two who had to approve took that back",
      like: LIKE,
      refusal: "GRANT_REFUSED revoked",
      async prepare(scene) {
        const { id, digest, ana, ben } = await approvedByTwo(scene);
        await ben.approve({ id, digest }, CLI);
        const scout = await scene.as("scout");
        const { grant, tool, args } = await scout.collect({ id });
        await ana.revoke({ id });
        return () => scout.redeem({ grant, tool, args });
      },
    },
    {
      id: "taken-back/vote",
      does: "collects on two votes of which one was taken back before the other was given",
      like: LIKE,
      refusal: "NOT_APPROVED",
      async prepare(scene) {
        const { id, digest, ana, ben } = await approvedByTwo(scene);
        await ana.revoke({ id });
        await ben.approve({ id, digest }, CLI);
        const scout = await scene.as("scout");
        return () => scout.collect({ id });
      },
    },
    {
      id: "taken-back/another's-vote",
      does: "takes back the vote of another person",
      like: "A1: a decision in the name of another",
      refusal: "INVALID_INPUT",
      async prepare(scene) {
        const { id, ben } = await approvedByTwo(scene);
        return () => ben.revoke({ id });
      },
    },
    by("ben", "unnamed", {
      does: "takes an approval back that the rule does not let them decide",
      refusal: "NOT_ALLOWED not_an_approver",
    }),
    by("viewer", "viewer", {
      does: "takes an approval back with the key of who only looks on",
      refusal: "NOT_ALLOWED",
    }),
    by("scout", "by-its-agent", {
      does: "has the agent itself take the approval back",
      refusal: "NOT_ALLOWED",
    }),
    by("rival", "by-another-agent", {
      does: "has another agent take the approval back",
      refusal: "NOT_ALLOWED",
    }),
    by("service", "by-a-service", {
      does: "has a service take the approval back",
      refusal: "NOT_ALLOWED",
    }),
    by("outsider", "from-abroad", {
      does: "takes an approval of another workspace back",
      refusal: "NOT_FOUND",
    }),
  ],
};
