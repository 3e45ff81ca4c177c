import { afterEach, describe, expect, test } from "vitest";
import { type Mark, WAITING_MARK } from "../../src/domain/hub/mark.ts";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import { type Channel, ChannelError } from "../../src/ports/channels/channel.ts";
import { createFakeWorld, type FakeWorld } from "../../src/testing/fake-channel.ts";
import { until } from "../support/hub-cast.ts";
import { openSessionChat, type SessionChat } from "../support/session-chat.ts";

let chat: SessionChat;
let platform: FakeWorld;

afterEach(() => chat.close());

/** A question that waits, on a platform whose balloons fail with these errors first. */
async function asked(...errors: ChannelError[]): Promise<string> {
  platform = createFakeWorld({ kind: "slack" });
  const channel: Channel = {
    ...platform.channel,
    async mark(at, name, isOn) {
      const error = name === WAITING_MARK ? errors.shift() : undefined;
      if (error !== undefined) throw error;
      await platform.channel.mark?.(at, name, isOn);
    },
  };
  const account = platform.account("member").id;
  const { start, address } = platform;
  chat = await openSessionChat({ channel, start, account, chatId: address.chatId });
  await chat.serve(chat.scout);
  await chat.up();
  await platform.say("ship it", "member");
  await chat.ask(await chat.claim(), "Which region?");
  await until(async () => (await platform.shown()).length === 1);
  return (await platform.shown())[0]?.id ?? "";
}

async function markOf(messageId: string): Promise<Mark | undefined> {
  const { chatId } = platform.address;
  const place = { workspace: DEFAULT_WORKSPACE, channel: "slack", chatId, messageId } as const;
  return await chat.ctx.store.findMark({ ...place, name: WAITING_MARK });
}

async function isMarked(messageId: string): Promise<boolean> {
  const { chatId } = platform.address;
  const marks = await platform.channel.marks?.({ chatId, messageId });
  return marks?.some(({ name, isOurs }) => name === WAITING_MARK && isOurs) ?? false;
}

test("a mark that fails is tried again", async () => {
  const away = new ChannelError("transient", "The platform is away.");
  const post = await asked(away, new Error("inside") as ChannelError);
  await until(() => isMarked(post));
  await until(async () => (await markOf(post))?.dueAt === undefined);
  expect(await markOf(post)).toMatchObject({ isOn: true });
});

test("a mark that can never be is given up, wanted still, and put there after a start", async () => {
  const post = await asked(new ChannelError("permanent", "Reactions are not allowed."));
  await until(async () => {
    const mark = await markOf(post);
    return mark?.isOn === true && mark.dueAt === undefined;
  });
  expect(await isMarked(post)).toBe(false);
  await chat.down();
  await chat.up();
  await until(() => isMarked(post));
});

test("a question that is taken back loses its mark", async () => {
  const post = await asked();
  await until(() => isMarked(post));
  const [session] = await chat.sessions();
  if (session === undefined) throw new Error("There is none.");
  await chat.owner.cancelSession({ id: session.id });
  await until(async () => !(await isMarked(post)));
});

describe("a message that starts a session", () => {
  /** Opens a chat on a platform whose marks can be so, and says something to the agent. */
  async function mentioned(capabilities: Partial<Channel["capabilities"]> = {}): Promise<string> {
    platform = createFakeWorld({ kind: "slack", capabilities });
    const account = platform.account("member").id;
    const { start, address, channel } = platform;
    chat = await openSessionChat({ channel, start, account, chatId: address.chatId });
    await chat.serve(chat.scout);
    await chat.up();
    await platform.say("ship it", "member");
    const [said] = platform.heard;
    return said?.kind === "text" ? said.messageId : "";
  }

  const marksOn = async (messageId: string) => {
    const { chatId } = platform.address;
    const marks = await platform.channel.marks?.({ chatId, messageId });
    return marks?.filter(({ isOurs }) => isOurs).map(({ name }) => name) ?? [];
  };

  test("bears the sign that it was heard at once, and another once it is done", async () => {
    const message = await mentioned();
    await until(async () => (await marksOn(message)).includes("eyes"));
    const { id, epoch } = (await chat.claim()).session;
    await chat.scout.endSession({ id, epoch, outcome: "completed", text: "Shipped." });
    await until(async () => (await marksOn(message)).join() === "white_check_mark");
  });

  test("loses it where the session ends while the server is down", async () => {
    const message = await mentioned();
    await until(async () => (await marksOn(message)).includes("eyes"));
    await chat.down();
    const [session] = await chat.sessions();
    await chat.owner.cancelSession({ id: session?.id ?? "ses_none" });
    expect(await marksOn(message)).toEqual(["eyes"]);
    await chat.up();
    await until(async () => !(await marksOn(message)).includes("eyes"));
  });

  test("keeps it while the session waits for a host, over a start of the server", async () => {
    const message = await mentioned();
    await until(async () => (await marksOn(message)).includes("eyes"));
    await chat.down();
    await chat.up();
    await chat.claim();
    expect(await marksOn(message)).toEqual(["eyes"]);
  });
});
