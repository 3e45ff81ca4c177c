import type { ApproveInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Granted, type Part, type Scene } from "./scene.ts";

const HOUR_MS = 3_600_000;

interface Stale {
  readonly id: string;
  readonly does: string;
  readonly like?: string;
  readonly refusal: string;
  after(scene: Scene): Promise<() => Promise<unknown>>;
}

function stale({ id, does, like, refusal, after }: Stale): Attack {
  return {
    id: `stale/${id}`,
    does,
    refusal,
    prepare: after,
    like: like ?? "A7: an approval after expiry, cancellation or a change of policy",
  };
}

/** A decision on what stands no more. */
function late(id: string, does: string, close: (scene: Scene, id: string) => Promise<unknown>) {
  return stale({
    id,
    does,
    refusal: "REQUEST_CLOSED",
    async after(scene) {
      const request = await scene.seek();
      await close(scene, request.id);
      const ana = await scene.as("ana");
      const { digest } = request.authorization;
      const input: ApproveInput = { id: request.id, digest, typed: digest };
      return () => ana.approve(input, { via: "cli" });
    },
  });
}

/** A grant, and what makes it worth nothing before it is used. */
function overtaken(
  id: string,
  does: string,
  {
    refusal,
    by,
    as = "scout",
  }: {
    readonly refusal: string;
    readonly by: (scene: Scene, granted: Granted) => Promise<unknown>;
    readonly as?: Part;
  },
): Attack {
  return stale({
    id,
    does,
    refusal,
    like: "A7; openclaw #146517: the policy was revoked between approval and launch",
    async after(scene) {
      const granted = await scene.granted();
      await by(scene, granted);
      return async () => (await scene.as(as)).redeem(granted.live);
    },
  });
}

export const staleApprovals: Family = {
  name: "stale approvals",
  attacks: [
    late("expired", "approves what has expired", async ({ clock }) => clock.jump(HOUR_MS + 1)),
    late("at-the-edge", "approves in the millisecond in which the time is over", async (scene) =>
      scene.clock.jump(HOUR_MS),
    ),
    late("cancelled", "approves what the agent took back", async (scene, id) =>
      (await scene.as("scout")).cancel({ id: id as never }),
    ),
    late("withdrawn", "approves what an owner took back", async (scene, id) =>
      (await scene.as("owner")).cancel({ id: id as never }),
    ),
    late("rejected", "approves what somebody has rejected", async (scene, id) =>
      (await scene.as("ben")).reject({ id: id as never, reason: "No." }),
    ),
    late("rejected-by-owner", "approves what the agent's owner has rejected", async (scene, id) =>
      (await scene.as("owner")).reject({ id: id as never, reason: "No." }),
    ),
    late("approved", "approves what is approved already", async (scene, id) => {
      const ben = await scene.as("ben");
      const { request } = await ben.show({ id: id as never });
      const digest = request.kind === "authorization" ? request.authorization.digest : "";
      await ben.approve({ id: id as never, digest });
    }),
    stale({
      id: "approved-then-rejected-then-redeemed",
      does: "rejects what is approved, to see whether it comes open again",
      refusal: "REQUEST_CLOSED",
      async after(scene) {
        const { id } = await scene.approved();
        const ben = await scene.as("ben");
        return () => ben.reject({ id, reason: "No." });
      },
    }),
    stale({
      id: "collected-too-late",
      does: "collects an approval after as long as people had to decide",
      refusal: "NOT_APPROVED",
      async after(scene) {
        const { id } = await scene.approved();
        scene.clock.jump(HOUR_MS);
        const scout = await scene.as("scout");
        return () => scout.collect({ id });
      },
    }),
    stale({
      id: "joined-too-late",
      does: "joins an approval that is too old, by asking for the same again",
      refusal: "NOT_APPROVED",
      async after(scene) {
        await scene.approved();
        scene.clock.jump(HOUR_MS);
        const scout = await scene.as("scout");
        return async () => {
          const { request } = await scout.authorize(ACTION);
          await scout.collect({ id: request.id });
        };
      },
    }),
    stale({
      id: "rejection-asked-around",
      does: "asks again at once for what was rejected",
      like: "A11: a person is asked until they give in",
      refusal: "NOT_APPROVED",
      async after(scene) {
        const { id } = await scene.seek();
        await (await scene.as("ana")).reject({ id, reason: "No." });
        const scout = await scene.as("scout");
        return async () => {
          const { request } = await scout.authorize(ACTION);
          await scout.collect({ id: request.id });
        };
      },
    }),
    overtaken("denied-now", "uses a grant after the policy came to deny the action", {
      refusal: "GRANT_REFUSED denied_now",
      by: (scene) => scene.rules({ name: "no mail", tools: ["send_*"], decision: "deny" }),
    }),
    overtaken("denied-arguments", "uses a grant after its arguments came to be denied", {
      refusal: "GRANT_REFUSED denied_now",
      by: (scene) =>
        scene.rules({
          name: "not to ana",
          tools: ["send_*"],
          decision: "deny",
          args: { "/to": { matches: "ana@*" } },
        }),
    }),
    overtaken("level-raised", "uses a grant after the policy raised the level", {
      refusal: "GRANT_REFUSED demands_more",
      by: (scene) => scene.rules({ name: "mail", tools: ["send_*"], level: "HIGH" }),
    }),
    overtaken("quorum-raised", "uses a grant after two people have to approve", {
      refusal: "GRANT_REFUSED demands_more",
      by: (scene) => scene.rules({ name: "mail", tools: ["send_*"], quorum: 2 }),
    }),
    overtaken("step-up-wanted", "uses a grant after a passphrase is wanted", {
      refusal: "GRANT_REFUSED demands_more",
      by: (scene) => scene.rules({ name: "mail", tools: ["send_*"], step_up: true }),
    }),
    overtaken("approver-named-no-more", "uses a grant after its approver is named no more", {
      refusal: "GRANT_REFUSED demands_more",
      by: (scene) =>
        scene.rules({ name: "mail", tools: ["send_*"], approvers: { names: ["ben"] } }),
    }),
    overtaken("role-named-no-more", "uses a grant after the approver's role is named no more", {
      refusal: "GRANT_REFUSED demands_more",
      by: (scene) =>
        scene.rules({ name: "mail", tools: ["send_*"], approvers: { roles: ["owner"] } }),
    }),
    overtaken("approver-revoked", "uses a grant after its approver lost their keys", {
      refusal: "GRANT_REFUSED approver_gone",
      async by(scene) {
        const owner = await scene.as("owner");
        await owner.revokeKey({ id: scene.keys.ana.key.id });
        await owner.revokeKey({ id: scene.keys.script.key.id });
      },
    }),
    overtaken("agent-revoked", "uses a grant with the agent's revoked key", {
      refusal: "NOT_SIGNED_IN",
      async by(scene) {
        await (await scene.as("owner")).revokeKey({ id: scene.keys.scout.key.id });
        // A call that was let in before goes on; the next one is not let in.
      },
    }),
  ],
};
