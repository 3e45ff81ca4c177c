import { describe, expect, test } from "vitest";
import { present } from "../../../src/domain/present.ts";
import { createModel } from "../../../src/model/create-model.ts";
import { checkSchema } from "../../../src/system/schema-check.ts";
import { openStage } from "./support/stage.ts";

/*
 * A life with a real model, where one is named: EARSHOT_TEST_MODEL_URL (with its /v1),
 * EARSHOT_TEST_MODEL, and EARSHOT_TEST_MODEL_KEY where it wants one.
 */

const { EARSHOT_TEST_MODEL_URL: baseUrl, EARSHOT_TEST_MODEL: name } = process.env;
const apiKey = process.env["EARSHOT_TEST_MODEL_KEY"];

const SYSTEM =
  "You paint sheds. You never choose a colour: you ask for it by the tool ask_operator. Where you are told the answer, reply in one sentence that names the colour, and call no tool.";

describe.skipIf(baseUrl === undefined || name === undefined)("an agent on a real model", () => {
  test("asks, ends, and reports with the answer", { timeout: 300_000 }, async () => {
    const stage = await openStage([]);
    const model = createModel({
      baseUrl: baseUrl ?? "",
      name: name ?? "",
      checkSchema,
      ...present({ apiKey }),
    });
    const over = { model, system: SYSTEM, tools: ["ask_operator"], workers: [] };
    const { id } = await stage.start("Paint my shed in the colour that my wife wants.");
    const asked = await stage.run({ over });
    expect(asked).toMatchObject({ id, status: "paused" });
    const request = await stage.requestOf(asked);
    await stage.house.owner.answer({ id: request.id, answer: { text: "Turquoise." } });
    const ended = await stage.run({ over });
    expect(ended).toMatchObject({ status: "completed", continues: id });
    const last = (await stage.entries(ended.id)).at(-1)?.body;
    expect(JSON.stringify(last).toLowerCase()).toContain("turquoise");
  });
});
