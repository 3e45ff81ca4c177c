import type { ChannelModule } from "../../ports/channels/channel.ts";
import { openSlackApi } from "./slack-api.ts";
import { createSlackChannel } from "./slack-channel.ts";
import { readSettings } from "./slack-settings.ts";
import { SLACK_SETUP } from "./slack-setup.ts";

export const slackModule: ChannelModule = {
  kind: "slack",
  setup: SLACK_SETUP,
  async open(json, ports) {
    const settings = readSettings(json);
    const { botToken, appToken, apiUrl } = settings;
    const reach = apiUrl === undefined ? {} : { apiUrl };
    const call = await openSlackApi({ token: botToken, ...reach });
    const callAsApp =
      appToken === undefined ? undefined : await openSlackApi({ token: appToken, ...reach });
    return createSlackChannel({ ...ports, settings, call, ...(callAsApp && { callAsApp }) });
  },
};
