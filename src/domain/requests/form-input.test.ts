import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkSchema } from "../../system/schema-check.ts";
import type { JsonObject } from "../json.ts";
import { checkedAnswer, checkQuestion } from "./answer-check.ts";
import { formGiven } from "./form-input.ts";
import type { Form } from "./question.ts";

const digest = () => "sha256:of-the-schema";

function asked(schema: JsonObject): Extract<Form, { kind: "fields" }> {
  const form = formGiven({ schema }, digest);
  checkQuestion({ text: "What?", form }, checkSchema);
  if (form.kind !== "fields") throw new Error("It has no fields.");
  return form;
}

function answered(form: Form, fields: JsonObject): unknown {
  try {
    return checkedAnswer({ text: "What?", form }, { fields }, checkSchema);
  } catch (error) {
    return (error as Error).message;
  }
}

/*
 * What pydantic 2.13 emits of:
 *
 *   class Color(Enum): red = "red"; blue = "blue"
 *   class Address(BaseModel):
 *       street: str
 *       zip: str = Field(pattern=r"^\d{5}$")
 *   class Order(BaseModel):
 *       name: str = Field(min_length=1, max_length=80)
 *       nick: Optional[str] = None
 *       kind: Literal["order"] = "order"
 *       color: Color = Color.red
 *       address: Address
 *       billing: Address | None = None
 *       when: date
 *       price: Decimal = Decimal("1.5")
 *       count: int | str
 *       tags: list[str] = []
 *       colors: set[Color] = Field(default_factory=set)
 *       stops: list[Address] = []
 *       urgent: bool = False
 */
const PYDANTIC_ORDER = JSON.parse(
  String.raw`{"$defs":{"Address":{"properties":{"street":{"title":"Street","type":"string"},"zip":{"pattern":"^\\d{5}$","title":"Zip","type":"string"}},"required":["street","zip"],"title":"Address","type":"object"},"Color":{"enum":["red","blue"],"title":"Color","type":"string"}},"properties":{"name":{"maxLength":80,"minLength":1,"title":"Name","type":"string"},"nick":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"title":"Nick"},"kind":{"const":"order","default":"order","title":"Kind","type":"string"},"color":{"$ref":"#/$defs/Color","default":"red"},"address":{"$ref":"#/$defs/Address"},"billing":{"anyOf":[{"$ref":"#/$defs/Address"},{"type":"null"}],"default":null},"when":{"format":"date","title":"When","type":"string"},"price":{"anyOf":[{"type":"number"},{"pattern":"^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$","type":"string"}],"default":"1.5","title":"Price"},"count":{"anyOf":[{"type":"integer"},{"type":"string"}],"title":"Count"},"tags":{"default":[],"items":{"type":"string"},"title":"Tags","type":"array"},"colors":{"items":{"$ref":"#/$defs/Color"},"title":"Colors","type":"array","uniqueItems":true},"stops":{"default":[],"items":{"$ref":"#/$defs/Address"},"title":"Stops","type":"array"},"urgent":{"default":false,"title":"Urgent","type":"boolean"}},"required":["name","address","when","count"],"title":"Order","type":"object"}`,
) as JsonObject;

const ADDRESS_GROUP = {
  type: "object",
  properties: {
    street: { type: "string", title: "Street" },
    zip: { type: "string", title: "Zip", pattern: "^\\d{5}$" },
  },
  required: ["street", "zip"],
};

describe("a schema of pydantic", () => {
  const form = asked(PYDANTIC_ORDER);
  const order = { name: "Ada", address: { street: "A", zip: "12345" }, when: "2026-11-28" };

  test("makes the form that a person expects, without what only one value can be", () => {
    expect(form.schema).toEqual({
      type: "object",
      title: "Order",
      properties: {
        name: { type: "string", title: "Name", minLength: 1, maxLength: 80 },
        nick: { type: "string", title: "Nick" },
        color: { enum: ["red", "blue"], default: "red" },
        address: ADDRESS_GROUP,
        billing: ADDRESS_GROUP,
        when: { type: "string", format: "date", title: "When" },
        price: { type: "number", title: "Price", default: 1.5 },
        count: { type: "string", title: "Count" },
        tags: { type: "array", items: { type: "string" }, title: "Tags", default: [] },
        colors: {
          type: "array",
          items: { enum: ["red", "blue"] },
          uniqueItems: true,
          title: "Colors",
        },
        stops: {
          type: "array",
          title: "Stops",
          default: [],
          items: {
            type: "object",
            properties: {
              street: { type: "string", title: "Street" },
              zip: { type: "string", title: "Zip", pattern: "^\\d{5}$" },
            },
            required: ["street", "zip"],
          },
        },
        urgent: { type: "boolean", title: "Urgent", default: false },
      },
      required: ["name", "address", "when", "count"],
    });
  });

  test("stays with the request, with its digest", () => {
    expect(form.source).toMatchObject({ schema: PYDANTIC_ORDER, digest: digest() });
  });

  test("is satisfied by what its form gives", () => {
    expect(answered(form, { ...order, count: "3" })).toEqual({
      fields: { ...order, count: "3", kind: "order" },
    });
  });

  test.each<[JsonObject, string]>([
    [{ ...order, count: true }, "count: "],
    [{ ...order, count: 1, address: { street: "A", zip: "1" } }, "address/zip: "],
    [{ ...order, count: 1, when: "tomorrow" }, "when: "],
    [{ ...order, count: 1, stops: [{ street: "B" }] }, "stops/0: "],
    [{ ...order, count: 1, billing: {} }, "billing: "],
    [{ count: 1 }, '"name"'],
  ])("is not satisfied by %j, and the field is named", (fields, named) => {
    expect(answered(form, fields)).toContain(named);
  });
});

describe("a schema of zod", () => {
  const Address = z.object({ street: z.string(), zip: z.string().regex(/^\d{5}$/) });
  const Order = z.object({
    name: z.string().min(1).describe("Who orders"),
    nick: z.string().optional(),
    gone: z.string().nullable(),
    kind: z.literal("order"),
    size: z.union([z.literal("small"), z.literal("large")]),
    address: Address,
    when: z.iso.date(),
    mail: z.email(),
    wait: z.iso.duration().optional(),
    count: z.int().positive().max(9),
    colors: z.array(z.enum(["red", "blue"])),
    notes: z.record(z.string(), z.number()),
    isAgreed: z.literal(true),
  });

  test.each(["draft-2020-12", "draft-7", "openapi-3.0"] as const)(
    "of %s makes the form that a person expects",
    (target) => {
      const { properties, required } = asked(
        z.toJSONSchema(Order, { target }) as JsonObject,
      ).schema;
      expect(properties).toEqual({
        name: { type: "string", minLength: 1, description: "Who orders" },
        nick: { type: "string" },
        gone: { type: "string" },
        size: { enum: ["small", "large"] },
        address: {
          type: "object",
          properties: { street: { type: "string" }, zip: { type: "string", pattern: "^\\d{5}$" } },
          required: ["street", "zip"],
        },
        when: { type: "string", format: "date" },
        mail: { type: "string", format: "email" },
        wait: { type: "string", format: "duration" },
        count: { type: "integer", maximum: 9, exclusiveMinimum: 0 },
        colors: { type: "array", items: { enum: ["red", "blue"] }, uniqueItems: true },
        notes: { format: "json", description: 'As JSON: {"name": number, …}' },
        isAgreed: { enum: [true] },
      });
      expect(required).toEqual(["name", "size", "address", "when", "mail", "count", "isAgreed"]);
    },
  );

  test("is satisfied by what its form gives", () => {
    const form = asked(z.toJSONSchema(Order) as JsonObject);
    const fields = {
      name: "Ada",
      size: "small",
      address: { street: "A", zip: "12345" },
      when: "2026-11-28",
      mail: "ada@example.org",
      wait: "P1DT2H",
      count: 2,
      isAgreed: true,
    };
    const { fields: kept } = answered(form, fields) as { fields: unknown };
    expect(kept).toEqual({ ...fields, kind: "order", gone: null, colors: [], notes: {} });
    expect(Order.parse(kept)).toEqual(kept);
  });

  test("of no object is the field value", () => {
    const form = asked(z.toJSONSchema(z.union([z.int(), z.boolean()])) as JsonObject);
    expect(answered(form, { value: 3 })).toEqual({ fields: { value: 3 } });
    expect(answered(form, { value: "a" })).toContain("value: ");
  });

  test("that contains itself is checked as a whole", () => {
    const Node = z.object({
      name: z.string(),
      get inner() {
        return z.array(Node);
      },
    });
    const form = asked(z.toJSONSchema(Node) as JsonObject);
    const inner = [{ name: "b", inner: [{ name: "c", inner: [] }] }];
    expect(answered(form, { name: "a", inner })).toEqual({ fields: { name: "a", inner } });
    expect(answered(form, { name: "a", inner: [{ name: "b" }] })).toContain("inner/0: ");
  });
});

describe("a form", () => {
  const schema: JsonObject = { type: "object", properties: { a: { type: "string" } } };

  test("in the dialect is asked as it is given, and what else it brings is dropped", () => {
    const given: Form = { kind: "fields", schema, source: { schema, digest: "forged" } };
    expect(formGiven({ form: given }, digest)).toEqual({ kind: "fields", schema });
  });

  test("outside the dialect is made of its schema", () => {
    const properties = { a: { anyOf: [{ type: "string" }, { type: "null" }] } };
    const given: Form = { kind: "fields", schema: { ...schema, properties }, allowText: true };
    expect(formGiven({ form: given }, digest)).toMatchObject({
      schema: { properties: { a: { type: "string" } } },
      allowText: true,
      source: { digest: digest() },
    });
  });

  test("is given once", () => {
    expect(() => formGiven({ form: { kind: "text" }, schema }, digest)).toThrow("not both");
  });
});
