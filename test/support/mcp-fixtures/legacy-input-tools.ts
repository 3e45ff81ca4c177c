import { inputRequired } from "@modelcontextprotocol/server";
import { type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";
import { nextInput, type Round } from "./input-rounds.ts";

const USER: Round = {
  user: inputRequired.elicit({
    message: "Please provide your information",
    requestedSchema: {
      type: "object",
      properties: { username: { type: "string" }, email: { type: "string" } },
      required: ["username", "email"],
    },
  }),
};

const DEFAULTS: Round = {
  defaults: inputRequired.elicit({
    message: "Please check these values",
    requestedSchema: {
      type: "object",
      properties: {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      },
    },
  }),
};

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
];

const ENUMS: Round = {
  enums: inputRequired.elicit({
    message: "Please choose",
    requestedSchema: {
      type: "object",
      properties: {
        untitledSingle: { type: "string", enum: OPTIONS },
        titledSingle: { type: "string", oneOf: TITLED },
        legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["One", "Two"] },
        untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
        titledMulti: { type: "array", items: { anyOf: TITLED } },
      },
    },
  }),
};

const SAMPLING: Round = {
  sample: inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: "Test prompt for sampling" } }],
    maxTokens: 100,
  }),
};

function asking(name: string, round: Round): FixtureTool {
  return fixtureTool(name, { description: "Asks its client for input." }, async (_, ctx) => {
    const next = await nextInput(ctx, { rounds: [round] });
    return next === undefined ? textResult(JSON.stringify(ctx.mcpReq.inputResponses)) : { ...next };
  });
}

/** Tools that ask the client in the middle of a call, as the revisions before 2026-07-28 do. */
export const LEGACY_INPUT_TOOLS: readonly FixtureTool[] = [
  asking("test_elicitation", USER),
  asking("test_elicitation_sep1034_defaults", DEFAULTS),
  asking("test_elicitation_sep1330_enums", ENUMS),
  asking("test_sampling", SAMPLING),
];
