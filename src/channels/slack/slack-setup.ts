import type { ChannelSetup } from "../../ports/channels/channel.ts";

/** The permissions that the bot token needs. */
export const SCOPES: readonly string[] = [
  "app_mentions:read",
  "channels:history",
  "chat:write",
  "files:read",
  "groups:history",
  "im:history",
  "im:write",
  "mpim:history",
  "reactions:read",
  "reactions:write",
  "users:read",
];

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

export const SLACK_SETUP: ChannelSetup = {
  steps: [
    "Open https://api.slack.com/apps?new_app=1, choose “From a manifest”, your workspace, and JSON. Paste this:",
    JSON.stringify(MANIFEST, undefined, 2),
    "Press Next and Create.",
    "Under Basic Information, App-Level Tokens, generate a token with the scope connections:write. It begins with xapp-.",
    "Under Install App, install it to the workspace. The Bot User OAuth Token there begins with xoxb-.",
    "Invite the app to each channel that it is to post in: /invite @Earshot",
    "Only where Slack is to call over HTTP instead: turn Socket Mode off, and enter https://YOUR-SERVER/hooks/slack/events under Event Subscriptions and https://YOUR-SERVER/hooks/slack/interactions under Interactivity; leave the app-level token empty and give the signing secret.",
  ],
  fields: [
    {
      name: "botToken",
      label: "Bot token",
      help: "Install App, Bot User OAuth Token. It begins with xoxb-.",
      isSecret: true,
    },
    {
      name: "appToken",
      label: "App-level token",
      help: "Basic Information, App-Level Tokens, with the scope connections:write. It begins with xapp-. Empty where Slack calls over HTTP.",
      isSecret: true,
      isOptional: true,
    },
    {
      name: "signingSecret",
      label: "Signing secret",
      help: "Basic Information, App Credentials. Only where Slack calls over HTTP.",
      isSecret: true,
      isOptional: true,
    },
    {
      name: "teamId",
      label: "Workspace",
      help: "The workspace's id, such as T0123. With it the channel refuses to work for another one; Slack's own word is always asked for.",
      isSecret: false,
      isOptional: true,
    },
  ],
};
