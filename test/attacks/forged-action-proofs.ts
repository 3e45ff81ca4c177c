import { verifyActionProof } from "../../src/cli/log/verify-action-proof.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  type ActionProof,
  type PlacedEvent,
  readActionProof,
} from "../../src/domain/log/action-proof.ts";
import { createProof } from "../../src/system/signer.ts";
import { parseKeys } from "../../src/system/signing-keys.ts";
import type { Attack, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const LIKE = "A1 forged approval: what somebody did not approve is shown as what they approved";

/** What `audit verify-proof` checks of a file, by keys that the reader has of this deployment. */
async function check(scene: Scene, file: unknown): Promise<void> {
  const proof = readActionProof(JSON.parse(JSON.stringify(file)));
  const { keys } = await scene.ctx.signer.publicKeys();
  const prove = createProof(parseKeys(JSON.stringify({ keys })) ?? []);
  const pinned = { prove, deployment: await scene.ctx.deployment() };
  const isProved = proof !== undefined && verifyActionProof(proof, pinned).proved;
  if (!isProved) throw Object.assign(new Error("Not proved."), { code: "NOT_PROVED" });
}

/** The proofs of two approved actions, both of which hold. */
interface Proved {
  readonly one: ActionProof;
  readonly other: ActionProof;
}

async function proved(scene: Scene): Promise<Proved> {
  const [one, other] = [
    await proofOf(scene, (await scene.approved()).id),
    await proofOf(scene, (await scene.approved({ args: { to: "ben@example.org" } })).id),
  ];
  return { one, other };
}

async function proofOf(scene: Scene, id: RequestId): Promise<ActionProof> {
  const proof = await (await scene.as("owner")).proveAction({ id });
  await check(scene, proof);
  return proof;
}

type Forge = (proved: Proved, scene: Scene) => object | Promise<object>;

function forged(id: string, does: string, forge: Forge): Attack {
  return {
    id: `action-proof/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_PROVED",
    async prepare(scene) {
      const both = await proved(scene);
      const file = { ...both.one, ...(await forge(both, scene)) };
      return () => check(scene, file);
    },
  };
}

/** The same events, with one of this type changed. */
function withEvent(
  { events }: ActionProof,
  type: string,
  over: (placed: PlacedEvent) => object,
): Pick<ActionProof, "events"> {
  return {
    events: events.map((one) => (one.event.type === type ? { ...one, ...over(one) } : one)),
  };
}

const APPROVED = "request.approved";

function changedEvent({ one }: Proved, over: object): object {
  return withEvent(one, APPROVED, ({ event }) => ({ event: { ...event, ...over } }));
}

function changedAction({ one }: Proved, over: JsonObject): object {
  return { action: { ...one.action, ...over } };
}

export const forgedActionProofs: Family = {
  name: "forged proof of a request",
  attacks: [
    forged("args", "changes the arguments", (both) =>
      changedAction(both, { args: { ...both.one.action?.args, copies: 100 } }),
    ),
    forged("tool", "changes the tool", (both) => changedAction(both, { tool: "delete_all" })),
    forged("level", "lowers the level", (both) => changedAction(both, { level: "LOW" })),
    forged("action", "brings the action of another request", ({ other }) => ({
      action: other.action,
    })),
    forged("no-action", "leaves out the action, as if it were erased", () => ({
      action: undefined,
    })),
    forged("asked", "says that the agent had asked for something else", (both) => ({
      asked: { ...both.one.action, args: {} },
    })),
    forged("who", "says that somebody else approved it", (both) =>
      changedEvent(both, { actor: both.one.events[0]?.event.subject }),
    ),
    forged("when", "says that it was approved earlier", (both) =>
      changedEvent(both, { at: "2020-01-01T00:00:00.000Z" }),
    ),
    forged("outcome", "makes an approval of a rejection", (both) =>
      changedEvent(both, { type: "request.rejected" }),
    ),
    forged("vote", "brings the approval of another request", ({ one, other }) => ({
      events: [...one.events, ...other.events]
        .filter(({ event }) => event.type !== APPROVED || event.subject === other.request)
        .toSorted((a, b) => a.event.seq - b.event.seq),
    })),
    forged("request", "puts another id above all of it", ({ other }) => ({
      request: other.request,
    })),
    forged("no-beginning", "leaves out what was asked", ({ one }) => ({
      events: one.events.filter(({ event }) => event.type !== "request.created"),
    })),
    forged("name", "gives somebody another name", ({ one }) =>
      withEvent(one, "principal.created", ({ event }) => ({
        event: { ...event, data: { ...event.data, name: "ben" } },
      })),
    ),
    forged("path", "brings the path of another event", ({ one }) =>
      withEvent(one, APPROVED, () => ({ path: one.events[0]?.path })),
    ),
    forged("checkpoint", "leaves out the checkpoints", () => ({ checkpoints: [] })),
    forged("seal", "changes what a checkpoint says", ({ one }) => ({
      checkpoints: one.checkpoints.map((token) => token.replace(/\.[^.]/, ".f")),
    })),
    forged("deployment", "has another deployment seal it with our keys", async ({ one }, scene) => {
      const { signer } = scene.ctx;
      const iss = `dep_${"0".repeat(32)}`;
      const sealed = one.checkpoints.map(async (token) => {
        const claims = (await signer.verify("checkpoint", token)) ?? {};
        return await signer.sign("checkpoint", { ...claims, iss, aud: iss });
      });
      return { checkpoints: await Promise.all(sealed) };
    }),
    forged("grant", "brings grants in place of checkpoints", async ({ one }, scene) => {
      const { signer } = scene.ctx;
      const sealed = one.checkpoints.map(async (token) =>
        signer.sign("grant", (await signer.verify("checkpoint", token)) ?? {}),
      );
      return { checkpoints: await Promise.all(sealed) };
    }),
    forged("words", "changes the reason", ({ one }) => ({
      said: one.said.map((words) => ({ ...words, value: ["Nobody said this.", null] })),
    })),
    forged("salt", "brings another salt", ({ other }) => ({ salt: other.salt })),
    forged("no-salt", "leaves the salt out and the words in", () => ({ salt: undefined })),
    forged("policy", "brings a policy that nobody has put in force", () => ({
      policies: [{ version: 1, rules: [{ name: "all", tools: ["*"], decision: "allow" }] }],
    })),
    forged("permission", "brings a permission that nobody gave", () => ({
      permission: { id: "prm_1", scope: "tool", tool: "send_mail" },
    })),
    forged("more", "says what no event says", () => ({ approvedBy: "ben" })),
    forged("order", "puts the events in another order", ({ one }) => ({
      events: one.events.toReversed(),
    })),
    forged("version", "is of another version", () => ({ v: 2 })),
  ],
};
