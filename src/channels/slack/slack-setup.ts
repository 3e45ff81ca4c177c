import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ChannelSetup, SetupFound } from "../../ports/channels/channel.ts";
import { checkBot, checkSocket } from "./check-slack.ts";
import { openSlackApi, type SlackCall } from "./slack-api.ts";
import { SCOPES } from "./slack-scopes.ts";
import { botTokenFault, settingFault } from "./slack-settings.ts";
import { textAt } from "./untrusted-json.ts";

const EVENTS = [
  "app_mention",
  "message.channels",
  "message.groups",
  "message.im",
  "message.mpim",
  "reaction_added",
  "reaction_removed",
];

const MANIFEST = {
  display_information: {
    name: "Earshot",
    description: "Keeps a person within earshot of every AI agent.",
  },
  features: {
    app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
    bot_user: { display_name: "Earshot", always_online: true },
  },
  oauth_config: { scopes: { bot: SCOPES } },
  settings: {
    event_subscriptions: { bot_events: EVENTS },
    interactivity: { is_enabled: true },
    org_deploy_enabled: false,
    socket_mode_enabled: true,
    token_rotation_enabled: false,
  },
};

const SLACK = "slack.com";
const GOV_SLACK = "slack-gov.com";

/** GovSlack has pages and calls of its own; a stand-in for the calls has no pages. */
function pagesOf({ apiUrl }: JsonObject): string {
  const host = typeof apiUrl === "string" && URL.canParse(apiUrl) ? new URL(apiUrl).hostname : "";
  return `https://api.${host === GOV_SLACK || host.endsWith(`.${GOV_SLACK}`) ? GOV_SLACK : SLACK}`;
}

/** Slack shows the app filled in, and the person creates it. */
export function newAppUrl(known: JsonObject): string {
  const manifest = encodeURIComponent(JSON.stringify(MANIFEST));
  return `${pagesOf(known)}/apps?new_app=1&manifest_json=${manifest}`;
}

/** Before the bot token is known, nobody knows which of the person's apps it is. */
function appUrl(known: JsonObject): string {
  const { appId } = known;
  return typeof appId === "string"
    ? `${pagesOf(known)}/apps/${appId}/general`
    : `${pagesOf(known)}/apps`;
}

async function askBot(known: JsonObject): Promise<SetupFound> {
  const call = await openSlackApi({ token: String(known["botToken"]), ...reachOf(known) });
  const lines = await checkBot(call);
  // With the app's id the next page opens by itself; whether it is known does not matter.
  const appId = await appIdOf(call).catch(() => undefined);
  return { lines, found: present({ appId }) };
}

async function appIdOf(call: SlackCall): Promise<string | undefined> {
  const bot = textAt(await call("auth.test", {}), "bot_id");
  if (bot === undefined) return undefined;
  const appId = textAt(await call("bots.info", { bot }), "bot", "app_id");
  return appId !== undefined && /^A[A-Z0-9]{2,30}$/.test(appId) ? appId : undefined;
}

async function askApp(known: JsonObject): Promise<SetupFound> {
  const call = await openSlackApi({ token: String(known["appToken"]), ...reachOf(known) });
  return { lines: [await checkSocket(call)] };
}

function reachOf({ apiUrl }: JsonObject): { readonly apiUrl?: string } {
  return typeof apiUrl === "string" && apiUrl !== "" ? { apiUrl } : {};
}

const isOverHttp = ({ appToken }: JsonObject) => appToken === undefined || appToken === "";

export const SLACK_SETUP: ChannelSetup = {
  steps: [],
  linking: "said",
  fields: [
    {
      name: "botToken",
      label: "Bot token",
      help: "OAuth & Permissions, Bot User OAuth Token. It begins with xoxb-.",
      isSecret: true,
      steps: (known) => [
        { label: "Create the app; all is filled in:", url: newAppUrl(known) },
        "Choose your workspace, press Next, then Create.",
        "Press Install to Workspace (or Install App on the left), and Allow. Copy the Bot User OAuth Token.",
      ],
      fault: botTokenFault,
      attempt: askBot,
    },
    {
      name: "appToken",
      label: "App-level token",
      help: "It begins with xapp-. Leave it empty where Slack is to call your server over HTTP.",
      isSecret: true,
      isOptional: true,
      steps: (known) => [
        { label: "Make a token for the socket:", url: appUrl(known) },
        "Under App-Level Tokens press Generate Token and Scopes. Give any name, add the scope connections:write, press Generate, and copy the token.",
      ],
      fault: settingFault("appToken"),
      attempt: askApp,
    },
    {
      name: "signingSecret",
      label: "Signing secret",
      help: "Basic Information, App Credentials. It proves that a call over HTTP is Slack's.",
      isSecret: true,
      isOptional: true,
      when: isOverHttp,
      steps: (known) => [
        "Slack calls your server: turn Socket Mode off. Enter https://YOUR-SERVER/hooks/slack/events under Event Subscriptions and https://YOUR-SERVER/hooks/slack/interactions under Interactivity.",
        { label: "The secret stands here:", url: appUrl(known) },
      ],
      fault: settingFault("signingSecret"),
    },
    {
      name: "teamId",
      label: "Workspace",
      help: "The workspace's id, such as T0123. With it the channel refuses to work for another one; Slack's own word is always asked for.",
      isSecret: false,
      isOptional: true,
      when: () => false,
      fault: settingFault("teamId"),
    },
    {
      name: "apiUrl",
      label: "Address of Slack's API",
      help: "For GovSlack https://slack-gov.com/api/. Leave it out for slack.com.",
      isSecret: false,
      isOptional: true,
      when: () => false,
      fault: settingFault("apiUrl"),
    },
  ],
};
