import { ownKey } from "../support/own-key.ts";
import type { Attack, Family } from "./attack.ts";
import { approval, deed } from "./deciders.ts";
import type { Part, Scene } from "./scene.ts";

const LIKE = "A1 forged approval; A9 hermes-agent #36848: authority was whoever was there";

const approves = (by: Part, refusal: string) =>
  approval({
    id: `borrowed-keys/approve-${by}`,
    does: `approves with the key of ${by}`,
    like: LIKE,
    refusal,
    by,
  });

const rejects = (by: Part, refusal: string) =>
  deed(by, {
    id: `borrowed-keys/reject-${by}`,
    does: `rejects with the key of ${by}`,
    like: LIKE,
    refusal,
    act: (as, { request }) => as.reject({ id: request.id, reason: "No." }),
  });

const collects = (by: Part, refusal: string): Attack => ({
  id: `borrowed-keys/collect-${by}`,
  does: `collects the grant with the key of ${by}`,
  like: LIKE,
  refusal,
  async prepare(scene) {
    const { id } = await scene.approved();
    const as = await scene.as(by);
    return () => as.collect({ id });
  },
});

const redeems = (by: Part, refusal: string): Attack => ({
  id: `borrowed-keys/redeem-${by}`,
  does: `redeems a stolen grant with the key of ${by}`,
  like: LIKE,
  refusal,
  async prepare(scene) {
    const { live } = await scene.granted();
    const as = await scene.as(by);
    return () => as.redeem(live);
  },
});

/** A key, made for this and then spoiled. */
const spoiled = (
  id: string,
  does: string,
  spoil: (secret: string, scene: Scene, key: never) => Promise<string> | string,
): Attack => ({
  id: `borrowed-keys/${id}`,
  does,
  like: LIKE,
  refusal: "NOT_SIGNED_IN",
  async prepare(scene) {
    const { authorization, id: request } = await scene.seek();
    const owner = await scene.as("owner");
    const made = await ownKey(owner, { kind: "person", name: "cleo" });
    const secret = await spoil(made.secret, scene, made.key.id as never);
    return async () => {
      const as = await scene.bySecret(secret);
      await as.approve({ id: request, digest: authorization.digest });
    };
  },
});

/** A key of an approver with fewer scopes. */
const scoped = (id: string, does: string, scopes: readonly ("read" | "answer")[]): Attack => ({
  id: `borrowed-keys/${id}`,
  does,
  like: LIKE,
  refusal: "NOT_ALLOWED",
  async prepare(scene) {
    const { authorization, id: request } = await scene.seek();
    const owner = await scene.as("owner");
    const { secret } = await ownKey(owner, { kind: "person", name: "cleo", scopes });
    const as = await scene.bySecret(secret);
    return () => as.approve({ id: request, digest: authorization.digest });
  },
});

export const borrowedKeys: Family = {
  name: "borrowed keys",
  attacks: [
    approves("scout", "NOT_ALLOWED"),
    approves("rival", "NOT_ALLOWED"),
    approves("service", "NOT_ALLOWED"),
    approves("viewer", "NOT_ALLOWED"),
    approves("outsider", "NOT_FOUND"),
    approves("stranger", "NOT_ALLOWED"),
    rejects("scout", "NOT_ALLOWED"),
    rejects("rival", "NOT_ALLOWED"),
    rejects("service", "NOT_ALLOWED"),
    rejects("viewer", "NOT_ALLOWED"),
    rejects("outsider", "NOT_FOUND"),
    collects("rival", "NOT_FOUND"),
    collects("stranger", "NOT_FOUND"),
    collects("ana", "NOT_ALLOWED"),
    collects("owner", "NOT_ALLOWED"),
    collects("service", "NOT_ALLOWED"),
    collects("viewer", "NOT_ALLOWED"),
    redeems("rival", "GRANT_REFUSED other_agent"),
    redeems("stranger", "GRANT_REFUSED not_ours"),
    redeems("ana", "NOT_ALLOWED"),
    redeems("owner", "NOT_ALLOWED"),
    redeems("viewer", "NOT_ALLOWED"),
    redeems("outsider", "NOT_ALLOWED"),
    spoiled("revoked", "approves with a key that was revoked", async (secret, scene, id) => {
      await (await scene.as("owner")).revokeKey({ id });
      return secret;
    }),
    spoiled(
      "revoked-after-use",
      "approves with a key that was known when it was revoked",
      async (secret, scene, id) => {
        await (await scene.bySecret(secret)).whoami();
        await (await scene.as("owner")).revokeKey({ id });
        return secret;
      },
    ),
    spoiled(
      "one-letter",
      "approves with a key of one other letter",
      (secret) => secret.slice(0, -1) + (secret.endsWith("A") ? "E" : "A"),
    ),
    spoiled("prefix", "approves with the beginning of a key", (secret) => secret.slice(0, 20)),
    spoiled("without-prefix", "approves with a key without its prefix", (secret) =>
      secret.slice("ear_live_".length),
    ),
    spoiled("hash", "approves with the hash of a key out of the store", (secret, scene) =>
      scene.ctx.digest.text(secret),
    ),
    spoiled(
      "hash-as-key",
      "dresses the hash of a key up as a key",
      (secret, scene) => `ear_live_${scene.ctx.digest.text(secret)}`,
    ),
    spoiled("id", "approves with the id of a key", (_, __, id) => id),
    spoiled("empty", "approves with no key", () => ""),
    scoped("reader", "approves with a key that may only read", ["read"]),
    scoped("answerer", "approves with a key that may only answer questions", ["read", "answer"]),
    scoped("powerless", "approves with a key that may do nothing", []),
  ],
};
