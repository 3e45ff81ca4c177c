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

/** Later events of a question are found by a table of SQLite, which is no part of the chained log. */
const reopened: Attack = {
  id: "record/reopened",
  does: "opens an answered question again, and takes its answer out of the list of its events",
  like: LIKE,
  refusal: "SEEN",
  async prepare(scene) {
    const [scout, ana] = [await scene.as("scout"), await scene.as("ana")];
    const { request } = await scout.ask({ text: "Which colour?" });
    await ana.answer({ id: request.id, answer: { text: "blue" } });
    // So many that the table has the answer too.
    for (let n = 0; n < 64; n++) await scout.ask({ text: `What about case ${n}?` });
    const own = `workspace = 'default' and subject = '${request.id}'`;
    const [last] = await scene.sql(`select max(seq) as seq from event_subjects where ${own}`);
    await scene.sql(`delete from event_subjects where ${own} and seq = ${last?.["seq"]}`);
    await scene.sql(
      `update requests set status = 'open', answer = null, closed_at = null, closed_by = null
        where id = '${request.id}'`,
    );
    return () => passAudit(scene, { kind: "workspace", id: "default" });
  },
};

export const forgedRecord: Family = {
  name: "forged record",
  attacks: [
    ...FORGERIES.map((one) => seen({ ...one, kind: one.finds.kind }, (run) => forge(run, one))),
    ...WHOLE_ROWS.map((one) => seen(one, (run) => forgeWhole(run, one))),
    reopened,
    unshown("shown", "has another action shown under a decision", async (scene, id) =>
      (await scene.as("ben")).show({ id: id as `req_${string}` }),
    ),
    unshown("shown-in-inbox", "has another action shown in the inbox", async (scene, id) =>
      (await scene.as("ben")).inboxItem({ id: id as `req_${string}` }),
    ),
  ],
};
