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

/*
 * `/api/chat` as Ollama serves it. In one thing it is stricter than the original, which passes any
 * order of messages to its template: what the other format refuses is refused here too.
 */

const ROLES = ["system", "user", "assistant", "tool"];

export const ollama: Wire = {
  streamType: "application/x-ndjson",

  check(body) {
    if (!isRecord(body)) return refused("invalid character in request body");
    if (typeof body["model"] !== "string" || body["model"] === "") {
      return refused("model is required");
    }
    const { format } = body;
    if (format !== undefined && format !== "json" && !isRecord(format)) {
      return refused(
        `invalid format: ${JSON.stringify(format)}; expected "json" or a JSON Schema object`,
      );
    }
    return checkMessages(listOf(body["messages"]));
  },

  read(body) {
    const { model, messages, tools, stream, format } = isRecord(body) ? body : {};
    return {
      model: String(model ?? ""),
      messages: listOf(messages).map(heardMessage),
      tools: listOf(tools).map(({ function: tool }) => String(isRecord(tool) && tool["name"])),
      isStream: stream !== false,
      wantsUsage: true,
      format: isRecord(format) ? "json_schema" : format === "json" ? "json_object" : undefined,
    };
  },

  refuse: refusedWith,

  whole(spoken) {
    const { turn } = spoken;
    const message = {
      role: "assistant",
      content: turn.text ?? "",
      ...present({ thinking: turn.reasoning, tool_calls: turn.calls?.map(callOf) }),
    };
    return { ...head(spoken), message, ...tail(spoken) };
  },

  parts(spoken) {
    const { turn } = spoken;
    return [
      ...tokensOf(turn.reasoning ?? "").map((token) => ({ content: "", thinking: token })),
      ...tokensOf(turn.text ?? "").map((token) => ({ content: token })),
      ...(turn.calls ?? []).map((call) => ({ content: "", tool_calls: [callOf(call)] })),
    ].map((message) => part(spoken, message));
  },

  end: (spoken) => [
    line({ ...head(spoken), message: { role: "assistant", content: "" }, ...tail(spoken) }),
  ],

  errorPart: (message) => line({ error: message }),
};

function refused(message: string): Refusal {
  return refusedWith(400, message);
}

function refusedWith(status: number, message: string): Refusal {
  return { status, why: message, body: { error: message } };
}

function checkMessages(messages: readonly Record<string, unknown>[]): Refusal | undefined {
  let open: string[] = [];
  for (const message of messages) {
    const fault = checkOne(message) ?? checkOrder(message, open);
    if (fault !== undefined) return fault;
    const { role, tool_call_id: id, tool_name: name } = message;
    if (role === "tool") open = open.filter((key) => key !== id && key !== name);
    else open = listOf(message["tool_calls"]).map(keyOf);
  }
  return open.length === 0 ? undefined : refused(`tool calls without results: ${open.join(", ")}`);
}

function keyOf({ id, function: called }: Record<string, unknown>): string {
  return String(id ?? (isRecord(called) ? called["name"] : ""));
}

function checkOne(message: Record<string, unknown>): Refusal | undefined {
  const { role, content, tool_calls: calls } = message;
  if (typeof role !== "string" || !ROLES.includes(role)) {
    return refused(`invalid role: ${String(role)}`);
  }
  if (content !== undefined && typeof content !== "string") {
    return refused(
      `json: cannot unmarshal ${Array.isArray(content) ? "array" : typeof content} into Go struct field ChatRequest.messages.content of type string`,
    );
  }
  const areObjects = listOf(calls).every(
    ({ function: called }) => isRecord(called) && isRecord(called["arguments"]),
  );
  if (areObjects) return undefined;
  return refused(
    "json: cannot unmarshal string into Go struct field ToolCallFunction.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",
  );
}

function checkOrder(
  { role, tool_call_id: id, tool_name: name }: Record<string, unknown>,
  open: readonly string[],
): Refusal | undefined {
  if (role === "tool") {
    const isKnown = open.includes(String(id)) || open.includes(String(name));
    return isKnown ? undefined : refused("tool message without a tool call before it");
  }
  return open.length === 0 ? undefined : refused(`tool calls without results: ${open.join(", ")}`);
}

function heardMessage(message: Record<string, unknown>): HeardMessage {
  const { role, content, tool_calls: calls, tool_call_id: call, tool_name: tool } = message;
  return {
    role: String(role),
    text: textOf(content),
    calls: listOf(calls).map(({ id, function: called }) => {
      const { name, arguments: args } = isRecord(called) ? called : {};
      return {
        ...present({ id: typeof id === "string" ? id : undefined }),
        name: String(name),
        args,
      };
    }),
    ...present({
      call: typeof call === "string" ? call : undefined,
      tool: typeof tool === "string" ? tool : undefined,
    }),
  };
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function head({ model }: Spoken) {
  return { model, created_at: new Date().toISOString() };
}

function part(spoken: Spoken, message: object): string {
  return line({ ...head(spoken), message: { role: "assistant", ...message }, done: false });
}

/** Malformed arguments never come this far: Ollama itself fails on them. */
function callOf(call: ScriptedCall) {
  return {
    ...present({ id: typeof call.id === "string" ? call.id : undefined }),
    function: { name: call.name, arguments: call.args ?? {} },
  };
}

function tail({ turn, usage }: Spoken) {
  const reason = turn.finish === "length" ? "length" : "stop";
  return {
    done: true,
    done_reason: reason,
    total_duration: 1_000_000,
    load_duration: 100_000,
    ...present({ prompt_eval_count: usage?.inputTokens, eval_count: usage?.outputTokens }),
    prompt_eval_duration: 200_000,
    eval_duration: 700_000,
  };
}
