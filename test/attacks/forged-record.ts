import { forge, forgeWhole, type RunSql } from "../support/forge.ts";
import { FORGERIES, WHOLE_ROWS } from "../support/forgeries.ts";
import { liveInRecord } from "../support/lived-record.ts";
import type { Attack, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const LIKE = "A1 forged approval: a decision that is changed where it is stored";

/** The log is asked whether it knows of what somebody has put into the store; how it says no. */
async function passAudit(scene: Scene, { kind, id }: { kind: string; id: string }): Promise<void> {
  const owner = await scene.as("owner");
  const { intact, record } = await owner.verifyAudit();
  if (intact) return;
  const isNamed = record?.faults.some((fault) => fault.kind === kind && fault.id === id) ?? false;
  throw Object.assign(new Error(`The ${kind} ${id} is not what the log says.`), {
    code: isNamed ? "SEEN" : "BLAMED_ON_ANOTHER",
  });
}

function seen(
  { id, does, kind }: { readonly id: string; readonly does: string; readonly kind: string },
  change: (run: RunSql) => Promise<string>,
): Attack {
  return {
    id: `record/${id}`,
    does,
    like: LIKE,
    refusal: "SEEN",
    async prepare(scene) {
      await liveInRecord(scene.as);
      await scene.sql("pragma foreign_keys = off");
      const row = await change(scene.sql);
      return () => passAudit(scene, { kind, id: row });
    },
  };
}

/** What people would be shown, and would decide on, is not what was asked. */
function unshown(
  id: string,
  does: string,
  use: (scene: Scene, id: string) => Promise<unknown>,
): Attack {
  return {
    id: `record/${id}`,
    does,
    like: LIKE,
    refusal: "RECORD_CHANGED",
    async prepare(scene) {
      const request = await scene.seek();
      await (await scene.as("ben")).reject({ id: request.id, reason: "No." });
      await scene.sql(
        `update requests set action = replace(action, 'ana@', 'eve@') where id = '${request.id}'`,
      );
      return () => use(scene, request.id);
    },
  };
}

export const forgedRecord: Family = {
  name: "forged record",
  attacks: [
    ...FORGERIES.map((one) => seen({ ...one, kind: one.finds.kind }, (run) => forge(run, one))),
    ...WHOLE_ROWS.map((one) => seen(one, (run) => forgeWhole(run, one))),
    unshown("shown", "has another action shown under a decision", async (scene, id) =>
      (await scene.as("ben")).show({ id: id as `req_${string}` }),
    ),
    unshown("shown-in-inbox", "has another action shown in the inbox", async (scene, id) =>
      (await scene.as("ben")).inboxItem({ id: id as `req_${string}` }),
    ),
  ],
};
