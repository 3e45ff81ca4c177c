import { describe, expect, test } from "vitest";
import { present } from "../../src/domain/present.ts";
import { createModel } from "../../src/model/create-model.ts";
import type { ModelMessage } from "../../src/ports/model/model.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { WRITE } from "../support/model-server/open-model.ts";

/*
 * A real server, where one is named: EARSHOT_TEST_MODEL_URL (with its /v1), EARSHOT_TEST_MODEL, and
 * EARSHOT_TEST_MODEL_KEY where it wants one.
 */

const { EARSHOT_TEST_MODEL_URL: baseUrl, EARSHOT_TEST_MODEL: name } = process.env;
const apiKey = process.env["EARSHOT_TEST_MODEL_KEY"];

describe.skipIf(baseUrl === undefined || name === undefined)("a real model", () => {
  const model = () =>
    createModel({ baseUrl: baseUrl ?? "", name: name ?? "", checkSchema, ...present({ apiKey }) });

  test("calls a tool, is given the result, and goes on", { timeout: 300_000 }, async () => {
    const system = "You keep notes with the tool write. Call it; then confirm in one sentence.";
    const asked: ModelMessage = { role: "user", text: 'Keep "blue" under the key "colour".' };
    const first = await model().reply({ system, messages: [asked], tools: [WRITE] });
    expect(first.calls).toMatchObject([{ name: "write", args: { key: "colour", value: "blue" } }]);
    const replies = first.calls.map(({ id, name }) => ({
      call: id,
      name,
      text: "Kept.",
      isError: false,
    }));
    const messages: ModelMessage[] = [
      asked,
      { role: "assistant", text: first.text, calls: first.calls },
      { role: "tool", replies },
    ];
    const second = await model().reply({ system, messages, tools: [WRITE] });
    expect(second.text).not.toBe("");
  });

  test("gives an object that fits its schema", { timeout: 300_000 }, async () => {
    const { value } = await model().structured({
      system: "You extract facts.",
      messages: [{ role: "user", text: "Bern has 137000 people." }],
      name: "place",
      schema: {
        type: "object",
        properties: { city: { type: "string" }, people: { type: "integer" } },
        required: ["city", "people"],
        additionalProperties: false,
      },
    });
    expect(value).toEqual({ city: "Bern", people: 137_000 });
  });
});
