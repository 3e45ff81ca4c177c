import type { Channel, ChannelPorts, Sink } from "../../ports/channels/channel.ts";
import { checkSlack } from "./check.ts";
import { findPost } from "./find-post.ts";
import { createHearing } from "./hear.ts";
import { createIdentity } from "./identity.ts";
import { createMarks } from "./marks.ts";
import { messageOf } from "./message-blocks.ts";
import { createPeople } from "./people.ts";
import { createPosting } from "./posting.ts";
import { createReceiver } from "./receive.ts";
import type { SlackCall } from "./slack-api.ts";
import type { SlackSettings } from "./slack-settings.ts";
import { createSocket } from "./socket.ts";
import { standingMessages } from "./standing-messages.ts";
import { threadHistory } from "./thread-history.ts";

export interface SlackChannelOptions extends ChannelPorts {
  readonly settings: SlackSettings;
  readonly call: SlackCall;
  readonly callAsApp?: SlackCall;
}

const ABILITIES = {
  capabilities: {
    find: true,
    edit: true,
    buttons: true,
    forms: true,
    threads: true,
    marks: true,
    history: true,
  },
  // Slack asks for one message a second per channel, and some hundred a minute in all.
  rates: { address: { perMs: 1_000, count: 1 }, all: { perMs: 1_000, count: 5 } },
  maxText: 2_000,
} as const;

export function createSlackChannel(options: SlackChannelOptions): Channel {
  const { settings, call, now, log } = options;
  const { appToken, apiUrl, signingSecret, teamId } = settings;
  const identity = createIdentity(call, { appToken, teamId });
  const people = createPeople(call, now);
  const posting = createPosting(call);
  const hearing = createHearing({ call, identity, people, now, log });
  const reach = apiUrl === undefined ? {} : { apiUrl };
  const socket =
    appToken === undefined ? undefined : createSocket({ appToken, ...reach, hearing, log });
  let sink: Sink | undefined;

  return {
    kind: "slack",
    ...ABILITIES,
    fits: (content) => messageOf(content).isWhole,
    async start(to) {
      await identity();
      sink = to;
      await socket?.start(to);
    },
    async stop() {
      sink = undefined;
      await socket?.stop();
    },
    ...(socket !== undefined && { hearing: socket.hearing }),
    ...(signingSecret !== undefined && {
      receive: createReceiver({ secret: signingSecret, hearing, sink: () => sink, now, log }),
    }),
    post: posting.post,
    edit: posting.edit,
    async find(post) {
      const channel = await posting.chatOf(post.address.chatId);
      return await findPost(post, { call, us: await identity(), channel });
    },
    ...createMarks({ call, identity }),
    history: async (thread) => threadHistory(thread, { call, us: await identity(), people }),
    async standing(where) {
      const chatId = await posting.chatOf(where.chatId);
      return await standingMessages({ ...where, chatId }, { call, us: await identity(), people });
    },
    check: () => checkSlack(options),
  };
}
