import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { MEDIUM_TOOL } from "../support/house.ts";
import { control, SHIP, untilSent } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

/*
 * A button decides only where everything it decides on is shown: whatever the size of it and
 * wherever what matters stands in it.
 */
const MARKER = "MARKERmarkerMARKER";
const LIMITS = [300, 4_000, 8_000, 40_000];

let world: HubWorld;

beforeEach(async () => {
  world = await openHub({ channels: [{ kind: "slack", maxText: 4_000 }] });
  await world.link("slack");
});
afterEach(() => world.close());

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }),
  fc.constantFrom(...LIMITS).chain((limit) => fc.integer({ min: limit - 60, max: limit + 60 })),
  fc.integer({ min: 0, max: 10_000 }),
);
const places = fc.double({ min: 0, max: 1, noNaN: true });
const fillers = fc.constantFrom("lorem ipsum dolor ", "<&> *_` ", "x", "é\n", "👍🏽 ");

interface Case {
  readonly size: number;
  readonly at: number;
  readonly filler: string;
}
const cases: fc.Arbitrary<Case> = fc.record({ size: sizes, at: places, filler: fillers });

/** As much of it as may be asked at all. */
function withMarker({ size, at, filler }: Case, maxBytes: number): string {
  const bytes = Buffer.byteLength(JSON.stringify(filler)) - 2;
  const times = Math.floor(Math.min(size / filler.length, maxBytes / bytes));
  const before = Math.floor(times * at);
  return `${filler.repeat(before)}${MARKER}${filler.repeat(times - before)}`;
}

async function lastPost() {
  const post = (await world.on("slack").shown()).at(-1);
  if (post === undefined) throw new Error("Nothing stands there.");
  return post;
}

test("an action has a button that approves only where the whole of it is shown", async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      number += 1;
      const { request } = await world.scout.authorize({
        tool: MEDIUM_TOOL,
        args: { number, text: withMarker(given, 260_000) },
        reason: "So.",
      });
      await untilSent(world, request.id);
      const post = await lastPost();
      // One that stands open would tell of the next, which differs in its size alone.
      await world.scout.cancel({ id: request.id });
      const digest = `sha256:${asAuthorization(request).authorization.digest}`;
      const canApprove = post.controls.some(({ label }) => label === "Approve");
      if (canApprove) {
        expect(post.text).toContain(MARKER);
        expect(post.text).toContain(digest);
      } else expect(post.text).toContain("http://localhost:4242/");
    }),
    { numRuns: casesOf(20), examples: [[{ size: 200_000, at: 1, filler: "x" }]] },
  );
}, 60_000);

test("a question has buttons that answer only where the whole of it is shown", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const text = withMarker(given, 65_000);
      const { request } = await world.scout.ask({ ...SHIP, text });
      await untilSent(world, request.id);
      const post = await lastPost();
      await world.scout.cancel({ id: request.id });
      if (post.controls.length > 0) expect(post.text).toContain(MARKER);
      else expect(post.text).toContain("http://localhost:4242/");
    }),
    { numRuns: casesOf(15) },
  );
}, 60_000);

test("what fits is decided there, and what does not says so", async () => {
  const { request } = await world.scout.ask(SHIP);
  await untilSent(world, request.id);
  control(await lastPost(), "approve");
  const long = await world.scout.ask({ ...SHIP, text: "long ".repeat(5_000) });
  await untilSent(world, long.request.id);
  const post = await lastPost();
  expect(post.controls).toEqual([]);
  expect(post.text).toContain("too long to be shown here whole");
});
