import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/* The Messages API, as far as Claude Code needs it: the model makes its calls, and ends once it is told of them. */

export interface ModelCall {
  readonly name: string;
  readonly input: unknown;
}

interface Body {
  readonly model?: string;
  readonly tools?: readonly unknown[];
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

export interface Model {
  readonly url: string;
  readonly heard: readonly { readonly body: Body }[];
  close(): Promise<void>;
}

/** What makes Claude Code speak with the model, and with nothing else. */
export function envOf(url: string, home: string) {
  return {
    HOME: home,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

export async function startModel(calls: readonly ModelCall[]): Promise<Model> {
  const heard: { readonly body: Body }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body: Body = JSON.parse((await text(incoming)) || "{}");
    if (!/\/messages(\?|$)/.test(incoming.url ?? "")) {
      outgoing.setHeader("content-type", "application/json");
      outgoing.end('{"input_tokens":1}');
      return;
    }
    heard.push({ body });
    outgoing.setHeader("content-type", "text/event-stream");
    for (const { type, ...data } of eventsOf(body, isTold(body) ? [] : calls)) {
      outgoing.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    }
    outgoing.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether it has heard of its calls since a person wrote; Claude Code writes as a person too, within a tag. */
function isTold({ messages = [], tools = [] }: Body): boolean {
  const blocks = messages.flatMap(({ role, content }) =>
    Array.isArray(content) && role === "user" ? (content as Block[]) : [],
  );
  const asked = blocks.findLastIndex(
    ({ type, text: said }) => type === "text" && said?.startsWith("<") !== true,
  );
  const told = blocks.findLastIndex(({ type }) => type === "tool_result");
  return tools.length === 0 || told > asked;
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

function eventsOf({ model }: Body, calls: readonly ModelCall[]): readonly Event[] {
  const [stop_reason, blocks] =
    calls.length === 0
      ? ["end_turn", textBlock("It is paid.")]
      : ["tool_use", calls.flatMap(callBlock)];
  const message = {
    id: `msg_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  return [
    { type: "message_start", message },
    ...blocks,
    {
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ];
}

const textBlock = (said: string): readonly Event[] => [
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: said } },
  { type: "content_block_stop", index: 0 },
];

function callBlock({ name, input }: ModelCall, index: number): readonly Event[] {
  const id = `toolu_${crypto.randomUUID()}`;
  const partial_json = JSON.stringify(input);
  return [
    {
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id, name, input: {} },
    },
    { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } },
    { type: "content_block_stop", index },
  ];
}
