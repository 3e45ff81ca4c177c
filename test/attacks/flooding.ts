import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";
import { floodedChat } from "./flooded-chat.ts";
import { ACTION, type Scene } from "./scene.ts";

const LIKE =
  "approval fatigue: an agent that asks until somebody has had enough; hermes-agent #38068";
const VARIANTS = 150;

const noted = (note: string, over: Partial<AuthorizeInput> = {}): AuthorizeInput => ({
  ...ACTION,
  args: { ...ACTION.args, note },
  ...over,
});

async function sought(scene: Scene, input: AuthorizeInput) {
  return (await (await scene.as("scout")).authorize(input)).request;
}

/** Asks again and again what was rejected for whatever is like it, each time with other padding. */
function flood(id: string, does: string, variant: (n: number) => AuthorizeInput): Attack {
  return {
    id: `flooding/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const { id: first } = await scene.seek(noted("Please"));
      const ana = await scene.as("ana");
      await ana.reject({ id: first, reason: "No.", covers: "like" });
      return async () => {
        const agent = await scene.as("scout");
        let last = first;
        for (let n = 1; n <= VARIANTS; n++) {
          const request = await sought(scene, variant(n));
          // One that people are asked about has got through.
          if (request.status === "open") return;
          last = request.id;
        }
        await agent.collect({ id: last });
      };
    },
  };
}

/** The same of what counts, which its person was shown and named. */
function count(id: string, does: string, note: (n: number) => string): Attack {
  return {
    id: `flooding/${id}`,
    does,
    like: LIKE,
    refusal: "NOT_APPROVED",
    async prepare(scene) {
      const { id: first } = await scene.seek(noted(note(1)));
      await scene.seek(noted(note(2)));
      const ana = await scene.as("ana");
      const { digitsAt } = await ana.previewRejection({ id: first });
      await ana.reject({ id: first, reason: "No.", covers: "like", digitsAt });
      return async () => {
        const agent = await scene.as("scout");
        let last = first;
        for (let n = 3; n <= VARIANTS; n++) {
          const request = await sought(scene, noted(note(n)));
          if (request.status === "open") return;
          last = request.id;
        }
        await agent.collect({ id: last });
      };
    },
  };
}

/** Many that stand in one row, of which one is approved. */
function oneOfMany(
  id: string,
  does: string,
  {
    refusal,
    attack,
  }: Pick<Attack, "refusal"> & {
    attack: (scene: Scene, row: readonly Awaited<ReturnType<typeof sought>>[]) => Promise<unknown>;
  },
): Attack {
  return {
    id: `flooding/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const row = [await scene.seek(noted("Please"))];
      for (let n = 1; n < 5; n++) row.push(await scene.seek(noted(`Please${" ".repeat(n)}`)));
      const [first] = row;
      if (first === undefined) throw new Error("Nothing was sought.");
      const { id: shown, authorization } = first;
      const ana = await scene.as("ana");
      if (refusal === "NOT_APPROVED")
        await ana.approve({ id: shown, digest: authorization.digest });
      return () => attack(scene, row);
    },
  };
}

export const flooding: Family = {
  name: "flooding people",
  attacks: [
    flood("spaces", "asks 150 times with one space more", (n) => noted(`Please${" ".repeat(n)}`)),
    flood("unseen", "asks 150 times with one letter more that nobody sees", (n) =>
      noted(`Ple${"\u200b".repeat(n)}ase`),
    ),
    flood("letters", "asks 150 times with one letter more", (n) => noted(`Please${"e".repeat(n)}`)),
    flood("stops", "asks 150 times with one full stop more", (n) =>
      noted(`Please${".".repeat(n)}`),
    ),
    flood("empty", "asks 150 times with another empty argument", (n) =>
      noted("Please", { args: { ...ACTION.args, note: "Please", [`x${n}`]: "" } }),
    ),
    flood("session", "asks 150 times under another name of its run", (n) =>
      noted("Please", { session: `run-${n}` }),
    ),
    flood("reason", "asks 150 times with another reason", (n) =>
      noted("Please", { reason: `It is urgent, ${n}.` }),
    ),
    flood("definition", "asks 150 times with another definition of the tool", (n) =>
      noted("Please", { toolSchemaHash: n.toString(16).padStart(64, "0") }),
    ),
    count("counter", "counts up in a name", (n) => `tmp${n}`),
    count("times", "names another time", (n) => `at ${new Date(n * 1e9).toISOString()}`),
    count("ids", "names another id", (n) => {
      const hex = (n * 2_654_435_761).toString(16).padStart(12, "0");
      return `job 7c9e6679-7425-40de-944b-${hex}`;
    }),
    oneOfMany("row-approved", "collects another of a row of which one was approved", {
      refusal: "NOT_APPROVED",
      attack: async (scene, row) =>
        (await scene.as("scout")).collect({ id: row[3]?.id ?? "req_none" }),
    }),
    oneOfMany("row-digest", "has one of a row approved by the digest of another", {
      refusal: "DIGEST_MISMATCH",
      attack: async (scene, [first, second]) => {
        const digest = first?.kind === "authorization" ? first.authorization.digest : "";
        await (await scene.as("ana")).approve({ id: second?.id ?? "req_none", digest });
      },
    }),
    {
      id: "flooding/no-as-yes",
      does: "collects by a rejection that stands",
      like: LIKE,
      refusal: "NOT_APPROVED",
      async prepare(scene) {
        const { id } = await scene.seek();
        await (await scene.as("ana")).reject({ id, reason: "No.", covers: "like" });
        return async () => {
          const { id: again } = await sought(scene, { ...ACTION, joinKey: "again" });
          await (await scene.as("scout")).collect({ id: again });
        };
      },
    },
    ...floodedChat,
  ],
};
