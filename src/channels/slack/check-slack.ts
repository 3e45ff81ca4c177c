import type { JsonObject } from "../../domain/json.ts";
import type { CheckLine } from "../../ports/channels/channel.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { SCOPES } from "./slack-scopes.ts";
import { listAt, textAt } from "./untrusted-json.ts";

interface CheckOptions {
  readonly call: SlackCall;
  /** Calls with the app-level token, if there is one. */
  readonly callAsApp?: SlackCall;
}

/** Whether the tokens are good, what they may do, and whether a socket can be opened. */
export async function checkSlack({ call, callAsApp }: CheckOptions): Promise<CheckLine[]> {
  const lines = await checkBot(call);
  if (callAsApp === undefined) {
    const text =
      "Events come over HTTP: Slack shows under Event Subscriptions whether it gets through.";
    return [...lines, { isOk: true, text }];
  }
  return [...lines, await checkSocket(callAsApp)];
}

export async function checkBot(call: SlackCall): Promise<CheckLine[]> {
  try {
    const us = await call("auth.test", {});
    const who = `${textAt(us, "user") ?? "?"} (${textAt(us, "user_id") ?? "?"})`;
    const team = `${textAt(us, "team") ?? "?"} (${textAt(us, "team_id") ?? "?"})`;
    return [{ isOk: true, text: `The bot token is good: ${who} in ${team}.` }, scopeLine(us)];
  } catch (error) {
    return [{ isOk: false, text: `The bot token: ${channelErrorOf("auth.test", error).message}` }];
  }
}

function scopeLine(us: JsonObject): CheckLine {
  const granted = listAt(us, "response_metadata", "scopes");
  if (granted.length === 0) {
    return { isOk: true, text: "Slack did not say which scopes the bot token has." };
  }
  const missing = SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return { isOk: true, text: "The bot token has every scope it needs." };
  const what = `Add under OAuth & Permissions and install the app again: ${missing.join(", ")}.`;
  return { isOk: false, text: `The bot token lacks scopes. ${what}` };
}

export async function checkSocket(callAsApp: SlackCall): Promise<CheckLine> {
  try {
    await callAsApp("apps.connections.open", {});
    return { isOk: true, text: "The app-level token is good: a socket can be opened." };
  } catch (error) {
    const { message } = channelErrorOf("apps.connections.open", error);
    const help = "It needs the scope connections:write, and Socket Mode has to be on.";
    return { isOk: false, text: `The app-level token: ${message} ${help}` };
  }
}
