import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { checkFormSchema } from "../form-dialect.ts";
import type { Json, JsonObject } from "../json.ts";
import { checkedAnswer } from "./answer-check.ts";
import { formGiven } from "./form-input.ts";

/** A schema with values of it. */
interface Known {
  readonly schema: z.ZodType;
  readonly values: fc.Arbitrary<Json>;
}

const words = fc.constantFrom("a", "b", "c", "ab");
const known = (schema: z.ZodType, values: fc.Arbitrary<Json>): Known => ({ schema, values });

const plain = fc.constantFrom<Known>(
  known(z.string().min(1).max(9), fc.string({ minLength: 1, maxLength: 4 })),
  known(z.string().regex(/^[ab]+$/), fc.constantFrom("a", "abba")),
  known(z.string().startsWith("a").endsWith("b"), fc.constantFrom("ab", "a-b")),
  known(z.email(), fc.constantFrom("ada@example.org", "a+b@c.de")),
  known(z.iso.date(), fc.constantFrom("2026-02-28", "2028-02-29")),
  known(z.iso.datetime(), fc.constantFrom("2026-11-28T09:30:00Z")),
  known(z.iso.duration(), fc.constantFrom("P1D", "PT2H30M", "P2W")),
  known(z.uuid(), fc.uuid()),
  known(z.hostname(), fc.constantFrom("example.org", "a")),
  known(z.int().min(-3).max(9), fc.integer({ min: -3, max: 9 })),
  known(z.number().positive().multipleOf(0.5), fc.constantFrom(0.5, 7)),
  known(z.boolean(), fc.boolean()),
  known(z.enum(["a", "b"]), fc.constantFrom("a", "b")),
  known(z.literal("only"), fc.constant("only")),
  known(z.literal([1, "2", false]), fc.constantFrom<Json>(1, "2", false)),
  known(z.union([z.literal("p"), z.literal(3)]), fc.constantFrom<Json>("p", 3)),
  known(z.union([z.int(), z.string()]), fc.oneof(fc.integer(), words)),
  known(z.array(z.enum(["a", "b", "c"])), fc.subarray(["a", "b", "c"])),
  known(z.record(z.string(), z.int()), fc.dictionary(words, fc.integer())),
  known(z.tuple([z.int(), z.string()]), fc.tuple(fc.integer(), words)),
);

const { one } = fc.letrec<{ one: Known }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    plain,
    tie("one").map(({ schema, values }) =>
      known(schema.nullable(), fc.oneof(values, fc.constant(null))),
    ),
    tie("one").map(({ schema, values }) =>
      known(z.array(schema).max(3), fc.array(values, { maxLength: 3 })),
    ),
    fc.dictionary(words, fc.tuple(tie("one"), fc.boolean()), { maxKeys: 3 }).map(objectOf),
    fc
      .tuple(tie("one"), tie("one"))
      .map(([left, right]) =>
        known(z.union([left.schema, right.schema]), fc.oneof(left.values, right.values)),
      ),
  ),
}));

function objectOf(members: Readonly<Record<string, [Known, boolean]>>): Known {
  const all = Object.entries(members);
  const shape = all.map(([name, [{ schema }, isOptional]]) => {
    return [name, isOptional ? schema.optional() : schema] as const;
  });
  const values = all.map(([name, [{ values: own }]]) => [name, own] as const);
  const requiredKeys = all.filter(([, [, isOptional]]) => !isOptional).map(([name]) => name);
  return known(
    z.object(Object.fromEntries(shape)),
    fc.record(Object.fromEntries(values), { requiredKeys }) as fc.Arbitrary<Json>,
  );
}

/** The answer that is kept, as the schema's own value, or undefined if it is refused. */
function keptBy(schema: z.ZodType, value: Json): { readonly kept: Json } | undefined {
  const given = z.toJSONSchema(schema) as JsonObject;
  const form = formGiven({ schema: given }, () => "");
  if (form.kind !== "fields") throw new Error("It has no fields.");
  checkFormSchema(form.schema);
  const isValue = form.source?.isValue === true;
  const fields = (isValue ? { value } : value) as JsonObject;
  try {
    const answer = checkedAnswer({ text: "?", form }, { fields }, checkSchema);
    if (!("fields" in answer)) throw new Error("It has no fields.");
    return { kept: isValue ? (answer.fields["value"] ?? null) : answer.fields };
  } catch {
    return undefined;
  }
}

test("what fits a schema is taken by its form as it is", () => {
  const both = one.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values));
  fc.assert(
    fc.property(both, ([schema, value]) => {
      expect(keptBy(schema, value)).toEqual({ kept: value });
    }),
    { numRuns: casesOf(400) },
  );
});

test("whatever a form gives satisfies its schema", () => {
  const junk = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  const holes = fc.tuple(one, one).chain(([{ schema, values }, other]) => {
    const given = fc.oneof(values, values.chain(withHoles), other.values, junk);
    return fc.tuple(fc.constant(schema), given);
  });
  let taken = 0;
  fc.assert(
    fc.property(holes, ([schema, value]) => {
      const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
      fc.pre(isFields || !(schema instanceof z.ZodObject));
      const answer = keptBy(schema, value);
      if (answer === undefined) return;
      taken += 1;
      expect(schema.safeParse(answer.kept).error).toBeUndefined();
    }),
    { numRuns: casesOf(800) },
  );
  expect(taken).toBeGreaterThan(casesOf(200));
});

test("what is filled in row by row satisfies its schema", () => {
  const columns = fc.dictionary(words, fc.tuple(plain, fc.boolean()), { minKeys: 1, maxKeys: 3 });
  const rows = columns
    .map(objectOf)
    .chain(({ schema, values }) =>
      fc.tuple(fc.constant(z.object({ rows: z.array(schema) })), fc.array(values.chain(withHoles))),
    );
  let drawn = 0;
  let taken = 0;
  fc.assert(
    fc.property(rows, ([schema, given]) => {
      const form = formGiven({ schema: z.toJSONSchema(schema) as JsonObject }, () => "");
      if (form.kind !== "fields") throw new Error("It has no fields.");
      if (!JSON.stringify(form.schema).includes('"items":{"type":"object"')) return;
      drawn += 1;
      // What the form itself takes, as who fills it in is shown no more than that.
      if (checkSchema(form.schema, { rows: given }).length > 0) return;
      const answer = keptBy(schema, { rows: given });
      if (answer === undefined) return;
      taken += 1;
      expect(schema.safeParse(answer.kept).error).toBeUndefined();
    }),
    { numRuns: casesOf(400) },
  );
  expect(drawn).toBeGreaterThan(casesOf(100));
  expect(taken).toBeGreaterThan(drawn / 4);
});

/** Some members are left out, as by a person who leaves fields empty. */
function withHoles(value: Json): fc.Arbitrary<Json> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return fc.constant(value);
  return fc
    .subarray(Object.entries(value))
    .map((members) => Object.fromEntries(members) as JsonObject);
}
