import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { countSent, type HubPlace, linkChats, openHubPlace } from "./hub-place.ts";
import { type Platform, withPlatform } from "./platform.ts";
import { createPlatformChannel } from "./platform-channel.ts";
import { median, quantile } from "./statistics.ts";

const SURFACES = 5;
const GIVE_UP_MS = 15_000;

export const hubEdit: Figure = {
  name: "hub.edit",
  what: "an answer until the last of the five posts of its question is edited, one answer at a time, p99",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 1_000,
  aim: 250,

  async measure({ isQuick, note }) {
    const [warmUp, count] = isQuick ? [1, 5] : [20, 400];
    return await withPlatform((platform) =>
      inFolder(async (folder) => {
        const channel = createPlatformChannel(platform.port);
        const hub = await openHubPlace(folder, channel);
        try {
          await linkChats(hub.owner, SURFACES);
          const answer = answering(hub, platform);
          for (let n = 0; n < warmUp; n++) await answer(n);
          const took: number[] = [];
          for (let n = 0; n < count; n++) took.push(await answer(warmUp + n));
          note(`${count} answers; half of them are everywhere in ${median(took).toFixed(1)} ms`);
          return { value: quantile(took, 0.99) };
        } finally {
          await hub.close();
          channel.close();
        }
      }),
    );
  },
};

/** Asks on every surface, answers, and returns how long the platform took to have every edit. */
function answering({ ctx, agent, owner }: HubPlace, platform: Platform) {
  const counter = countSent(ctx);
  return async (n: number): Promise<number> => {
    const posted = counter.more(SURFACES);
    const { request } = await agent.ask({
      text: `Ship build #${n}?`,
      form: { kind: "choice", options: [{ label: "ship" }, { label: "hold" }] },
    });
    await posted;
    await platform.reset();
    const began = performance.timeOrigin + performance.now();
    await owner.answer({ id: request.id, answer: { choice: "ship" } });
    return (await editedEverywhere(platform)) - began;
  };
}

async function editedEverywhere(platform: Platform): Promise<number> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const { edits, lastMs } = await platform.state();
    if (edits >= SURFACES) return lastMs;
    if (performance.now() > giveUpAt) throw new Error(`${edits} of ${SURFACES} posts were edited.`);
  }
}
