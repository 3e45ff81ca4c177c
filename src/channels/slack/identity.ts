import { ChannelError } from "../../ports/channels/channel.ts";
import type { SlackCall } from "./slack-api.ts";
import { channelErrorOf } from "./slack-error.ts";
import { textAt } from "./untrusted-json.ts";

/** Who we are on Slack, according to Slack. */
export interface Identity {
  readonly teamId: string;
  readonly userId: string;
  readonly botId?: string;
  /** Present if Slack reports it; events of other apps are then refused. */
  readonly appId?: string;
}

/** Ids from the settings, which can only narrow what Slack reports. */
export interface Expected {
  readonly appToken: string | undefined;
  readonly teamId: string | undefined;
}

/** Asks Slack once, and again after a failure. */
export function createIdentity(call: SlackCall, expected: Expected): () => Promise<Identity> {
  let asked: Promise<Identity> | undefined;
  return async () => {
    asked ??= ask(call, expected);
    try {
      return await asked;
    } catch (error) {
      asked = undefined;
      throw channelErrorOf("auth.test", error);
    }
  };
}

async function ask(call: SlackCall, expected: Expected): Promise<Identity> {
  const us = await call("auth.test", {});
  const teamId = textAt(us, "team_id");
  const userId = textAt(us, "user_id");
  if (teamId === undefined || userId === undefined) {
    throw new ChannelError("transient", "Slack did not say who we are.");
  }
  if (expected.teamId !== undefined && expected.teamId !== teamId) {
    const message = `The bot token is of the workspace ${teamId}, and the setting teamId says another.`;
    throw new ChannelError("permanent", message);
  }
  const botId = textAt(us, "bot_id");
  // An app-level token contains the app's id.
  const appId =
    /^xapp-\d+-(A[A-Z0-9]+)-/.exec(expected.appToken ?? "")?.[1] ?? textAt(us, "app_id");
  return {
    teamId,
    userId,
    ...(botId !== undefined && { botId }),
    ...(appId !== undefined && { appId }),
  };
}
