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
} from "./channel-under-test.ts";

const ANSWERED = aContent([{ kind: "title", text: "Answered by ada via slack: Ship" }]);

export function editingFacts(under: ChannelUnderTest): void {
  async function asked() {
    const { world } = under;
    const heard = recorder();
    await world.start(heard.sink);
    return { world, heard, ref: await world.channel.post(aPost(world, QUESTION)) };
  }

  test("an edit puts other words there, and takes the controls away", async () => {
    const { world, ref } = await asked();
    await world.channel.edit(ref, ANSWERED);
    const text = await shownAt(world, ref);
    expect(text).toContain("Answered by ada via slack: Ship");
    expect(text).not.toContain("Ship 1.4 today?");
    expect((await shownPost(world, ref)).controls).toEqual([]);
    expect(await world.shown()).toHaveLength(ref.ids.length);
  });

  test("the same edit twice is no error", async () => {
    const { world, ref } = await asked();
    await world.channel.edit(ref, ANSWERED);
    await world.channel.edit(ref, ANSWERED);
    expect(await shownAt(world, ref)).toContain("Answered by ada");
  });

  test("to edit what looks so already is no error", async () => {
    const { world, ref } = await asked();
    await world.channel.edit(ref, QUESTION);
    expect(await shownAt(world, ref)).toContain("Ship 1.4 today?");
  });

  test("an edit changes that post alone", async () => {
    const { world, ref } = await asked();
    const other = await world.channel.post(aPost(world, said("Another one.")));
    await world.channel.edit(ref, ANSWERED);
    expect(await shownAt(world, other)).toContain("Another one.");
  });

  test("markup in an edit is shown as it is written", async () => {
    const { world, ref } = await asked();
    const text = "*bold* <b>x</b> &amp; <!channel> [a](https://evil.example)";
    await world.channel.edit(ref, said(text));
    expect(await shownAt(world, ref)).toContain(text);
  });

  test("an edit that comes too fast is told how long to wait, and leaves what stands there", async () => {
    const { world, ref } = await asked();
    world.harm("rate_limited");
    const error = await errorOf(world.channel.edit(ref, ANSWERED));
    expect(error.kind).toBe("rate");
    expect(error.retryAfterMs).toBeGreaterThan(0);
    expect(await shownAt(world, ref)).toContain("Ship 1.4 today?");
  });

  test("an edit that was lost can be made again", async () => {
    const { world, ref } = await asked();
    for (const harm of ["lost_before", "lost_after", "server_error"] as const) {
      world.harm(harm);
      expect(["transient", "ambiguous"]).toContain(
        (await errorOf(world.channel.edit(ref, ANSWERED))).kind,
      );
    }
    await world.channel.edit(ref, ANSWERED);
    expect(await shownAt(world, ref)).toContain("Answered by ada");
  });

  if (under.traits.knowsGone) {
    test("to edit what is not there is told so", async () => {
      const { world, ref } = await asked();
      const gone = { ...ref, ids: ref.ids.map((id) => id.replace(/\d/g, "9")) };
      expect((await errorOf(world.channel.edit(gone, ANSWERED))).kind).toBe("gone");
    });
  }
}
