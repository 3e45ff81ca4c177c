import type { Channel, Content } from "../src/ports/channels/channel.ts";
import { contents } from "../src/render/contents/contents.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { chatOf, countSent, type HubPlace, linkChats, openHubPlace } from "./hub-place.ts";
import { runMany } from "./load.ts";
import { inPairs } from "./pairs.ts";
import { assertOrderly, type Platform, withPlatform } from "./platform.ts";
import { CALLS_AT_ONCE, createPlatformChannel } from "./platform-channel.ts";

const CHATS = 1_000;
const ROUND = 10_000;

export const hubSend: Figure = {
  name: "hub.send",
  what: "10,000 queued messages to 1,000 addresses of a platform that answers in 1 ms, until stored as sent; hub ÷ a bare loop of the same posts, 128 at once",
  unit: "calls/s",
  judged: "ratio",
  better: "more",
  atLeast: 0.6,
  aim: 0.8,

  async measure({ isQuick, note }) {
    const [pairs, count, chats] = isQuick ? [2, 100, 10] : [3, ROUND, CHATS];
    return await withPlatform((platform) =>
      inFolder(async (folder) => {
        const channel = createPlatformChannel(platform.port);
        const hub = await openHubPlace(folder, channel);
        try {
          await linkChats(hub.owner, chats);
          const sides = sidesOf({ platform, channel, hub, load: { count, chats } });
          for (const side of [sides.hub, sides.bare]) await side();
          sides.accepted.length = 0;
          const compared = await inPairs({ pairs, first: sides.hub, second: sides.bare });
          note(`${pairs} pairs of ${count}; half of the ratios lie in ${compared.spread}`);
          note(`to have them accepted took ${sides.accepted.map(Math.round).join(", ")} ms`);
          return { value: compared.first, reference: compared.second, ratio: compared.ratio };
        } finally {
          await hub.close();
          channel.close();
        }
      }),
    );
  },
};

interface Sides {
  readonly platform: Platform;
  readonly channel: Channel;
  readonly hub: HubPlace;
  readonly load: { readonly count: number; readonly chats: number };
}

/**
 * Each side sends this many messages and returns how many a second. The order in each chat is
 * checked.
 */
function sidesOf({ platform, channel, hub, load: { count, chats } }: Sides) {
  const { agent, ctx } = hub;
  const counter = countSent(ctx);
  const accepted: number[] = [];
  let number = 0;

  async function perSecond(run: () => Promise<unknown>): Promise<number> {
    const began = performance.now();
    await run();
    return count / ((performance.now() - began) / 1_000);
  }

  async function nextRound(): Promise<number> {
    await platform.reset();
    const first = number;
    number += count;
    return first;
  }

  async function queue(first: number): Promise<void> {
    const began = performance.now();
    await runMany({ count, concurrency: CALLS_AT_ONCE }, (n) =>
      agent.send({ channel: "telegram", chatId: chatOf(n % chats), text: textOf(first + n) }),
    );
    accepted.push(performance.now() - began);
  }

  return {
    accepted,
    async hub() {
      const first = await nextRound();
      await hub.pause();
      await queue(first);
      const sent = counter.more(count);
      const speed = await perSecond(() => {
        hub.resume();
        return sent;
      });
      await assertOrderly(platform, count);
      return speed;
    },
    async bare() {
      const first = await nextRound();
      return await perSecond(() =>
        runMany({ count, concurrency: CALLS_AT_ONCE }, (n) =>
          channel.post({
            key: `bare-${first + n}`,
            address: { channel: "telegram", chatId: chatOf(n % chats) },
            content: contentOf(first + n),
          }),
        ),
      );
    },
  };
}

const textOf = (number: number) => `The build of step #${number} is done; nothing is left to do.`;

function contentOf(number: number): Content {
  return contents.message({
    language: "en",
    by: "agent",
    text: textOf(number),
    part: undefined,
    isResent: false,
  });
}
