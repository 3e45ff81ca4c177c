import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import type { Approvers, Demand, Wanted } from "./authorization.ts";
import { bothWanted, isMetBy, matching, openApprovers, peopleOf, stillWanted } from "./places.ts";

const of = (...names: string[]): Approvers => ({ names, roles: [] });
const people = (...wanted: Wanted[]): Pick<Demand, "approvers" | "quorum" | "wanted"> =>
  peopleOf(wanted);
const by = (name: string, ...fits: number[]) =>
  ({ by: { principal: `prn_${name}`, name, via: "cli" }, fits }) as const;
const ANYBODY: Approvers = { names: [], roles: ["owner", "approver"] };

/** The most places that can be filled, by trying everything. */
function most(counts: readonly number[], fits: readonly (readonly number[])[]): number {
  const [own, ...others] = fits;
  if (own === undefined) return 0;
  const taking = own
    .filter((entry) => (counts[entry] ?? 0) > 0)
    .map((entry) => 1 + most(counts.with(entry, (counts[entry] ?? 0) - 1), others));
  return Math.max(most(counts, others), ...taking);
}

test("fills as many places as trying everything does, each person one that they fit", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 });
  const fits = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(counts, fits, (wanted, people) => {
      const met = matching(wanted, people);
      for (const [entry, count] of wanted.entries()) {
        expect(met.filter((one) => one === entry).length).toBeLessThanOrEqual(count);
      }
      for (const [person, entry] of met.entries()) {
        if (entry !== undefined) expect(people[person]).toContain(entry);
      }
      expect(met.filter((one) => one !== undefined).length).toBe(most(wanted, people));
    }),
    { numRuns: casesOf(2_000) },
  );
});

test("who is still wanted is whoever could fill the place, also because another moves", () => {
  const demand = people(
    { count: 1, approvers: of("ana", "ben") },
    { count: 1, approvers: of("ana", "cleo") },
  );
  expect(stillWanted(demand, [by("ana", 0, 1)])).toEqual([
    { count: 1, approvers: of("ben", "cleo") },
  ]);
  expect(stillWanted(demand, [by("ana", 0, 1), by("ben", 0)])).toEqual([]);
  expect(openApprovers(demand, [by("ben", 0)])).toEqual(of("ana", "cleo"));
});

test("two lists together want each other's people once", () => {
  const finance = people({ count: 2, approvers: of("ana", "ben", "cleo") });
  const risk = people({ count: 1, approvers: of("cleo") }, { count: 1, approvers: of("dan") });
  expect(bothWanted(finance, risk)).toEqual([
    { count: 1, approvers: of("cleo") },
    { count: 1, approvers: of("ana", "ben", "cleo") },
    { count: 1, approvers: of("dan") },
  ]);
  expect(bothWanted(risk, { approvers: ANYBODY, quorum: 1 })).toEqual(risk.wanted);
});

test.each<[string, boolean, Wanted]>([
  ["the same", true, { count: 2, approvers: of("ana", "ben") }],
  ["one fewer to ask", true, { count: 1, approvers: of("ana", "ben") }],
  ["one more who may", true, { count: 2, approvers: of("ana", "ben", "cleo") }],
  ["anybody", true, { count: 1, approvers: ANYBODY }],
  ["one less who may", false, { count: 2, approvers: of("ana") }],
  ["one more to ask", false, { count: 3, approvers: of("ana", "ben") }],
])("two of ana and ben have met %s: %s", (_, isMet, wanted) => {
  const demand = people({ count: 2, approvers: of("ana", "ben") });
  expect(isMetBy(people(wanted), demand)).toBe(isMet);
});
