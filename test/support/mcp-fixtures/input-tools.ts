import { acceptedContent, inputRequired, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { declaredCapabilities } from "./declared-capabilities.ts";
import { type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";
import { nextInput, type Round, type Rounds } from "./input-rounds.ts";

const NAME = z.object({ name: z.string() });

export const NAME_ROUND: Round = {
  user_name: inputRequired.elicit({ message: "What is your name?", requestedSchema: NAME }),
};

export function givenName(ctx: ServerContext): string {
  return acceptedContent(ctx.mcpReq.inputResponses, "user_name", NAME)?.name ?? "nobody";
}

const CONFIRM: Round = {
  confirm: inputRequired.elicit({
    message: "Please confirm",
    requestedSchema: z.object({ ok: z.boolean() }),
  }),
};

const ROOTS: Round = { client_roots: inputRequired.listRoots() };

const STEPS: readonly Round[] = [
  {
    step1: inputRequired.elicit({ message: "Step 1: What is your name?", requestedSchema: NAME }),
  },
  {
    step2: inputRequired.elicit({
      message: "Step 2: What is your favorite color?",
      requestedSchema: z.object({ color: z.string() }),
    }),
  },
];

function sampling(text: string): Round[string] {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  });
}

const CAPITAL: Round = { capital_question: sampling("What is the capital of France?") };

function inRounds(
  name: string,
  roundsOf: (ctx: ServerContext) => Rounds,
  textOf: (ctx: ServerContext) => string = () => "Every round was answered.",
): FixtureTool {
  return fixtureTool(name, { description: "Asks its client for input." }, async (_, ctx) => {
    const next = await nextInput(ctx, roundsOf(ctx));
    return next === undefined ? textResult(textOf(ctx)) : { ...next };
  });
}

/** Only what the client says that it supports. */
function declaredRounds(ctx: ServerContext): Rounds {
  const declared = declaredCapabilities(ctx);
  return {
    rounds: [
      {
        ...(declared.elicitation !== undefined && NAME_ROUND),
        ...(declared.sampling !== undefined && CAPITAL),
        ...(declared.roots !== undefined && ROOTS),
      },
    ],
  };
}

const PREFIX = "test_input_required_result";

/** Tools that answer a call by asking for missing input first, in one or more rounds. */
export const INPUT_TOOLS: readonly FixtureTool[] = [
  inRounds(
    `${PREFIX}_elicitation`,
    () => ({ rounds: [NAME_ROUND] }),
    (ctx) => `Hello, ${givenName(ctx)}!`,
  ),
  inRounds(`${PREFIX}_sampling`, () => ({ rounds: [CAPITAL] })),
  inRounds(`${PREFIX}_list_roots`, () => ({ rounds: [ROOTS] })),
  inRounds(
    `${PREFIX}_request_state`,
    () => ({ rounds: [CONFIRM], sealedAs: "request state" }),
    () => "state-ok",
  ),
  inRounds(`${PREFIX}_tampered_state`, () => ({ rounds: [CONFIRM], sealedAs: "tampered state" })),
  inRounds(`${PREFIX}_multiple_inputs`, () => ({
    rounds: [{ ...NAME_ROUND, greeting: sampling("Generate a greeting"), ...ROOTS }],
    sealedAs: "multiple inputs",
  })),
  inRounds(`${PREFIX}_multi_round`, () => ({ rounds: STEPS, sealedAs: "multi round" })),
  inRounds(`${PREFIX}_capabilities`, declaredRounds),
  inRounds("test_missing_capability", () => ({ rounds: [CAPITAL] })),
  inRounds("test_streaming_elicitation", () => ({ rounds: [NAME_ROUND] })),
];
