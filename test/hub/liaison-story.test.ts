import { afterEach, beforeEach, expect, test } from "vitest";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import {
  type StoryDoor,
  tellDashboard,
  tellInFewWords,
  tellQuestions,
} from "../liaison/issue-story.ts";
import { control, until } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let world: HubWorld;
let stopTurns: () => Promise<void>;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
  stopTurns = startTurns(world.ctx, { onFault: () => {} });
});
afterEach(async () => {
  await stopTurns();
  await world.close();
});

/** A person in a chat: they begin elsewhere, and from then on only reply and press there. */
function door(): StoryDoor {
  const { owner, scout: worker } = world;
  const slack = world.on("slack");
  let id: ConversationId | undefined;

  async function last(): Promise<ShownPost> {
    await until(async () => (await slack.shown()).length > 0);
    const post = (await slack.shown()).at(-1);
    if (post === undefined) throw new Error("Nothing is shown.");
    return post;
  }

  return {
    owner,
    worker,
    async say(words) {
      if (id === undefined) {
        const begun = await owner.beginConversation({ initial_message: words });
        id = begun.conversation_id;
        await last();
        return id;
      }
      const conversation_id = id;
      const { exchanges } = await owner.showLiaison({ conversation_id });
      const posts = await slack.shown();
      await slack.say(words, "member", await last());
      await until(async () => {
        const now = await owner.showLiaison({ conversation_id });
        const isReplied = now.dueAt === undefined && now.exchanges.length > exchanges.length + 1;
        return isReplied && (await slack.shown()).length > posts.length;
      });
      const { exchanges: said } = await owner.showLiaison({ conversation_id });
      expect(said).toContainEqual(expect.objectContaining({ content: words, via: "slack" }));
      return conversation_id;
    },
    async pick(label) {
      const posts = await slack.shown();
      const post = posts.findLast(({ controls }) => controls.some((one) => one.label === label));
      await slack.press(control(post ?? (await last()), label), "member");
    },
    reads: async () => (await slack.shown()).map(({ text }) => text).join("\n"),
    offers: async () =>
      (await slack.shown()).flatMap(({ controls }) => controls.map(({ label }) => label)),
  };
}

test("the dashboard's story is told in a chat, word for word", () => tellDashboard(door()));

test("in fewer words it begins in a chat with the second message", () => tellInFewWords(door()));

test("questions go both ways in a chat, and each is answered once", () => tellQuestions(door()));
