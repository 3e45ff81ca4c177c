import { expect, test } from "vitest";
import type { Content, Inbound } from "../../src/ports/channels/channel.ts";
import { describeChannel } from "../../src/testing/channel-contract/describe-channel.ts";
import { createFakeWorld } from "../../src/testing/fake-channel.ts";

describeChannel("a platform in memory", async () => createFakeWorld());

const NONE = { find: false, edit: false, buttons: false, forms: false, threads: false } as const;

describeChannel("a platform in memory that can do little", async () =>
  createFakeWorld({ capabilities: { ...NONE, marks: false, history: false } }),
);

const CHOICES: Content = {
  blocks: [{ kind: "title", text: "Question" }],
  controls: [
    {
      kind: "select",
      token: "n.s",
      label: "Choose",
      min: 0,
      max: 2,
      options: [
        { token: "n.0", label: "soup" },
        { token: "n.1", label: "fish" },
      ],
    },
  ],
};

async function asked(content: Content) {
  const world = createFakeWorld();
  const events: Inbound[] = [];
  await world.start(async (event) => {
    events.push(event);
    return {};
  });
  const ref = await world.channel.post({ key: "d1", address: world.address, content });
  const [post] = await world.shown();
  if (post === undefined) throw new Error("Nothing stands there.");
  return { world, events, ref, post };
}

test("an option that is pressed on the platform in memory is chosen", async () => {
  const { world, events, post } = await asked(CHOICES);
  const fish = post.controls.find(({ label }) => label === "fish");
  await world.press(fish ?? { label: "", token: "" }, "member");
  expect(events).toMatchObject([{ kind: "choose", token: "n.s", chosen: ["n.1"] }]);
});

test("what people take away from the platform in memory is gone", async () => {
  const { world, ref, post } = await asked(CHOICES);
  world.remove(post.id);
  await expect(world.channel.edit(ref, CHOICES)).rejects.toMatchObject({ kind: "gone" });
});

test("reactions and replies on the platform in memory can be read later", async () => {
  const { world, events, post } = await asked(CHOICES);
  const { channel, address } = world;
  await world.react(post, { name: "eyes", by: "member", isAdded: true });
  await world.say("One.", "member", post);
  await world.say("Two.", "guest", post);
  const at = { chatId: address.chatId, messageId: post.id };
  expect(await channel.marks?.(at)).toEqual([
    { name: "eyes", by: [world.account("member").id], isOurs: false },
  ]);
  const said = await channel.history?.({ chatId: address.chatId, threadId: post.id });
  expect(said?.map(({ text }) => text)).toEqual(["One.", "Two."]);
  expect(events.map(({ kind }) => kind)).toEqual(["reaction", "text", "text"]);
});
