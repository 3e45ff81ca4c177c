import { isIssuedBy } from "../../src/domain/issuer.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { readCheckpoint } from "../../src/domain/log/checkpoint.ts";
import { type EventProof, proofFault, readProof } from "../../src/domain/log/event-proof.ts";
import type { ExportedEvent } from "../../src/ports/earshot/audit.ts";
import { merkleHashes } from "../../src/store/events/hash-chain.ts";
import type { Attack, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const LIKE = "A1 forged record: an event that the log does not hold is shown as proved";

/** An event as it is exported alone. */
type Proved = ExportedEvent & { readonly proof: EventProof };

/** Two events, and the proof of each under the same checkpoint. */
interface Exported {
  readonly one: Proved;
  readonly other: Proved;
}

/** What `audit verify-proof` checks of a file, by the keys of this deployment. */
async function prove(scene: Scene, file: unknown): Promise<void> {
  const line = readProof(JSON.parse(JSON.stringify(file)));
  const signed = await scene.ctx.signer.verify("checkpoint", line?.proof.checkpoint ?? "");
  const checkpoint = signed === undefined ? undefined : readCheckpoint(signed);
  const isOurs = checkpoint !== undefined && isIssuedBy(checkpoint, await scene.ctx.deployment());
  const isProved =
    isOurs && line !== undefined && proofFault(line, checkpoint, merkleHashes) === undefined;
  if (!isProved) throw Object.assign(new Error("Not proved."), { code: "NOT_PROVED" });
}

/** The proofs of two events of one approval, both of which hold. */
async function exported(scene: Scene): Promise<Exported> {
  await scene.approved();
  const owner = await scene.as("owner");
  const { seq } = await owner.sealLog();
  const [one, other] = await Promise.all([seq - 2, seq - 1].map((event) => proofOf(scene, event)));
  if (one === undefined || other === undefined) throw new Error("Nothing was exported.");
  return { one, other };
}

async function proofOf(scene: Scene, event: number): Promise<Proved> {
  for await (const line of await (await scene.as("owner")).exportAudit({ event })) {
    const { proof } = line;
    if (proof === undefined) continue;
    await prove(scene, line);
    return { ...line, proof };
  }
  throw new Error(`Event ${event} is not proved.`);
}

type Forge = (
  proved: Exported,
  scene: Scene,
) => Partial<ExportedEvent> | Promise<Partial<ExportedEvent>>;

function forged(id: string, does: string, forge: Forge): Attack {
  return {
    id: `proof/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_PROVED",
    async prepare(scene) {
      const proved = await exported(scene);
      const file = { ...proved.one, ...(await forge(proved, scene)) };
      return () => prove(scene, file);
    },
  };
}

const withProof = ({ one }: Exported, over: Partial<EventProof>) => ({
  proof: { ...one.proof, ...over },
});

/** The checkpoint with other claims, signed with our own keys or with the signature that it had. */
async function checkpointWith(
  { one }: Exported,
  { scene, isSigned, over }: { scene: Scene; isSigned: boolean; over: JsonObject },
): Promise<string> {
  const { checkpoint } = one.proof;
  const claims = (await scene.ctx.signer.verify("checkpoint", checkpoint)) ?? {};
  if (isSigned) return await scene.ctx.signer.sign("checkpoint", { ...claims, ...over });
  const [header, , signature] = checkpoint.split(".");
  const payload = Buffer.from(JSON.stringify({ ...claims, ...over })).toString("base64url");
  return `${header}.${payload}.${signature}`;
}

const sealed = (
  id: string,
  does: string,
  {
    over,
    isSigned = false,
  }: {
    readonly over: JsonObject;
    readonly isSigned?: boolean;
  },
) =>
  forged(`checkpoint-${id}`, does, async (proved, scene) =>
    withProof(proved, { checkpoint: await checkpointWith(proved, { scene, isSigned, over }) }),
  );

const OTHER = `dep_${"0".repeat(32)}`;

export const forgedProofs: Family = {
  name: "forged proof of an event",
  attacks: [
    forged("event", "changes who did it", ({ one, other }) => ({
      event: { ...one.event, actor: other.event.agent ?? "prn_0" },
    })),
    forged("time", "changes when it happened", ({ one }) => ({
      event: { ...one.event, at: "2020-01-01T00:00:00.000Z" },
    })),
    forged("data", "leaves out what it says", ({ one }) => {
      const { data, ...event } = one.event;
      return { event };
    }),
    forged("more", "adds what nobody has signed", ({ one }) => ({
      event: { ...one.event, note: "approved" } as never,
    })),
    forged("swapped", "puts another event beside the path", ({ other }) => ({
      event: other.event,
    })),
    forged("renumbered", "gives another event the number of the path", ({ one, other }) => ({
      event: { ...other.event, seq: one.event.seq },
    })),
    forged("path", "brings the path of another event", ({ other }) => ({ proof: other.proof })),
    forged("index", "names another place", (proved) =>
      withProof(proved, { index: proved.other.proof.index }),
    ),
    forged("size", "names another size", (proved) =>
      withProof(proved, { size: proved.one.proof.size + 1 }),
    ),
    forged("shorter", "leaves out the first hash, as if a node were an event", (proved) =>
      withProof(proved, {
        index: Math.floor(proved.one.proof.index / 2),
        size: Math.ceil(proved.one.proof.size / 2),
        path: proved.one.proof.path.slice(1),
      }),
    ),
    forged("node", "brings the hash of an event as its own path", (proved) =>
      withProof(proved, {
        path: [...proved.one.proof.path, proved.one.hash],
      }),
    ),
    forged("no-path", "brings no path", (proved) => withProof(proved, { path: [] })),
    sealed("root", "puts a root of its own into the checkpoint", {
      over: { root: "0".repeat(64) },
    }),
    sealed("span", "makes the checkpoint begin elsewhere", {
      over: { previous: `1:${"0".repeat(64)}` },
    }),
    sealed("deployment", "has another deployment with our keys sign it", {
      isSigned: true,
      over: { iss: OTHER, aud: OTHER },
    }),
    sealed("workspace", "brings the checkpoint of another workspace", {
      isSigned: true,
      over: { workspace: "abroad" },
    }),
    sealed("rootless", "brings a checkpoint of an earlier version, without a root", {
      isSigned: true,
      over: { root: undefined as never },
    }),
    forged(
      "grant",
      "brings what we have signed as a grant in place of the checkpoint",
      async (proved, scene) => {
        const { signer } = scene.ctx;
        const claims = (await signer.verify("checkpoint", proved.one.proof.checkpoint)) ?? {};
        return withProof(proved, { checkpoint: await signer.sign("grant", claims) });
      },
    ),
  ],
};
