import { expect, test } from "vitest";
import {
  aContent,
  aPost,
  type ChannelUnderTest,
  errorOf,
  QUESTION,
  recorder,
  said,
  shownAt,
  shownPost,
  unspaced,
} from "./channel-under-test.ts";

const ALL = aContent([
  { kind: "title", text: "Authorization wanted" },
  { kind: "note", text: "Look at every line of it." },
  { kind: "facts", facts: [{ label: "Level", value: "MEDIUM" }] },
  { kind: "lines", label: "Arguments", lines: ["/to = ana", "/subject = Hello"] },
  { kind: "said", by: "scout", text: "The customer asked for it." },
  { kind: "link", label: "Open the page", url: "https://earshot.example/r/1" },
]);
const WORDS = [
  "Authorization wanted",
  "Look at every line of it.",
  "Level",
  "MEDIUM",
  "Arguments",
  "/to = ana",
  "/subject = Hello",
  "scout",
  "The customer asked for it.",
  "Open the page",
];

export function postingFacts(under: ChannelUnderTest): void {
  test("a post shows every block of its content", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const ref = await world.channel.post(aPost(world, ALL));
    const text = unspaced(await shownAt(world, ref));
    for (const words of WORDS) expect(text).toContain(unspaced(words));
    const raw = (await world.shown()).map((post) => post.raw).join("\n");
    expect(`${raw}${text}`).toContain("earshot.example");
  });

  test("a post is named by its chat and its messages", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const ref = await world.channel.post(aPost(world, said("One.")));
    expect(ref.chatId).toBe(world.address.chatId);
    expect((await world.shown()).map(({ id }) => id)).toEqual([...ref.ids]);
  });

  test("posts stand in the order in which they were taken", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    for (const text of ["first", "second", "third"]) {
      await world.channel.post(aPost(world, said(text)));
    }
    const text = (await world.shown()).map((post) => post.text).join("\n");
    const places = ["first", "second", "third"].map((word) => text.indexOf(word));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("where it may not post, a post is refused for good", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const post = { ...aPost(world, said("Sesame.")), address: world.badAddress };
    const error = await errorOf(world.channel.post(post));
    expect(error.kind).toBe("permanent");
    expect(error.message).not.toContain("Sesame");
    expect(await world.shown()).toEqual([]);
  });

  test("the check finds nothing wrong where it can post", async () => {
    const { world } = under;
    await world.start(recorder().sink);
    const lines = await world.channel.check();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ isOk }) => !isOk)).toEqual([]);
  });

  if (under.capabilities.buttons) {
    test("buttons stand there with their labels, and no two of them mean the same", async () => {
      const { world } = under;
      await world.start(recorder().sink);
      const { controls } = await shownPost(world, await world.channel.post(aPost(world, QUESTION)));
      expect(controls.map(({ label }) => label)).toEqual(["Ship", "Hold"]);
      expect(new Set(controls.map(({ token }) => token)).size).toBe(2);
    });
  }

  if (under.capabilities.threads) {
    test("a reply names what it replies to", async () => {
      const { world } = under;
      await world.start(recorder().sink);
      const first = await world.channel.post(aPost(world, said("One.")));
      const [replyTo = ""] = first.ids;
      const reply = await world.channel.post({ ...aPost(world, said("Two.")), replyTo });
      expect((await shownPost(world, reply)).replyTo).toBe(replyTo);
    });
  }
}
