import { describe, expect, test } from "vitest";
import { openModel } from "../support/model-server/open-model.ts";
import type { HeardRequest, WireFormat } from "../support/model-server/script.ts";

const schema = {
  type: "object",
  properties: { city: { type: "string" }, people: { type: "integer", minimum: 0 } },
  required: ["city", "people"],
};
const input = {
  system: "You extract.",
  messages: [{ role: "user" as const, text: "Bern has 137,000 people." }],
  schema,
  name: "place",
};
const GOOD = { city: "Bern", people: 137_000 };
const good = { text: JSON.stringify(GOOD), usage: { inputTokens: 10, outputTokens: 4 } };
const wrong = { text: '{"city": "Bern"}', usage: { inputTokens: 20, outputTokens: 2 } };

/** How the server was asked for an object. */
function asked(api: WireFormat, { body }: HeardRequest): unknown {
  const { response_format: openai, format: ollama } = body as Record<string, unknown>;
  if (api === "openai") return (openai as { type?: string } | undefined)?.type;
  if (ollama === "json") return "json_object";
  return ollama === undefined ? undefined : "json_schema";
}

describe.each(["openai", "ollama"] as const)("over %s", (api) => {
  const ways = (heard: readonly HeardRequest[]) => heard.map((request) => asked(api, request));

  test("an object that fits at once is had by the schema", async () => {
    const { model, server } = await openModel(api, [good]);
    const reply = await model.structured(input);
    expect(reply).toEqual({ value: GOOD, rung: "json_schema", usage: good.usage });
    expect(ways(server.heard)).toEqual(["json_schema"]);
    expect(JSON.stringify(server.heard[0]?.body)).toContain(JSON.stringify(schema));
  });

  test.each([
    ["words around it", `Here it is: ${good.text} Anything else?`],
    ["a code fence", `\`\`\`json\n${good.text}\n\`\`\``],
    ["thinking before it", `<think>{"city": 1}</think>\n${good.text}`],
  ])("%s does not matter", async (_, text) => {
    const { model } = await openModel(api, [{ text }]);
    expect(await model.structured(input)).toMatchObject({ value: GOOD, rung: "json_schema" });
  });

  test("one that does not fit is asked for again with the schema in words", async () => {
    const { model, server } = await openModel(api, [wrong, good]);
    const reply = await model.structured(input);
    expect(reply).toEqual({
      value: GOOD,
      rung: "json_object",
      usage: { inputTokens: 30, outputTokens: 6 },
    });
    expect(ways(server.heard)).toEqual(["json_schema", "json_object"]);
    const system = server.heard[1]?.messages[0]?.text ?? "";
    expect(system).toMatch(/^You extract\.\n\n/);
    expect(system).toContain(JSON.stringify(schema));
  });

  test("the next attempt is told what was wrong with the last", async () => {
    const negative = { text: '{"city": "Bern", "people": -1}' };
    const { model, server } = await openModel(api, [wrong, negative, good]);
    expect(await model.structured(input)).toMatchObject({ value: GOOD, rung: "repair" });
    const [said, complaint] = server.heard[2]?.messages.slice(-2) ?? [];
    expect(said).toMatchObject({ role: "assistant", text: negative.text });
    expect(complaint).toMatchObject({ role: "user" });
    expect(complaint?.text).toMatch(/people: .*0/);
  });

  test("after one repair it is refused, with the fault", async () => {
    const { model, server } = await openModel(api, { turns: [], otherwise: wrong });
    await expect(model.structured(input)).rejects.toMatchObject({
      code: "MODEL_FAILED",
      message: expect.stringContaining("gave no object that fits the schema place"),
      details: { schema: "place", faults: [expect.stringContaining("people")] },
    });
    expect(server.heard).toHaveLength(3);
  });

  test("words instead of an object are refused", async () => {
    const { model } = await openModel(api, { turns: [], otherwise: { text: "Bern, I think." } });
    await expect(model.structured(input)).rejects.toMatchObject({
      details: { faults: ["It is not one JSON object."] },
    });
  });

  test("a server that takes no schema is asked for any object, and remembered", async () => {
    const script = { turns: [good, good], refuses: ["json_schema"] as const };
    const { model, server } = await openModel(api, script);
    expect(await model.structured(input)).toMatchObject({ value: GOOD, rung: "json_object" });
    expect(await model.structured(input)).toMatchObject({ value: GOOD, rung: "json_object" });
    expect(ways(server.heard)).toEqual(["json_schema", "json_object", "json_object"]);
  });

  test("a server that takes no format at all is asked in words", async () => {
    const script = { turns: [good], refuses: ["json_schema", "json_object"] as const };
    const { model, server } = await openModel(api, script);
    expect(await model.structured(input)).toMatchObject({ value: GOOD, rung: "json_object" });
    expect(server.heard.map(({ refused }) => refused !== undefined)).toEqual([true, true, false]);
  });

  test("a server that refuses the call itself is not taken for one without formats", async () => {
    const fault = { kind: "status", status: 400, message: "no such thing" } as const;
    const refusing = { fault };
    const { model, server } = await openModel(api, [refusing, refusing, refusing, good]);
    await expect(model.structured(input)).rejects.toMatchObject({ code: "MODEL_FAILED" });
    expect(await model.structured(input)).toMatchObject({ rung: "json_schema" });
    expect(server.heard).toHaveLength(4);
  });

  test("an error of the server is no reason to go down the ladder", async () => {
    const { model } = await openModel(api, { turns: [], models: ["other"] });
    await expect(model.structured(input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a caller who ends the call gets their own reason", async () => {
    const { model, server } = await openModel(api, [{ fault: { kind: "silence" } }]);
    const caller = new AbortController();
    const calling = model.structured({ ...input, signal: caller.signal });
    await server.arrived(1);
    caller.abort(new Error("Enough."));
    await expect(calling).rejects.toThrow("Enough.");
  });
});

test("OpenAI is asked without its strict mode, whose schemas are of a narrower kind", async () => {
  const { model, server } = await openModel("openai", [good]);
  await model.structured(input);
  expect(server.heard[0]?.body).toMatchObject({
    response_format: { type: "json_schema", json_schema: { name: "place", schema, strict: false } },
  });
});
