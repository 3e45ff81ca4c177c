import { EarshotError } from "../../src/domain/errors.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Granted, type Scene } from "./scene.ts";

const MINUTE_MS = 60_000;

interface Replay {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  /** What has happened before; what comes back is the replay. */
  after(scene: Scene, granted: Granted): Promise<() => Promise<unknown>>;
}

function replay({ id, does, refusal, after }: Replay): Attack {
  return {
    id: `replay/${id}`,
    does,
    refusal,
    like: "A3 reuse of an approval; openclaw #112946, #129636",
    prepare: async (scene) => await after(scene, await scene.granted()),
  };
}

export const replays: Family = {
  name: "replay",
  attacks: [
    replay({
      id: "again",
      does: "redeems a grant that was used",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "other-key-of-idempotency",
      does: "redeems it again under another idempotency key",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live, { idempotencyKey: "one" });
        return () => scout.redeem(live, { idempotencyKey: "two" });
      },
    }),
    replay({
      id: "natural-key",
      does: "starts a job anew, whose name is its idempotency key, and which runs what is no repeat",
      refusal: "NOT_APPROVED",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        const job = async () => {
          const { repeated, ...redeemed } = await scout.redeem(live, { idempotencyKey: "nightly" });
          if (repeated === true) throw new EarshotError("NOT_APPROVED", "The job has run before.");
          return redeemed;
        };
        await job();
        return job;
      },
    }),
    replay({
      id: "same-key-other-arguments",
      does: "repeats a redemption under its idempotency key with other arguments",
      refusal: "KEY_REUSED",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live, { idempotencyKey: "one" });
        const args = { ...live.args, to: "eve@example.org" };
        return () => scout.redeem({ ...live, args }, { idempotencyKey: "one" });
      },
    }),
    replay({
      id: "by-a-service",
      does: "has a service redeem what the agent has used",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live }) {
        await (await scene.as("scout")).redeem(live);
        const service = await scene.as("service");
        return () => service.redeem(live);
      },
    }),
    replay({
      id: "collected-again",
      does: "collects a second grant after the first was used",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live, request }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        return () => scout.collect({ id: request.id });
      },
    }),
    replay({
      id: "replaced",
      does: "uses a grant that was replaced by a later one",
      refusal: "GRANT_REFUSED replaced",
      async after(scene, { live, request }) {
        const scout = await scene.as("scout");
        await scout.collect({ id: request.id });
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "replaced-and-used",
      does: "uses a replaced grant after the later one was used",
      refusal: "GRANT_REFUSED replaced",
      async after(scene, { live, request }) {
        const scout = await scene.as("scout");
        const { grant } = await scout.collect({ id: request.id });
        await scout.redeem({ ...live, grant });
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "expired",
      does: "uses a grant after its five minutes",
      refusal: "GRANT_REFUSED expired",
      async after(scene, { live }) {
        scene.clock.jump(5 * MINUTE_MS + 1);
        const scout = await scene.as("scout");
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "at-the-edge",
      does: "uses a grant in the very millisecond in which it ends",
      refusal: "GRANT_REFUSED expired",
      async after(scene, { live }) {
        scene.clock.jump(5 * MINUTE_MS);
        const scout = await scene.as("scout");
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "clock-back",
      does: "sets the clock back after a use, and redeems again",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        scene.clock.jump(-60 * MINUTE_MS);
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "for-a-twin",
      does: "uses the grant of one approval for a second request of the same action",
      refusal: "NOT_APPROVED",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        return async () => {
          const { request } = await scout.authorize(ACTION);
          await scout.collect({ id: request.id });
        };
      },
    }),
    replay({
      id: "edited-claims",
      does: "puts another id into the claims of a used grant",
      refusal: "GRANT_REFUSED not_ours",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        const [header = "", payload = "", signature = ""] = live.grant.split(".");
        const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
        const forged = Buffer.from(JSON.stringify({ ...claims, jti: "grt_x" })).toString(
          "base64url",
        );
        return () => scout.redeem({ ...live, grant: [header, forged, signature].join(".") });
      },
    }),
    replay({
      id: "after-cancel-of-a-twin",
      does: "redeems again after a later request of the same action was cancelled",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        const twin = await scene.seek();
        await scout.cancel({ id: twin.id });
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "64-at-once",
      does: "redeems a used grant 64 times at once",
      refusal: "GRANT_REFUSED used",
      async after(scene, { live }) {
        const scout = await scene.as("scout");
        await scout.redeem(live);
        return () => Promise.any(Array.from({ length: 64 }, () => scout.redeem(live))).catch(first);
      },
    }),
    replay({
      id: "erased",
      does: "uses a grant whose request was erased",
      refusal: "GRANT_REFUSED unknown",
      async after(scene, { live, request }) {
        await (await scene.as("owner")).erase({ id: request.id });
        const scout = await scene.as("scout");
        return () => scout.redeem(live);
      },
    }),
    replay({
      id: "redeemed-at-once",
      does: "collects a grant for what a rule has allowed and was redeemed at once",
      refusal: "GRANT_REFUSED used",
      async after(scene) {
        await scene.rules({ name: "mail is free", tools: ["send_*"], decision: "allow" });
        const scout = await scene.as("scout");
        const input = { ...ACTION, joinKey: "free", redeemIfAllowed: true };
        const { request } = await scout.authorize(input);
        return () => scout.collect({ id: request.id });
      },
    }),
  ],
};

/** What all of several attempts were refused for. */
function first(error: unknown): never {
  throw error instanceof AggregateError ? error.errors[0] : error;
}
