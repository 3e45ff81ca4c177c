import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { contents } from "../../src/render/contents/contents.ts";
import { createFakeWorld } from "../../src/testing/fake-channel.ts";
import { MEDIUM_TOOL } from "../support/house.ts";
import { control } from "../support/hub-cast.ts";
import type { Attack } from "./attack.ts";
import type { Scene } from "./scene.ts";

/* One agent asks again and again where people read what others ask too. */

const LIKE = "approval fatigue: what matters stands where nobody scrolls to";
const MANY = 40;

type Agent = "scout" | "rival";

/** A chat of ana's, which is brought what agents seek until it is closed. */
async function openChat({ ctx, keys, clock }: Scene) {
  const world = createFakeWorld({ kind: "slack" });
  const outlets: Context["outlets"] = {
    channels: new Map([["slack", world.channel] as const]),
    failed: new Map(),
    contents,
    pageUrl: (id) => `http://localhost:4242/${id}`,
  };
  const here: Context = { ...ctx, outlets };
  const { id: operator, workspace } = keys.ana.principal;
  const link = {
    id: ctx.ids.next("lnk"),
    workspace,
    operator,
    createdBy: operator,
    rank: 1,
    channel: "slack" as const,
    chatId: world.address.chatId,
    name: "Ana",
    account: world.account("member").id,
    createdAt: toTimestamp(clock.now()),
  };
  await ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
  await world.start(createReceive(here));
  const stop = startDispatcher(here, {
    random: () => 0.5,
    onFault(error) {
      throw error;
    },
  });
  return {
    async seek(agent: Agent, amount: number): Promise<RequestId> {
      const input = { tool: MEDIUM_TOOL, args: { amount }, reason: "It is urgent." };
      const earshot = createEarshot(here, callerWithAllRights(keys[agent].principal));
      return (await earshot.authorize(input)).request.id;
    },
    /** What stands there once all has been brought and told. */
    async posts() {
      for (let second = 0; second < 60; second++) await clock.advance(1_000);
      return await world.shown();
    },
    press: world.press,
    async close() {
      await stop();
      await world.close();
    },
  };
}

export const floodedChat: readonly Attack[] = [
  {
    id: "flooding/chat-drowned",
    like: LIKE,
    refusal: "NOT_APPROVED",
    does: `floods a chat with ${MANY} requests, so that another agent's stands out of sight`,
    async prepare(scene) {
      const chat = await openChat(scene);
      return async () => {
        let last: RequestId = "req_none";
        for (let n = 1; n <= MANY; n++) last = await chat.seek("scout", n);
        await chat.seek("rival", 1);
        for (let n = 1; n <= MANY; n++) last = await chat.seek("scout", MANY + n);
        const posts = await chat.posts();
        await chat.close();
        // It has drowned.
        if (posts.length !== 2 || !posts.some(({ text }) => text.includes("by rival"))) return;
        await (await scene.as("scout")).collect({ id: last });
      };
    },
  },
  {
    id: "flooding/chat-approved",
    like: LIKE,
    refusal: "NOT_APPROVED",
    does: "collects what waited behind a post on which the first was approved",
    async prepare(scene) {
      const chat = await openChat(scene);
      const ids: RequestId[] = [];
      for (let n = 1; n <= 5; n++) ids.push(await chat.seek("scout", n));
      const [post] = await chat.posts();
      if (post?.text.includes("4 more like this wait") !== true) throw new Error("None is folded.");
      await chat.press(control(post, "Approve"), "member");
      await chat.posts();
      await chat.close();
      const scout = await scene.as("scout");
      // The first one was approved.
      await scout.collect({ id: ids[0] ?? "req_none" });
      return () => scout.collect({ id: ids[3] ?? "req_none" });
    },
  },
];
