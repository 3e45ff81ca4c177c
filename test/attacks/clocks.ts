import { createContext } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { beginTime } from "../../src/core/upkeep/clock.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const BACK = "C1: a clock set back revives what is over";
const AHEAD = "C1: a clock set ahead ends, forgets and renews before its time";

interface Case {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  prepare(scene: Scene): Promise<() => Promise<unknown>>;
}

function clocks(like: string, { id, ...rest }: Case): Attack {
  return { id: `clock/${id}`, like, ...rest };
}

/** Time that has passed, and that the log has seen. */
async function passed(scene: Scene, ms: number): Promise<void> {
  scene.clock.jump(ms);
  await (await scene.as("rival")).tell({ text: "I am still here." });
}

/** Earshot of this part, after a start of the server with its clock set to another time. */
async function started(scene: Scene, part: Part, byMs: number): Promise<Earshot> {
  const ctx = createContext({ ...scene.ctx, clock: createFakeClock(scene.clock.now() + byMs) });
  await beginTime(ctx);
  const caller = await createAuthenticate(ctx)(scene.keys[part].secret);
  if (caller === undefined) throw Object.assign(new Error("No key."), { code: "NOT_SIGNED_IN" });
  return createEarshot(ctx, caller);
}

interface Revived<T> extends Omit<Case, "prepare"> {
  readonly before: (scene: Scene) => Promise<T>;
  readonly tries: (scout: Earshot, over: T) => Promise<unknown>;
}

/** Both ways to a clock that is back: it is set while the server runs, or before it is started. */
function setBack<T>({ id, does, refusal, before, tries }: Revived<T>): readonly Attack[] {
  return [
    clocks(BACK, {
      id: `back-${id}`,
      does: `sets the clock back and ${does}`,
      refusal,
      async prepare(scene) {
        const over = await before(scene);
        scene.clock.set(-2 * HOUR_MS);
        const scout = await scene.as("scout");
        return () => tries(scout, over);
      },
    }),
    clocks(BACK, {
      id: `back-at-start-${id}`,
      does: `starts the server with its clock set back and ${does}`,
      refusal,
      async prepare(scene) {
        const over = await before(scene);
        const scout = await started(scene, "scout", -2 * HOUR_MS);
        return () => tries(scout, over);
      },
    }),
  ];
}

const REVIVED = [
  ...setBack({
    id: "approval",
    does: "collects an approval that was too old",
    refusal: "NOT_APPROVED",
    async before(scene) {
      const { id } = await scene.approved();
      await passed(scene, HOUR_MS);
      return id;
    },
    tries: (scout, id) => scout.collect({ id }),
  }),
  ...setBack({
    id: "grant",
    does: "redeems a grant whose five minutes were over",
    refusal: "GRANT_REFUSED expired",
    async before(scene) {
      const { live } = await scene.granted();
      await passed(scene, 5 * MINUTE_MS);
      return live;
    },
    tries: (scout, live) => scout.redeem(live),
  }),
  ...setBack({
    id: "permission",
    does: "has an action approved by a permission that had ended",
    refusal: "NOT_APPROVED",
    async before(scene) {
      const { id } = await scene.approved();
      const ana = await scene.as("ana");
      await ana.permit({ scope: "target", like: id, forMs: 10 * MINUTE_MS });
      await (await scene.as("scout")).redeem({ request: id, tool: ACTION.tool, args: ACTION.args });
      await passed(scene, 10 * MINUTE_MS);
    },
    async tries(scout) {
      const { request } = await scout.authorize(ACTION);
      await scout.collect({ id: request.id });
    },
  }),
];

/** What somebody does once the clock has jumped, after what comes lawfully before. */
function jumped(over: {
  readonly id: string;
  readonly does: string;
  readonly refusal?: string;
  readonly before?: (scene: Scene) => Promise<unknown>;
  readonly tries: (scene: Scene) => Promise<unknown>;
}): Attack {
  const { id, does, refusal = "CLOCK_JUMPED", before, tries } = over;
  return clocks(AHEAD, {
    id: `ahead-${id}`,
    does,
    refusal,
    async prepare(scene) {
      await before?.(scene);
      scene.clock.set(DAY_MS);
      return () => tries(scene);
    },
  });
}

/** Ends the wait without being an owner. */
function accepts(part: Part, refusal: string): Attack {
  return clocks(AHEAD, {
    id: `accepted-by-${part}`,
    does: `accepts a jump of the clock as ${part}`,
    refusal,
    async prepare(scene) {
      scene.clock.set(DAY_MS);
      const earshot = await scene.as(part);
      const { told } = await earshot.clock();
      return () => earshot.acceptClock({ told });
    },
  });
}

async function seek(scene: Scene, copies: number) {
  const args = { ...ACTION.args, copies };
  return (await (await scene.as("scout")).authorize({ ...ACTION, args })).request;
}

export const clockGames: Family = {
  name: "clocks set back and ahead",
  attacks: [
    ...REVIVED,
    jumped({
      id: "budget",
      does: "sets the clock ahead so that a spent budget is new",
      async before(scene) {
        const budget = { calls: 1, per: "24h" };
        await scene.rules({ name: "one", tools: ["send_*"], decision: "allow", budget });
        await seek(scene, 2);
      },
      tries: (scene) => seek(scene, 3),
    }),
    jumped({
      id: "rejection",
      does: "sets the clock ahead so that a rejection is old",
      refusal: "NOT_APPROVED",
      async before(scene) {
        const { id } = await seek(scene, 2);
        await (await scene.as("ana")).reject({ id, reason: "No." });
      },
      async tries(scene) {
        const { id } = await seek(scene, 2);
        await (await scene.as("scout")).collect({ id });
      },
    }),
    jumped({
      id: "approved",
      does: "approves at a time that is not",
      before: (scene) => scene.seek(),
      tries: (scene) => scene.approved(),
    }),
    jumped({
      id: "sealed",
      does: "has the log sealed at a time that is not",
      tries: async (scene) => (await scene.as("owner")).sealLog(),
    }),
    clocks(AHEAD, {
      id: "crept-ahead",
      does: "moves the clock ahead little by little",
      refusal: "CLOCK_JUMPED",
      async prepare(scene) {
        for (const copies of [2, 3]) {
          scene.clock.set(4 * MINUTE_MS);
          await seek(scene, copies);
        }
        scene.clock.set(4 * MINUTE_MS);
        return () => seek(scene, 4);
      },
    }),
    clocks(AHEAD, {
      id: "ahead-at-start",
      does: "starts the server with a clock a year ahead, and goes on",
      refusal: "CLOCK_JUMPED",
      async prepare(scene) {
        const scout = await started(scene, "scout", 365 * DAY_MS);
        return () => scout.authorize(ACTION);
      },
    }),
    accepts("scout", "NOT_ALLOWED"),
    accepts("service", "NOT_ALLOWED"),
    accepts("script", "NOT_ALLOWED"),
    accepts("ana", "NOT_ALLOWED"),
    clocks(AHEAD, {
      id: "accepted-another",
      does: "has an owner's yes to one time count for a later one",
      refusal: "INVALID_INPUT",
      async prepare(scene) {
        scene.clock.set(DAY_MS);
        const owner = await scene.as("owner");
        const { told } = await owner.clock();
        scene.clock.set(DAY_MS);
        return () => owner.acceptClock({ told });
      },
    }),
  ],
};
