import { DatabaseSync } from "node:sqlite";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { settleLostHeads } from "../../src/core/log/lost-heads.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { openContext } from "../support/context.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Granted, type Part, type Scene } from "./scene.ts";

interface Earlier {
  as(part: Part): Promise<Earshot>;
  /** The event by which it went back. */
  readonly event: number;
}

/** A server that starts over the record as it was, with the keys and the anchor of today. */
async function startOver(scene: Scene, before: Uint8Array): Promise<Earlier> {
  const database = new DatabaseSync(":memory:");
  database.deserialize(before);
  const opened = await openContext(scene.clock, database);
  const { signer, anchor, vault } = scene.ctx;
  const ctx = { ...opened.ctx, signer, anchor, vault };
  await settleLostHeads(ctx);
  scene.serve(ctx);
  const authenticate = createAuthenticate(ctx);
  const { workspace } = scene.keys.owner.principal;
  return {
    event: (await ctx.store.findSetBack(workspace))?.event ?? 0,
    async as(part) {
      const caller = await authenticate(scene.keys[part].secret);
      if (caller === undefined) throw new Error(`${part} has no key.`);
      return createEarshot(ctx, caller);
    },
  };
}

interface WentBack {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  /** What comes back is the attack on the earlier record. */
  attack(earlier: Earlier, granted: Granted): Promise<() => Promise<unknown>>;
}

/** A grant is used and the log is sealed; then the record is as before that, and only the anchor knows. */
function wentBack({ id, does, refusal, attack }: WentBack): Attack {
  return {
    id: `went-back/${id}`,
    does,
    refusal,
    like: "A3 reuse of an approval: a failover or an earlier file that has lost the first use",
    isElsewhere: true,
    async prepare(scene) {
      const granted = await scene.granted();
      const before = scene.bytes();
      await (await scene.as("scout")).redeem(granted.live);
      await (await scene.as("owner")).sealLog();
      return await attack(await startOver(scene, before), granted);
    },
  };
}

/** An approval that is given after the record went back. */
async function approvedSince(earlier: Earlier) {
  const scout = await earlier.as("scout");
  const { request } = await scout.authorize({ ...ACTION, joinKey: "since" });
  if (request.kind !== "authorization") throw new Error("It is no authorization.");
  const { digest } = request.authorization;
  const ana = await earlier.as("ana");
  await ana.approve({ id: request.id, digest, typed: digest.slice(0, 6) }, { via: "cli" });
  return { scout, use: { request: request.id, tool: ACTION.tool, args: ACTION.args } };
}

export const wentBackRecord: Family = {
  name: "a record that went back",
  attacks: [
    wentBack({
      id: "grant-again",
      does: "redeems a grant again whose use the record has lost",
      refusal: "GRANT_REFUSED used",
      async attack(earlier, { live }) {
        const scout = await earlier.as("scout");
        return () => scout.redeem(live);
      },
    }),
    wentBack({
      id: "request-again",
      does: "redeems the approval again by its request",
      refusal: "GRANT_REFUSED used",
      async attack(earlier, { request, live: { tool, args } }) {
        const scout = await earlier.as("scout");
        return () => scout.redeem({ request: request.id, tool, args });
      },
    }),
    wentBack({
      id: "collect-again",
      does: "collects the approval again",
      refusal: "RECORD_WENT_BACK",
      async attack(earlier, { request }) {
        const scout = await earlier.as("scout");
        return () => scout.collect({ id: request.id });
      },
    }),
    wentBack({
      id: "before-accepted",
      does: "redeems an approval of today before a person has accepted the record",
      refusal: "RECORD_WENT_BACK",
      async attack(earlier) {
        const { scout, use } = await approvedSince(earlier);
        return () => scout.redeem(use);
      },
    }),
    wentBack({
      id: "collect-before-accepted",
      does: "collects a grant before a person has accepted the record",
      refusal: "RECORD_WENT_BACK",
      async attack(earlier) {
        const { scout, use } = await approvedSince(earlier);
        return () => scout.collect({ id: use.request });
      },
    }),
    ...(["scout", "service", "script", "ana", "viewer"] as const).map((part) =>
      wentBack({
        id: `accepted-by-${part}`,
        does: `has the record accepted by ${part}, who is no owner`,
        refusal: part === "service" ? "NOT_ALLOWED not_a_person" : "NOT_ALLOWED",
        async attack(earlier) {
          const earshot = await earlier.as(part);
          return () => earshot.acceptRecord({ event: earlier.event });
        },
      }),
    ),
    wentBack({
      id: "another-event",
      does: "has an owner accept another loss than the one that the record waits for",
      refusal: "INVALID_INPUT",
      async attack(earlier) {
        const owner = await earlier.as("owner");
        return () => owner.acceptRecord({ event: earlier.event - 1 });
      },
    }),
  ],
};
