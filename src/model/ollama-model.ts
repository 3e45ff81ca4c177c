import { APICallError, UnsupportedFunctionalityError } from "ai";
import { present } from "../domain/present.ts";
import type { CallOptions, Fetch, LanguageModel } from "./language-model.ts";
import { toOllamaFormat, toOllamaMessages, toOllamaTools } from "./ollama-messages.ts";
import { readOllamaStream } from "./ollama-stream.ts";
import type { Target } from "./target.ts";

/**
 * Ollama's own `/api/chat` as a model of the SDK, streaming only. It serves servers that offer nothing else, and
 * avoids the extra layer of their OpenAI-like address.
 */
export function createOllamaModel({ url, name, apiKey }: Target, fetch: Fetch): LanguageModel {
  const address = `${url}/api/chat`;
  const headers = {
    "content-type": "application/json",
    ...present({ authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}` }),
  };

  return {
    specificationVersion: "v4",
    provider: "ollama",
    modelId: name,
    supportedUrls: {},
    doGenerate() {
      throw new UnsupportedFunctionalityError({ functionality: "answers that are not streamed" });
    },
    async doStream(options) {
      const body = toBody(name, options);
      const response = await fetch(address, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        ...present({ signal: options.abortSignal }),
      });
      if (!response.ok || response.body === null) throw await refusal(address, response);
      return { stream: readOllamaStream(response.body) };
    },
  };
}

function toBody(model: string, { prompt, tools, responseFormat }: CallOptions) {
  return {
    model,
    messages: toOllamaMessages(prompt),
    tools: toOllamaTools(tools),
    format: toOllamaFormat(responseFormat),
    stream: true,
  };
}

async function refusal(url: string, response: Response): Promise<APICallError> {
  return new APICallError({
    message: response.statusText,
    url,
    requestBodyValues: undefined,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
  });
}
