import {
  type ContentBlock,
  type GetPromptResult,
  inputRequired,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { nextInput } from "./input-rounds.ts";
import { PNG } from "./media.ts";

type Args = Readonly<Record<string, string>>;

interface FixturePrompt {
  readonly prompt: Prompt;
  messages(args: Args): readonly ContentBlock[];
}

const ASKING = "test_input_required_result_prompt";

const CONTEXT = {
  user_context: inputRequired.elicit({
    message: "What context should the prompt use?",
    requestedSchema: z.object({ context: z.string() }),
  }),
};

function fixturePrompt(
  name: string,
  args: readonly string[],
  messages: FixturePrompt["messages"],
): FixturePrompt {
  return {
    prompt: {
      name,
      description: "A prompt that only the conformance suite reads.",
      arguments: args.map((argument) => ({ name: argument, required: true })),
    },
    messages,
  };
}

function text(said: string): ContentBlock {
  return { type: "text", text: said };
}

const PROMPTS: readonly FixturePrompt[] = [
  fixturePrompt("test_simple_prompt", [], () => [text("This is a simple prompt for testing.")]),
  fixturePrompt("test_prompt_with_arguments", ["arg1", "arg2"], ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  fixturePrompt("test_prompt_with_embedded_resource", ["resourceUri"], ({ resourceUri = "" }) => [
    {
      type: "resource",
      resource: {
        uri: resourceUri,
        mimeType: "text/plain",
        text: "Embedded resource content for testing.",
      },
    },
    text("Please process the embedded resource above."),
  ]),
  fixturePrompt("test_prompt_with_image", [], () => [
    { type: "image", data: PNG, mimeType: "image/png" },
    text("Please analyze the image above."),
  ]),
  fixturePrompt(ASKING, [], () => [text("Use the given context.")]),
];

async function getPrompt(name: string, args: Args, ctx: ServerContext) {
  const found = PROMPTS.find(({ prompt }) => prompt.name === name);
  if (found === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  const next = name === ASKING ? await nextInput(ctx, { rounds: [CONTEXT] }) : undefined;
  if (next !== undefined) return next;
  const messages = found.messages(args).map((content) => ({ role: "user" as const, content }));
  return { messages } satisfies GetPromptResult;
}

export function installPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.map(({ prompt }) => prompt),
  }));
  server.setRequestHandler("prompts/get", ({ params }, ctx) =>
    getPrompt(params.name, params.arguments ?? {}, ctx),
  );
}
