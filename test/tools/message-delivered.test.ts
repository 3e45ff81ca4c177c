import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import type { DeliveryId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import type { Envelope } from "../../src/ports/earshot/tool-door.ts";
import { writeChannelSettings } from "../../src/system/channel-settings.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { connectClient, envelopeOf } from "../mcp/door.ts";
import { checkProblem } from "../support/call.ts";
import { eventually, makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { type FakeTelegram, startFakeTelegram } from "../support/telegram/fake-telegram.ts";
import { FAKE_TOKEN } from "../support/telegram/telegram-world.ts";

/* The tool as agents call it, with a server behind it that has a channel, and with one that has none. */

interface Served {
  readonly server: RunningServer;
  readonly url: string;
  readonly key: string;
  readonly operator: EarshotClient;
}

const BOT = {
  id: 123_456_789,
  is_bot: true,
  first_name: "Earshot",
  username: "earshot_test_bot",
  can_read_all_group_messages: true,
} as const;
const CHAT = { id: -1_001_234_567_890, type: "supergroup" } as const;
const LINKED = String(CHAT.id);

let parent: string;
let telegram: FakeTelegram;
let served: Served;
let without: Served;

async function serve(name: string): Promise<Served> {
  const dataFolder = join(parent, name);
  await makeEmptyDataFolder(dataFolder);
  const server = await startServer({ dataFolder, port: 0 });
  const keyOf = (of: "agent" | "operator") => readKeyFile(dataFolder, of) ?? "";
  const { url } = server;
  return {
    server,
    url,
    key: keyOf("agent"),
    operator: createClient({ url, key: keyOf("operator") }),
  };
}

beforeAll(async () => {
  parent = makeFolder();
  telegram = await startFakeTelegram(FAKE_TOKEN, BOT);
  telegram.chats.addChat(CHAT);
  writeChannelSettings(join(parent, "with"), {
    telegram: { token: FAKE_TOKEN, apiUrl: telegram.server.url },
  });
  served = await serve("with");
  without = await serve("without");
  await served.operator.linkChat({ channel: "telegram", chatId: LINKED });
});

afterAll(async () => {
  await served?.server.stop();
  await without?.server.stop();
  await telegram?.close();
  removeFolder(parent);
});

type Call = (on: Served, args: JsonObject, key?: string) => Promise<Envelope>;

const overHttp: Call = async ({ url, key }, args, idempotencyKey) => {
  const response = await fetch(`${url}/v1/tools/message`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...present({ "idempotency-key": idempotencyKey }),
    },
    body: JSON.stringify(args),
  });
  const text = await response.text();
  if (response.status === 200) return JSON.parse(text) as Envelope;
  const { details } = checkProblem(response, text);
  return details?.["envelope"] as Envelope;
};

const overMcp: Call = async (on, args) => {
  const client = await connectClient(on);
  const result = await client.callTool({ name: "message", arguments: args });
  if (result.isError !== true) return envelopeOf(result);
  const [block] = result.content;
  return JSON.parse(block?.type === "text" ? block.text : "") as Envelope;
};

const standing = () => telegram.chats.messages.map(({ said }) => said.text);

function inTelegram(content: string): Promise<unknown> {
  return eventually(
    () => standing().some((text) => text.includes(content)) || undefined,
    () => "the message in the chat",
  );
}

const DOORS = [
  ["HTTP", overHttp],
  ["MCP", overMcp],
] as const;

describe.each(DOORS)("over %s a message", (door, call) => {
  const args = (content: string) => ({ chat_id: LINKED, channel: "telegram", content });

  test("is queued at once, and stands in the chat soon after", async () => {
    const content = `Build 7 is green, said over ${door}.`;
    const { status, data } = await call(served, args(content));
    expect(status).toBe("success");
    expect(data).toMatchObject({
      text: `Message queued for delivery to ${LINKED} via telegram`,
      message_id: expect.stringMatching(/^msg_/),
      deliveries: [expect.stringMatching(/^dlv_/)],
    });
    await inTelegram(content);
    const [id] = data["deliveries"] as readonly DeliveryId[];
    await eventually(async () => {
      const shown = await served.operator.delivery({ id: id ?? "dlv_" });
      return shown.status === "sent" || undefined;
    });
  });

  test("that one post does not hold is brought in parts, all of it", async () => {
    const words = Array.from({ length: 1_000 }, (_, at) => `${door}${at}`);
    const { data } = await call(served, args(words.join(" ")));
    const deliveries = data["deliveries"] as readonly string[];
    expect(deliveries.length).toBeGreaterThan(1);
    await inTelegram(words.at(-1) ?? "");
    const found = standing().flatMap(
      (text) => text.match(new RegExp(`\\b${door}\\d+\\b`, "g")) ?? [],
    );
    expect(found).toEqual(words);
  });

  test.each([
    ["is empty", ""],
    ["holds white space", "12 34"],
    ["is too long", "1".repeat(129)],
  ])("to a chat id that %s is refused, and the next goes on", async (_, chat_id) => {
    const refused = await call(served, { ...args("x"), chat_id });
    expect(refused).toMatchObject({
      status: "error",
      action: "message",
      data: { error_type: "InvalidArguments" },
    });
    const next = await call(served, args("The loop goes on."));
    expect(next.status).toBe("success");
  });

  test("to nobody is refused, on the inbox and the console too, with who there is", async () => {
    for (const channel of ["inbox", "console"]) {
      const { data } = await call(served, { ...args("x"), chat_id: "nobody", channel });
      expect(data).toMatchObject({
        error_type: "ExecutionFailed",
        recoverable: false,
        message: 'There is no operator "nobody" in this workspace. There are operator.',
      });
    }
  });

  test("to a chat that is not linked is refused with what an operator has to do", async () => {
    const { status, data } = await call(served, { ...args("x"), chat_id: "-42" });
    expect({ status, data }).toMatchObject({
      status: "error",
      data: {
        error_type: "ExecutionFailed",
        recoverable: false,
        message: expect.stringContaining("npx earshot links chat telegram -42"),
      },
    });
  });

  test("by a channel that is not there is refused with how to add it", async () => {
    for (const [on, channel] of [
      [served, "slack"],
      [without, "telegram"],
    ] as const) {
      expect(await call(on, { ...args("x"), channel })).toMatchObject({
        status: "error",
        data: {
          error_type: "ExecutionFailed",
          message: expect.stringContaining(`npx earshot channels add ${channel}`),
        },
      });
    }
  });

  test("by what is the name of no channel is refused with those that there are", async () => {
    for (const on of [served, without]) {
      expect(await call(on, { ...args("x"), channel: "fax" })).toMatchObject({
        status: "error",
        data: {
          error_type: "ExecutionFailed",
          recoverable: false,
          message:
            'There is no channel "fax". The channels are console, inbox, slack, telegram, email, webhook.',
        },
      });
    }
  });

  test("to the inbox stands there at once, with channels and without", async () => {
    for (const on of [served, without]) {
      const { status, data } = await call(on, {
        chat_id: "operator",
        channel: "inbox",
        content: "Here.",
      });
      expect(status).toBe("success");
      expect(data).toMatchObject({ deliveries: [] });
    }
  });
});

test("over MCP the tool says whom the agent reaches, by the names that it takes", async () => {
  const describedBy = async (on: Served) => {
    const { tools } = await (await connectClient(on)).listTools();
    return tools.find(({ name }) => name === "message")?.description ?? "";
  };
  expect(await describedBy(served)).toContain("Reachable now: ");
  expect(await describedBy(served)).toContain(`telegram: ${LINKED}`);
  expect(await describedBy(served)).toContain("inbox: operator");
  expect(await describedBy(without)).not.toContain("telegram:");
});

test("a call over HTTP that is repeated with its key brings one message", async () => {
  const args = { chat_id: LINKED, channel: "telegram", content: "Said once over HTTP." };
  const first = await overHttp(served, args, "once");
  const second = await overHttp(served, args, "once");
  expect(second.data["message_id"]).toBe(first.data["message_id"]);
  await overHttp(served, { ...args, content: "Behind it." });
  await inTelegram("Behind it.");
  expect(standing().filter((text) => text.includes("Said once over HTTP."))).toHaveLength(1);
});

test("what a platform refuses for good is a dead letter, and the agent's call was no error", async () => {
  const chatId = "-77";
  await served.operator.linkChat({ channel: "telegram", chatId });
  const { status, data } = await overHttp(served, {
    chat_id: chatId,
    channel: "telegram",
    content: "Nowhere.",
  });
  expect(status).toBe("success");
  const [id] = data["deliveries"] as readonly DeliveryId[];
  const lost = await eventually(async () => {
    const shown = await served.operator.delivery({ id: id ?? "dlv_" });
    return shown.status === "failed" ? shown : undefined;
  });
  expect(lost.error).toMatchObject({ code: "refused" });
});
