import { expect, test } from "vitest";
import { provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { Reach } from "../../src/domain/alone/world.ts";
import { POWERS } from "../../src/domain/alone/world.ts";
import { keyOf } from "./attempts.ts";
import { reachedBy, searchAlone } from "./search.ts";
import { openWorld, PEOPLE, type ThreeAndTwo, worldOf } from "./world-of-three.ts";

const WORLDS = volumeOf("attacker");
const DEPTH = WORLDS === 1 ? 1 : 2;
/** In one world alone the search is not long. */
const MOST_STATES = WORLDS === 1 ? 20 : 400;

const seeds = Array.from({ length: WORLDS }, (_, index) => provenSeed() + index);

/** What the command names of each person. */
async function namedIn({
  bytes,
  secrets,
}: ThreeAndTwo): Promise<ReadonlyMap<string, readonly Reach[]>> {
  const world = await openWorld(bytes);
  try {
    const caller = await createAuthenticate(world.ctx)(secrets[0]?.secret ?? "");
    if (caller === undefined) throw new Error("ana is not let in.");
    const { items } = await createEarshot(world.ctx, caller).reachAlone();
    return new Map(items.map(({ name, reach }) => [name, reach]));
  } finally {
    await world.close();
  }
}

const isIn = (tool: string) => ["pay", "send", "read", "drop"].includes(tool);
const rank = (power: Reach["power"]) => POWERS.indexOf(power);

test.each(seeds)(
  "what one person reaches by real calls, the command has named (%d)",
  // A search of seconds alone is one of minutes beside all others.
  { timeout: 300_000 },
  async (seed) => {
    const world = await worldOf(seed);
    const named = await namedIn(world);
    for (const who of PEOPLE) {
      const reach = (named.get(who) ?? []).filter(({ tool }) => isIn(tool));
      const { found } = await searchAlone(world, {
        who,
        wanted: reach,
        depth: DEPTH,
        most: MOST_STATES,
      });
      const unnamed = reach.flatMap((one) => {
        const reached = found.get(keyOf(one));
        return reached !== undefined && rank(reached.power) < rank(one.power)
          ? [{ who, seed, call: keyOf(one), named: one.power, ...reached }]
          : [];
      });
      expect(unnamed, JSON.stringify(world.policy)).toEqual([]);
    }
  },
);

test.each(seeds)("by the steps that the command names it is done (%d)", async (seed) => {
  const world = await worldOf(seed);
  const named = await namedIn(world);
  for (const who of PEOPLE) {
    for (const one of (named.get(who) ?? []).filter(({ tool }) => isIn(tool))) {
      if (one.power !== "authors" && one.power !== "decides") continue;
      const moves = one.steps.flatMap((step) => movesOf(step, who));
      const reached = await reachedBy(world, { who, moves, wanted: [one] });
      expect(
        { who, seed, call: keyOf(one), power: reached.get(keyOf(one))?.power },
        JSON.stringify([one, world.policy]),
      ).toEqual({ who, seed, call: keyOf(one), power: one.power });
    }
  }
});

interface Moved {
  readonly move: string;
  readonly name: string;
  readonly by?: string;
}

/** The moves of the search that a step stands for; votes and seeking are tried anyway. */
function movesOf({ move, says }: Reach["steps"][number], who: string): readonly Moved[] {
  const [name = "", by = who] = [...says.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text);
  switch (move) {
    case "invite":
      return [{ move, name: says.includes("an owner") ? `${name}, owner` : name }];
    case "take_over":
    case "passphrase":
      return [{ move, name }];
    case "agent":
      return [{ move, name, by }];
    case "shut_out":
      return [{ move, name: "others" }];
    case "policy":
      return [{ move, name: "all" }];
    default:
      return [];
  }
}
