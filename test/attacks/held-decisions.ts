import { startSendingHeld } from "../../src/core/authority/send-held.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { UNDO_MS } from "../../src/domain/limits.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { settled } from "../../src/testing/fake-clock.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const LIKE = "A7: a decision that its person could still take back, or has taken back";
const MEANWHILE = "A5: what an approval rested on has gone before it was told to anybody";
const undoMs = UNDO_MS;

interface Holding {
  readonly id: RequestId;
  readonly digest: string;
  readonly ana: Earshot;
  readonly scout: Earshot;
}

interface Case extends Pick<Attack, "refusal" | "does"> {
  readonly like?: string;
  /** What happens within the four seconds, and then the attack. */
  readonly meanwhile: (scene: Scene, held: Holding) => Promise<() => Promise<unknown>>;
}

/** Ana approves what scout seeks, and can take it back. */
async function held(scene: Scene): Promise<Holding> {
  await scene.rules({ name: "mail", tools: ["send_*"], level: "MEDIUM" });
  const { id, authorization } = await scene.seek();
  const { digest } = authorization;
  const [ana, scout] = [await scene.as("ana"), await scene.as("scout")];
  await ana.approve({ id, digest, undoMs });
  return { id, digest, ana, scout };
}

/** Lets the server send what is due. */
async function sent({ ctx, clock }: Scene, ms = UNDO_MS): Promise<void> {
  const stop = startSendingHeld(ctx, {
    onFault(error) {
      throw error;
    },
  });
  await clock.advance(ms);
  while ((await ctx.store.heldRequests(new Date(clock.now()).toISOString(), 1)).length > 0) {
    await settled();
  }
  await stop();
}

function during(id: string, { like = LIKE, does, refusal, meanwhile }: Case): Attack {
  return {
    id: `held/${id}`,
    like,
    does,
    refusal,
    prepare: async (scene) => await meanwhile(scene, await held(scene)),
  };
}

/** Something that the approval rested on is gone when it is to be sent, and the agent collects. */
function gone(
  id: string,
  does: string,
  change: (scene: Scene, held: Holding) => Promise<unknown>,
): Attack {
  return during(`gone-${id}`, {
    like: MEANWHILE,
    does: `${does} while the approval is held, and collects`,
    refusal: "NOT_APPROVED",
    async meanwhile(scene, held) {
      await change(scene, held);
      await sent(scene);
      return () => held.scout.collect({ id: held.id });
    },
  });
}

/** Somebody takes back what is not theirs. */
function undoneBy(part: Part, refusal: string): Attack {
  return during(`undone-by-${part}`, {
    like: "A1: a decision in the name of another",
    does: `takes back what ana has decided, with the key of ${part}`,
    refusal,
    async meanwhile(scene, { id }) {
      const other = await scene.as(part);
      return () => other.undo({ id });
    },
  });
}

export const heldDecisions: Family = {
  name: "decisions that are held for a moment",
  attacks: [
    during("collected", {
      does: "collects an approval that can still be taken back",
      refusal: "NOT_APPROVED",
      meanwhile:
        async (_, { id, scout }) =>
        () =>
          scout.collect({ id }),
    }),
    during("redeemed", {
      does: "redeems it in one step",
      refusal: "NOT_APPROVED",
      meanwhile:
        async (_, { id, scout }) =>
        () =>
          scout.redeem({ request: id, ...ACTION }),
    }),
    during("joined", {
      does: "seeks the same again, to join the approval, and collects",
      refusal: "NOT_APPROVED",
      meanwhile:
        async (_, { scout }) =>
        async () => {
          const { request } = await scout.authorize(ACTION);
          return await scout.collect({ id: request.id });
        },
    }),
    during("undone", {
      does: "collects after the time of what was taken back",
      refusal: "NOT_APPROVED",
      async meanwhile(scene, { id, ana, scout }) {
        await ana.undo({ id });
        await sent(scene);
        return () => scout.collect({ id });
      },
    }),
    during("replayed", {
      does: "repeats the call of an approval that was taken back, and collects",
      like: "A3: a call that is heard again",
      refusal: "NOT_APPROVED",
      async meanwhile(scene, { id, digest, ana, scout }) {
        const call = { idempotencyKey: "one" };
        await ana.undo({ id });
        await ana.approve({ id, digest, undoMs }, call);
        await ana.undo({ id });
        await ana.approve({ id, digest, undoMs }, call);
        await sent(scene);
        return () => scout.collect({ id });
      },
    }),
    during("undone-too-late", {
      does: "takes back what was sent, so that it looks as if it had not run",
      like: "A8: a record that is made to say another thing",
      refusal: "REQUEST_CLOSED",
      async meanwhile(scene, { id, ana }) {
        await sent(scene);
        return () => ana.undo({ id });
      },
    }),
    undoneBy("ben", "DECISION_HELD"),
    undoneBy("owner", "DECISION_HELD"),
    undoneBy("viewer", "NOT_ALLOWED"),
    undoneBy("service", "NOT_ALLOWED"),
    undoneBy("scout", "NOT_ALLOWED"),
    undoneBy("rival", "NOT_ALLOWED"),
    undoneBy("outsider", "NOT_FOUND"),
    during("second-decision", {
      does: "has a second person decide the same in these seconds",
      refusal: "DECISION_HELD",
      async meanwhile(scene, { id, digest }) {
        const ben = await scene.as("ben");
        return () => ben.approve({ id, digest });
      },
    }),
    during("second-surface", {
      does: "has the same person decide it by a key for scripts as well",
      refusal: "DECISION_HELD",
      async meanwhile(scene, { id, digest }) {
        const script = await scene.as("script");
        return () => script.approve({ id, digest });
      },
    }),
    during("as-a-vote", {
      does: "collects on the vote of one and the held vote of another",
      refusal: "NOT_APPROVED",
      async meanwhile(scene, { id, digest, ana, scout }) {
        await ana.undo({ id });
        await scene.rules({ name: "two", tools: ["send_*"], quorum: 2, level: "MEDIUM" });
        const ben = await scene.as("ben");
        await ben.approve({ id, digest });
        await ana.approve({ id, digest, undoMs });
        return () => scout.collect({ id });
      },
    }),
    during("other-args", {
      does: "runs other arguments once the approval was sent",
      refusal: "GRANT_REFUSED other_action",
      async meanwhile(scene, { id, scout }) {
        await sent(scene);
        const args = { ...ACTION.args, to: "eve@example.org" };
        return () => scout.redeem({ request: id, ...ACTION, args });
      },
    }),
    during("for-ever", {
      does: "holds a decision for ten years, so that nobody else can say no",
      refusal: "INVALID_INPUT",
      async meanwhile(_, { id, digest, ana }) {
        await ana.undo({ id });
        return () => ana.approve({ id, digest, undoMs: 315_360_000_000 });
      },
    }),
    gone("denied", "has a rule deny it", (scene) =>
      scene.rules({ name: "never", tools: ["send_*"], decision: "deny" }),
    ),
    gone("raised", "has a rule raise it to what wants a proof of who decides", (scene) =>
      scene.rules({ name: "mail", tools: ["send_*"], level: "CRITICAL" }),
    ),
    gone("unlisted", "has a rule name other approvers", (scene) =>
      scene.rules({
        name: "mail",
        tools: ["send_*"],
        level: "MEDIUM",
        approvers: { names: ["ben"] },
      }),
    ),
    gone("key", "has the key ended with which it was given", async (scene) =>
      (await scene.as("owner")).revokeKey({ id: scene.keys.ana.key.id }),
    ),
    gone("person", "has the person removed who gave it", async (scene) =>
      (await scene.as("owner")).removeOperator({ id: scene.keys.ana.principal.id }),
    ),
    gone("agent", "halts the agent, lets it go on", async (scene, { scout }) => {
      const owner = await scene.as("owner");
      const { principal } = await scout.whoami();
      await owner.haltAgent({ id: principal.id });
      await sent(scene);
      await owner.resumeAgent({ id: principal.id });
    }),
    gone("withdrawn", "withdraws what it seeks", (_, { id, scout }) => scout.cancel({ id })),
    during("withdrawn-and-undone", {
      does: "withdraws it, and has what was held on it taken back into an open request",
      refusal: "REQUEST_CLOSED",
      async meanwhile(_, { id, ana, scout }) {
        await scout.cancel({ id });
        return () => ana.undo({ id });
      },
    }),
    during("out-of-time", {
      does: "lets the time run out in which the approval could be collected, and collects",
      like: "C1: a clock set ahead ends, forgets and renews before its time",
      refusal: "NOT_APPROVED",
      async meanwhile(scene, { id, scout }) {
        await sent(scene, 7 * 24 * 60 * 60_000);
        return () => scout.collect({ id });
      },
    }),
    during("clock-back", {
      does: "sets the clock back, so that the decision is sent at once, and collects",
      like: "C1: a clock set back revives what is over",
      refusal: "NOT_APPROVED",
      async meanwhile(scene, { id, scout }) {
        scene.clock.set(-2 * 60 * 60_000);
        await sent(scene, 0);
        return () => scout.collect({ id });
      },
    }),
  ],
};
