import { createEmulator } from "emulate";
import { freePort } from "../../../scripts/free-port.ts";
import { SCOPES } from "../../../src/channels/slack/slack-scopes.ts";
import { listAt, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { Someone } from "../../../src/testing/channel-contract/channel-world.ts";

export const BOT_TOKEN = "xoxb-000000000-earshot";
export const APP_ID = "A0EARSHOT";
export const BOT_USER = "U0EARSHOT";
export const TEAM = "T000000001";
export const OTHER_TEAM = "T0OTHERTEAM";

/** The emulator takes 5,000 calls an hour by one token, so the bot has several. */
const BOT_TOKENS = Array.from({ length: 100 }, (_, index) => `${BOT_TOKEN}-${index}`);

const PEOPLE: readonly Someone[] = ["member", "guest", "outsider"];

const BOT = { app_id: APP_ID, bot_id: "B0EARSHOT" };

/** The state of a workspace, kept by a program that others wrote. */
export interface SlackEmulator {
  readonly url: string;
  readonly channel: string;
  readonly people: Readonly<Record<Someone, string>>;
  /** As the bot where nobody else is named. */
  call(method: string, args?: JsonObject, by?: Someone): Promise<JsonObject>;
  close(): Promise<void>;
}

export async function startSlackEmulator(): Promise<SlackEmulator> {
  const port = await freePort();
  const scopes = [...SCOPES, "channels:read", "im:read"];
  const emulator = await createEmulator({
    service: "slack",
    port,
    seed: {
      slack: {
        users: PEOPLE.map((name) => ({ name, real_name: name })),
        channels: [{ name: "earshot" }],
        oauth_apps: [
          {
            client_id: "1.2",
            client_secret: "unused",
            ...BOT,
            name: "Earshot",
            redirect_uris: [],
            bot_user_id: BOT_USER,
            bot_name: "earshot",
            scopes,
          },
        ],
        tokens: [
          ...BOT_TOKENS.map((token) => ({ token, user_id: BOT_USER, ...BOT, scopes })),
          ...PEOPLE.map((name) => ({ token: `xoxp-${name}`, user: name })),
        ],
        strict_scopes: true,
      },
    },
  });
  const url = `http://127.0.0.1:${port}`;
  let calls = 0;
  const call = async (method: string, args: JsonObject = {}, by?: Someone) => {
    calls += 1;
    const asBot = BOT_TOKENS[calls % BOT_TOKENS.length] ?? BOT_TOKEN;
    const token = by === undefined ? asBot : `xoxp-${by}`;
    return await callEmulator(`${url}/api/${method}`, args, token);
  };
  const users = listAt(await call("users.list"), "members");
  const idOf = (name: Someone) =>
    textAt(
      users.find((user) => textAt(user, "name") === name),
      "id",
    ) ?? "";
  const channels = listAt(await call("conversations.list"), "channels");
  const channel = channels.find((found) => textAt(found, "name") === "earshot");
  return {
    url,
    channel: textAt(channel, "id") ?? "",
    people: { member: idOf("member"), guest: idOf("guest"), outsider: idOf("outsider") },
    call,
    close: () => emulator.close(),
  };
}

async function callEmulator(url: string, args: JsonObject, token: string): Promise<JsonObject> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      connection: "close",
    },
    body: JSON.stringify(args),
  });
  return (await response.json()) as JsonObject;
}
