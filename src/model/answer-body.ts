import { EarshotError } from "../domain/errors.ts";
import type { Fetch } from "./language-model.ts";
import { clean } from "./server-words.ts";
import type { Target } from "./target.ts";

const ARGUMENTS_OBJECT = /"arguments"\s*:\s*\{/;

/**
 * A fetch whose answers the SDK can read. Several local servers send the arguments of a call as an object, where
 * OpenAI's protocol wants text; and a proxy answers a wrong address with a page.
 */
export function readableAnswers(target: Target, fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    if (response.headers.get("content-type")?.startsWith("text/html")) {
      throw await pageError(response, target);
    }
    if (target.api === "ollama") return response;
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(byLine(withArgumentsAsText))
      .pipeThrough(new TextEncoderStream());
    return new Response(body, response);
  };
}

async function pageError(response: Response, { url, name, apiKey }: Target): Promise<EarshotError> {
  const words = clean(await response.text(), apiKey);
  return new EarshotError(
    "MODEL_FAILED",
    `What answers at ${url} sent a web page (text/html) instead of an answer of the model ${name}: ${words} Check the address; for an API like OpenAI's it usually ends in /v1.`,
    { details: { model: name, url } },
  );
}

function byLine(change: (line: string) => string): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(`${lines.map(change).join("\n")}\n`);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(change(rest));
    },
  });
}

function withArgumentsAsText(line: string): string {
  if (!line.startsWith("data:") || !ARGUMENTS_OBJECT.test(line)) return line;
  const asText = (name: string, value: unknown) =>
    name === "arguments" && typeof value === "object" ? JSON.stringify(value) : value;
  try {
    return `data: ${JSON.stringify(JSON.parse(line.slice("data:".length)), asText)}`;
  } catch {
    return line;
  }
}
