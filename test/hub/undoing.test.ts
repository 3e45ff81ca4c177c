import { describe, expect, test } from "vitest";
import { UNDO_MS } from "../../src/domain/limits.ts";
import { CHATS, openChat, presses, shows } from "../support/chat-cast.ts";
import { MEDIUM_TOOL } from "../support/house.ts";
import { control, logOf, passUntil, SHIP, statusOf, until } from "../support/hub-cast.ts";

/* What is pressed in a chat is held for a moment, and can be taken back there. */

describe.each(Object.keys(CHATS) as (keyof typeof CHATS)[])("on %s", (channel) => {
  test("an option is sent after a moment, and its post then says who answered", async () => {
    const scene = await openChat(channel);
    const { id } = (await scene.hub.scout.ask(SHIP)).request;
    expect(await presses(scene, "approve")).toBe("Sent in 4 seconds. Press Undo to take it back.");
    const held = await shows(scene, "Undo");
    expect(held.controls.map(({ label }) => label)).toEqual(["Undo"]);
    expect(held.text).toContain("ada is answering it; sent in 4 seconds");
    expect((await scene.hub.scout.wait({ id })).outcome).toBe("pending");
    await scene.clock.advance(UNDO_MS);
    await until(async () => (await statusOf(scene.hub, id)) === "answered");
    await passUntil(scene.clock, async () => {
      const [post] = await scene.wire.shown();
      return post?.controls.length === 0 && post.text.includes("Answered by ada");
    });
  });

  test("an approval is taken back by the button in its place, and can be given again", async () => {
    const scene = await openChat(channel);
    const action = { tool: MEDIUM_TOOL, args: { amount: 1 }, reason: "Rent." };
    const { id } = (await scene.hub.scout.authorize(action)).request;
    expect(await presses(scene, "Approve")).toBe("Sent in 4 seconds. Press Undo to take it back.");
    expect(await presses(scene, "Undo")).toBe("Taken back. It is open again.");
    await scene.clock.advance(UNDO_MS);
    expect(await statusOf(scene.hub, id)).toBe("open");
    expect(await logOf(scene.hub, id)).not.toContain("request.approved");
    await presses(scene, "Reject");
    await shows(scene, "Undo");
    await scene.clock.advance(UNDO_MS);
    await until(async () => (await statusOf(scene.hub, id)) === "rejected");
    // The old button, on a post that was not edited yet, takes back nothing.
    expect(await logOf(scene.hub, id)).toContain("request.rejected");
  });

  test("a button that is too late to take it back says what became of it", async () => {
    const scene = await openChat(channel);
    const { id } = (await scene.hub.scout.ask(SHIP)).request;
    await presses(scene, "hold");
    const undo = control(await shows(scene, "Undo"), "Undo");
    await scene.hub.pause();
    await scene.clock.advance(UNDO_MS);
    await until(async () => (await statusOf(scene.hub, id)) === "answered");
    const before = scene.heard.length;
    await scene.wire.press(undo, "member");
    await until(() => scene.heard.length > before);
    expect(scene.heard.at(-1)).toMatchObject({
      isRefusal: true,
      say: `It was answered by ada via ${channel}.`,
    });
  });

  test("a second tap in these seconds decides nothing, and says how to take the first back", async () => {
    const scene = await openChat(channel);
    const { id } = (await scene.hub.scout.ask(SHIP)).request;
    await shows(scene, "approve");
    await scene.hub.pause();
    await presses(scene, "approve");
    expect(await presses(scene, "hold")).toContain("You have decided it already");
    await scene.clock.advance(UNDO_MS);
    await until(async () => (await statusOf(scene.hub, id)) === "answered");
    expect((await scene.hub.owner.show({ id })).request).toMatchObject({
      answer: { choice: "approve" },
    });
  });
});
