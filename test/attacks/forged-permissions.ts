import type { Attack, Family } from "./attack.ts";
import { ACTION, type Scene } from "./scene.ts";

const LIKE = "A1, A3: a yes or a no in advance that is written where it is stored";

/** Somebody writes past the server what nobody has given; it must not decide anything. */
function written(
  id: string,
  does: string,
  { give, sql, counts }: Written & { readonly counts: Counts },
): Attack {
  return {
    id: `written/${id}`,
    does,
    like: LIKE,
    refusal: counts.refusal,
    async prepare(scene) {
      await give(scene);
      for (const statement of sql) await scene.sql(statement);
      return () => counts.act(scene);
    },
  };
}

interface Written {
  readonly give: (scene: Scene) => Promise<unknown>;
  readonly sql: readonly string[];
}

interface Counts {
  readonly refusal: string;
  readonly act: (scene: Scene) => Promise<unknown>;
}

async function seekAgain(scene: Scene) {
  const scout = await scene.as("scout");
  const { request } = await scout.authorize({ ...ACTION, joinKey: "once more" });
  return { scout, request };
}

/** The agent takes it for an approval. */
const APPROVES: Counts = {
  refusal: "NOT_APPROVED",
  async act(scene) {
    const { scout, request } = await seekAgain(scene);
    await scout.collect({ id: request.id });
  },
};

/** People are kept from being asked. */
const REJECTS: Counts = {
  refusal: "PEOPLE_ARE_ASKED",
  async act(scene) {
    const { request } = await seekAgain(scene);
    if (request.status !== "open") return;
    throw Object.assign(new Error("People are asked."), { code: "PEOPLE_ARE_ASKED" });
  },
};

/** A question is answered in somebody's name. */
const ANSWERS: Counts = {
  refusal: "PEOPLE_ARE_ASKED",
  async act(scene) {
    const { request } = await (await scene.as("scout")).ask({ text: "Left or right?" });
    if (request.status !== "open") return;
    throw Object.assign(new Error("People are asked."), { code: "PEOPLE_ARE_ASKED" });
  },
};

/** A permission for what scout seeks, which ana gave and took back. */
async function takenBack(scene: Scene): Promise<void> {
  const request = await scene.seek();
  const ana = await scene.as("ana");
  const { id } = await ana.permit({ scope: "target", like: request.id });
  await (await scene.as("ben")).reject({ id: request.id, reason: "Not now." });
  await ana.revokePermission({ id });
  scene.clock.jump(10 * 60_000);
}

async function rejectionTakenBack(scene: Scene): Promise<void> {
  const request = await scene.seek();
  const ana = await scene.as("ana");
  await ana.reject({ id: request.id, reason: "Not now.", covers: "like", forMs: 60 * 60_000 });
  const [given] = (await ana.listPermissions()).items;
  if (given === undefined) throw new Error("No rejection stands.");
  await ana.revokePermission({ id: given.id });
  scene.clock.jump(10 * 60_000);
}

async function answerTakenBack(scene: Scene): Promise<void> {
  const scout = await scene.as("scout");
  const { request } = await scout.ask({ text: "Left or right?" });
  const ana = await scene.as("ana");
  await ana.answer({ id: request.id, answer: { text: "left" } });
  const { id } = await ana.permit({ scope: "answer", like: request.id, forMs: 60 * 60_000 });
  await ana.revokePermission({ id });
  scene.clock.jump(20 * 60_000);
}

const GIVEN_BACK = "update permissions set revoked_at = null";
const COPY = "per_01k00000000000000000000000";
/** A copy of all of its columns under an id of its own. */
const COPIED = [
  "create temp table copied as select * from permissions limit 1",
  `update copied set id = '${COPY}', revoked_at = null`,
  "insert into permissions select * from copied",
  "drop table copied",
];
const LATER = "update permissions set until = until + 86400000, revoked_at = null";

export const forgedPermissions: Family = {
  name: "forged yes and no in advance",
  attacks: [
    written("permission-given-back", "gives a permission back that was taken back", {
      give: takenBack,
      sql: [GIVEN_BACK],
      counts: APPROVES,
    }),
    written("permission-put-in", "puts a permission in that nobody has given", {
      give: takenBack,
      sql: COPIED,
      counts: APPROVES,
    }),
    written("permission-lengthened", "lengthens a permission that is over", {
      give: takenBack,
      sql: [LATER],
      counts: APPROVES,
    }),
    written("rejection-given-back", "has a rejection stand again that was taken back", {
      give: rejectionTakenBack,
      sql: [GIVEN_BACK],
      counts: REJECTS,
    }),
    written("rejection-put-in", "puts a rejection in that nobody has given", {
      give: rejectionTakenBack,
      sql: COPIED,
      counts: REJECTS,
    }),
    written("answer-given-back", "has an answer stand again that was taken back", {
      give: answerTakenBack,
      sql: [GIVEN_BACK],
      counts: ANSWERS,
    }),
    written("answer-put-in", "puts an answer in that nobody has given in advance", {
      give: answerTakenBack,
      sql: COPIED,
      counts: ANSWERS,
    }),
    {
      id: "written/rejection-audit",
      like: LIKE,
      refusal: "SEEN",
      does: "puts a rejection in, and has the log verified",
      async prepare(scene) {
        await rejectionTakenBack(scene);
        for (const statement of COPIED) await scene.sql(statement);
        return async () => {
          const { intact, record } = await (await scene.as("owner")).verifyAudit();
          const isSeen = record?.faults.some(({ id }) => id === COPY) ?? false;
          if (intact || !isSeen) return;
          throw Object.assign(new Error("The log does not know of it."), { code: "SEEN" });
        };
      },
    },
  ],
};
