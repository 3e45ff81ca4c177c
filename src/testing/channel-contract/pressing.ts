import { expect, test } from "vitest";
import type { Sink } from "../../ports/channels/channel.ts";
import {
  aPost,
  type ChannelUnderTest,
  eventOf,
  QUESTION,
  recorder,
  shownPost,
  until,
} from "./channel-under-test.ts";
import type { ShownControl } from "./channel-world.ts";

export function pressingFacts(under: ChannelUnderTest): void {
  async function asked(answer?: Sink) {
    const { world } = under;
    const heard = recorder(answer);
    await world.start(heard.sink);
    const ref = await world.channel.post(aPost(world, QUESTION));
    const { controls } = await shownPost(world, ref);
    return { world, heard, ref, press: (label: string) => labelled(controls, label) };
  }

  test("a press arrives once, with the token of the button and the account that pressed", async () => {
    const { world, heard, ref, press } = await asked();
    await world.press(press("Hold"), "member");
    const event = await eventOf(heard, "press");
    expect(event.token).toBe("bm9uY2Vub25jZW5vbmNlbg.1");
    expect(ref.ids).toContain(event.messageId);
    expect(event.address.chatId).toBe(world.address.chatId);
    expect(event.from.id).not.toBe("");
    expect(heard.events).toHaveLength(1);
  });

  test("who presses is the account that also speaks", async () => {
    const { world, heard, ref, press } = await asked();
    await world.press(press("Ship"), "member");
    await world.say("Done.", "member", await shownPost(world, ref));
    const pressed = await eventOf(heard, "press");
    expect((await eventOf(heard, "text")).from.id).toBe(pressed.from.id);
  });

  test("what came of a press is shown to who pressed", async () => {
    const { world, press } = await asked(async () => ({ say: "Noted, thanks." }));
    expect(await world.press(press("Ship"), "member")).toContain("Noted, thanks.");
  });

  test("a refusal is shown to who pressed", async () => {
    const { world, press } = await asked(async () => ({
      say: "You may not decide this.",
      isRefusal: true,
    }));
    expect(await world.press(press("Ship"), "guest")).toContain("You may not decide this.");
  });

  test("nobody is told of a press before it is stored", async () => {
    let store = () => {};
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    let isStored = false;
    const { world, heard, press } = await asked(async () => {
      await stored;
      return { say: "Noted." };
    });
    const told = world.press(press("Ship"), "member").then((say) => ({ say, isStored }));
    await eventOf(heard, "press");
    isStored = true;
    store();
    expect(await told).toMatchObject({ say: expect.stringContaining("Noted."), isStored: true });
  });

  test("a press that is delivered twice has the same key twice", async () => {
    const { world, heard, press } = await asked();
    await world.press(press("Ship"), "member");
    await world.again();
    await until(() => heard.events.length >= 2, "it is heard again");
    expect(new Set(heard.events.map(({ key }) => key)).size).toBe(1);
  });

  test("two presses of one button are two events", async () => {
    const { world, heard, press } = await asked();
    await world.press(press("Ship"), "member");
    await world.press(press("Ship"), "member");
    await until(() => heard.events.length >= 2, "both are heard");
    expect(new Set(heard.events.map(({ key }) => key)).size).toBe(2);
  });

  for (const by of under.traits.foreigners) {
    test(`a press of a person who is there as a ${by} is said to be foreign`, async () => {
      const { world, heard, press } = await asked();
      await world.press(press("Ship"), by);
      expect((await eventOf(heard, "press")).from.isForeign).toBe(true);
    });
  }
}

function labelled(controls: readonly ShownControl[], label: string): ShownControl {
  const control = controls.find((shown) => shown.label === label);
  if (control === undefined) throw new Error(`No button "${label}" stands there.`);
  return control;
}
