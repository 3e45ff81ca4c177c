import { present } from "../../../src/domain/present.ts";
import type { HeardMessage, ScriptedCall } from "./script.ts";
import {
  isRecord,
  listOf,
  type Refusal,
  type Spoken,
  textOf,
  tokensOf,
  type Wire,
} from "./wire.ts";

/* `/v1/chat/completions` as OpenAI documents it, with the error bodies that its server sends. */

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export const openai: Wire = {
  streamType: "text/event-stream; charset=utf-8",

  check(body) {
    if (!isRecord(body)) return invalid("We could not parse the JSON body of your request.");
    if (typeof body["model"] !== "string") return invalid("you must provide a model parameter");
    if (!Array.isArray(body["messages"])) {
      return invalid("Missing required parameter: 'messages'.", {
        param: "messages",
        code: "missing_required_parameter",
      });
    }
    return (
      checkTools(body["tools"]) ?? checkFormat(body) ?? checkMessages(listOf(body["messages"]))
    );
  },

  read(body) {
    const request = isRecord(body) ? body : {};
    const { model, messages, tools, stream, stream_options: options } = request;
    return {
      model: String(model ?? ""),
      messages: heardMessages(listOf(messages)),
      tools: listOf(tools).map(({ function: tool }) => String(isRecord(tool) && tool["name"])),
      isStream: stream === true,
      wantsUsage: isRecord(options) && options["include_usage"] === true,
      format: formatOf(request),
    };
  },

  refuse(status, message) {
    const code =
      { 401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded" }[status] ??
      null;
    const type =
      status === 429 ? "requests" : status >= 500 ? "server_error" : "invalid_request_error";
    return { status, why: message, body: { error: { message, type, param: null, code } } };
  },

  whole(spoken) {
    const { turn, usage } = spoken;
    const calls = turn.calls?.map((call, index) => callOf(call, spoken, index));
    return {
      ...head(spoken, "chat.completion"),
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: turn.text ?? null,
            ...present({ reasoning_content: turn.reasoning, tool_calls: calls }),
            refusal: null,
          },
          logprobs: null,
          finish_reason: finishOf(spoken),
        },
      ],
      ...present({ usage: usage === undefined ? undefined : usageOf(usage) }),
    };
  },

  parts(spoken) {
    const { turn } = spoken;
    const deltas = [
      { role: "assistant", content: "", refusal: null },
      ...tokensOf(turn.reasoning ?? "").map((token) => ({ reasoning_content: token })),
      ...tokensOf(turn.text ?? "").map((token) => ({ content: token })),
      ...(turn.calls ?? []).flatMap((call, index) => callDeltas(call, spoken, index)),
    ];
    return deltas.map((delta) => chunk(spoken, delta, null));
  },

  end(spoken, { wantsUsage }) {
    const { usage } = spoken;
    const last = { ...head(spoken, "chat.completion.chunk"), choices: [] };
    return [
      chunk(spoken, {}, finishOf(spoken)),
      ...(wantsUsage && usage !== undefined ? [event({ ...last, usage: usageOf(usage) })] : []),
      "data: [DONE]\n\n",
    ];
  },

  errorPart: (message) =>
    event({ error: { message, type: "server_error", param: null, code: null } }),
};

function invalid(
  message: string,
  { param = null, code = null }: { param?: string | null; code?: string | null } = {},
): Refusal {
  const error = { message, type: "invalid_request_error", param, code };
  return { status: 400, why: message, body: { error } };
}

function checkTools(tools: unknown): Refusal | undefined {
  if (tools === undefined) return undefined;
  if (!Array.isArray(tools) || tools.length === 0) {
    const message =
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    return invalid(message, { param: "tools", code: "empty_array" });
  }
  for (const [index, { type, function: tool }] of listOf(tools).entries()) {
    const param = `tools[${index}].function.name`;
    if (type !== "function" || !isRecord(tool)) {
      const message = `Missing required parameter: 'tools[${index}].function'.`;
      return invalid(message, {
        param: `tools[${index}].function`,
        code: "missing_required_parameter",
      });
    }
    if (typeof tool["name"] !== "string" || !NAME.test(tool["name"])) {
      const message = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
      return invalid(message, { param, code: "invalid_value" });
    }
  }
  return undefined;
}

function formatOf({ response_format: format }: Record<string, unknown>) {
  const type = isRecord(format) ? format["type"] : undefined;
  return type === "json_schema" || type === "json_object" ? type : undefined;
}

function checkFormat(body: Record<string, unknown>): Refusal | undefined {
  const format = body["response_format"];
  if (!isRecord(format)) return undefined;
  if (format["type"] === "json_object") {
    if (/json/i.test(JSON.stringify(body["messages"]))) return undefined;
    const message =
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
    return invalid(message, { param: "messages" });
  }
  if (format["type"] !== "json_schema") return undefined;
  const given = format["json_schema"];
  if (!isRecord(given) || typeof given["name"] !== "string" || !NAME.test(given["name"])) {
    const message =
      "Invalid 'response_format.json_schema.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
    return invalid(message, { param: "response_format.json_schema.name", code: "invalid_value" });
  }
  if (given["strict"] === true && !isClosed(given["schema"])) {
    const message = `Invalid schema for response_format '${given["name"]}': In context=(), 'additionalProperties' is required to be supplied and to be false.`;
    return invalid(message, { param: "response_format" });
  }
  return undefined;
}

function isClosed(schema: unknown): boolean {
  return isRecord(schema) && schema["additionalProperties"] === false;
}

function checkMessages(messages: readonly Record<string, unknown>[]): Refusal | undefined {
  if (messages.length === 0) {
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    return invalid(message, { param: "messages", code: "empty_array" });
  }
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const fault = checkOne(message, index) ?? checkOrder(message, index, open);
    if (fault !== undefined) return fault;
    if (message["role"] === "tool") open = open.filter((id) => id !== message["tool_call_id"]);
    else open = listOf(message["tool_calls"]).map(({ id }) => String(id));
  }
  return open.length === 0 ? undefined : unanswered(open, messages.length);
}

function checkOne(message: Record<string, unknown>, index: number): Refusal | undefined {
  const { role, content, tool_calls: calls } = message;
  if (typeof role !== "string" || !ROLES.includes(role)) {
    const wanted = ROLES.map((name) => `'${name}'`).join(", ");
    return invalid(`Invalid value: '${role}'. Supported values are: ${wanted}.`, {
      param: `messages[${index}].role`,
      code: "invalid_value",
    });
  }
  const mayBeNull = role === "assistant" && Array.isArray(calls);
  if (typeof content !== "string" && !Array.isArray(content) && !mayBeNull) {
    const message = `Invalid value for 'content': expected a string, got ${content === null ? "null" : typeof content}.`;
    return invalid(message, { param: `messages.[${index}].content` });
  }
  const isComplete = listOf(calls).every(
    ({ id, function: called }) =>
      typeof id === "string" && isRecord(called) && typeof called["arguments"] === "string",
  );
  if (!isComplete) {
    const param = `messages[${index}].tool_calls[0].function.arguments`;
    return invalid(`Invalid type for '${param}': expected a string, but got an object instead.`, {
      param,
      code: "invalid_type",
    });
  }
  return undefined;
}

function checkOrder(
  { role, tool_call_id: id }: Record<string, unknown>,
  index: number,
  open: readonly string[],
): Refusal | undefined {
  if (role !== "tool") return open.length === 0 ? undefined : unanswered(open, index);
  if (typeof id === "string" && open.includes(id)) return undefined;
  return invalid(
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    { param: `messages.[${index}].role` },
  );
}

function unanswered(open: readonly string[], index: number): Refusal {
  return invalid(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
    { param: `messages.[${index}].role` },
  );
}

function heardMessages(messages: readonly Record<string, unknown>[]): HeardMessage[] {
  const names = new Map<string, string>();
  return messages.map((message) => {
    const calls = listOf(message["tool_calls"]).map(({ id, function: called }) => {
      const { name, arguments: args } = isRecord(called) ? called : {};
      names.set(String(id), String(name));
      return { id: String(id), name: String(name), args: parsed(args) };
    });
    const call = message["tool_call_id"];
    const tool = typeof call === "string" ? names.get(call) : undefined;
    return {
      role: String(message["role"]),
      text: textOf(message["content"]),
      calls,
      ...present({ call: typeof call === "string" ? call : undefined, tool }),
    };
  });
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

function head({ model, serial }: Spoken, object: string) {
  return { id: `chatcmpl-${serial}`, object, created: Math.floor(Date.now() / 1_000), model };
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function chunk(spoken: Spoken, delta: object, finish: string | null): string {
  const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
  return event({ ...head(spoken, "chat.completion.chunk"), choices: [choice] });
}

function argumentsOf({ args }: ScriptedCall): string {
  return typeof args === "string" ? args : JSON.stringify(args ?? {});
}

function callOf(call: ScriptedCall, { serial }: Spoken, index: number) {
  const id = call.id === undefined ? `call_${serial}_${index}` : call.id;
  return {
    ...present({ id: id ?? undefined }),
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call) },
  };
}

/** The name first, then the arguments in pieces. */
function callDeltas(call: ScriptedCall, spoken: Spoken, index: number) {
  const { function: called, ...rest } = callOf(call, spoken, index);
  const text = called.arguments;
  const half = Math.ceil(text.length / 2);
  const pieces = [text.slice(0, half), text.slice(half)].filter((piece) => piece !== "");
  return [
    { tool_calls: [{ index, ...rest, function: { name: called.name, arguments: "" } }] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

function finishOf({ turn }: Spoken): string {
  return turn.finish ?? (turn.calls === undefined ? "stop" : "tool_calls");
}

function usageOf({ inputTokens, outputTokens }: NonNullable<Spoken["usage"]>) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
