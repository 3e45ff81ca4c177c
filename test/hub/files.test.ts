import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listAt, textAt } from "../../src/channels/slack/untrusted-json.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import { DEFAULT_WORKSPACE, type RequestId } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Channel } from "../../src/ports/channels/channel.ts";
import type { EvidenceInput } from "../../src/ports/earshot/evidence.ts";
import type { Harm } from "../../src/testing/channel-contract/channel-world.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { createEmailWorld, MEMBER } from "../support/email/email-world.ts";
import { deliveriesOf, passUntil } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { createSlackWorld } from "../support/slack/slack-world.ts";
import { createTelegramWorld } from "../support/telegram/telegram-world.ts";

/* Files that an agent shows, under the posts of Slack and Telegram, over the wires of both. */

/** As much of a PNG as tells its size. */
function aPng(width: number, height: number): EvidenceInput {
  const bytes = Buffer.alloc(33);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { kind: "image", name: "chart.png", content: { base64: bytes.toString("base64") } };
}

const CHART = aPng(20, 10);
const CSV: EvidenceInput = { kind: "attachment", name: "data.csv", content: { text: "a,b\n" } };
const LONG = `${Array.from({ length: 60 }, (_, at) => `line ${at}`).join("\n")}\n`;

interface GivenFile {
  readonly name: string;
  /** The post that it stands under. */
  readonly under: string;
  readonly as?: string;
}

interface Place {
  readonly channel: Channel;
  readonly chatId: string;
  readonly account: string;
  /** The steps of one file, as the platform calls them; nobody sees it before the last one. */
  readonly steps: readonly string[];
  given(): Promise<readonly GivenFile[]>;
  posts(): Promise<readonly { readonly id: string; readonly text: string }[]>;
  harmAt(method: string, harm: Harm): void;
  close(): Promise<void>;
}

async function onSlack(): Promise<Place> {
  const slack = await createSlackWorld({ mode: "http" });
  const { channel, emulator, proxy } = slack;
  const chatId = emulator.channel;
  return {
    channel,
    chatId,
    account: `T000000001/${emulator.people.member}`,
    steps: ["files.getUploadURLExternal", "upload", "files.completeUploadExternal"],
    async given() {
      // A thread is listed for each of its messages.
      const files = new Map<string, GivenFile>();
      for (const { id } of await slack.shown()) {
        const thread = await emulator.call("conversations.replies", { channel: chatId, ts: id });
        for (const message of listAt(thread, "messages")) {
          const under = textAt(message, "thread_ts") ?? "";
          for (const file of listAt(message, "files")) {
            files.set(textAt(file, "id") ?? "", { name: textAt(file, "title") ?? "", under });
          }
        }
      }
      return [...files.values()];
    },
    posts: async () => (await slack.shown()).filter(({ text }) => text !== ""),
    harmAt: proxy.harmAt,
    close: slack.close,
  };
}

async function onTelegram(): Promise<Place> {
  const world = await createTelegramWorld({ mode: "webhook" });
  const { server, chats } = world.telegram;
  const isPost = ({ file }: (typeof chats.messages)[number]) => file === undefined;
  return {
    channel: world.channel,
    chatId: world.address.chatId,
    account: String(world.people.member.id),
    steps: ["sendPhoto"],
    given: async () =>
      chats.messages.flatMap(({ file, replyTo }) =>
        file === undefined ? [] : [{ name: file.name, under: String(replyTo), as: file.as }],
      ),
    posts: async () =>
      chats.messages.filter(isPost).map(({ id, said }) => ({ id: String(id), text: said.text })),
    harmAt: server.harmAt,
    close: world.close,
  };
}

/** Of somebody's chat or address. */
async function linkOwner(
  { ctx, ownerPrincipal }: HubWorld,
  { kind, chatId, account }: Pick<Place, "chatId" | "account"> & { readonly kind: RemoteChannel },
): Promise<void> {
  const { id: operator, workspace } = ownerPrincipal;
  const link = {
    id: ctx.ids.next("lnk"),
    workspace,
    operator,
    createdBy: operator,
    rank: 1,
    channel: kind,
    chatId,
    name: "Ada",
    account,
    createdAt: toTimestamp(ctx.clock.now()),
  };
  const write = { type: "link.insert", link } as const;
  await ctx.commit({ workspace: DEFAULT_WORKSPACE, writes: [write], events: [] });
}

describe.each([
  ["slack", onSlack],
  ["telegram", onTelegram],
] as const)("on %s files", (kind, open) => {
  let clock: FakeClock;
  let place: Place;
  let world: HubWorld;

  beforeEach(async () => {
    clock = createFakeClock();
    place = await open();
    world = await openHub({ clock, channels: [], real: [place.channel] });
    await linkOwner(world, { kind, ...place });
  });
  afterEach(async () => {
    await world.close();
    await place.close();
  });

  async function ask(...evidence: readonly EvidenceInput[]): Promise<RequestId> {
    return (await world.scout.ask({ text: "Ship it?", evidence })).request.id;
  }
  const names = async () => (await place.given()).map(({ name }) => name);
  const isIdle = async (id: RequestId) => {
    const all = await deliveriesOf(world, id);
    return all.length > 0 && all.every(({ status, job }) => status === "sent" && job === undefined);
  };
  /** Until nothing is left to be done for it. */
  const pass = async (id: RequestId) => await passUntil(clock, () => isIdle(id), 500);

  test("stand under the post, each once and in their order", async () => {
    await pass(await ask(CHART, CSV));
    const [post] = await place.posts();
    expect(await place.given()).toMatchObject([
      { name: "chart.png", under: post?.id },
      { name: "data.csv", under: post?.id },
    ]);
    expect(await place.posts()).toHaveLength(1);
  });

  test("are not what the post shows whole, and are where it only counts lines", async () => {
    const change = { kind: "file", name: "a.txt", before: { text: "one\n" } } as const;
    await pass(await ask({ ...change, after: { text: "two\n" } }));
    expect(await place.given()).toEqual([]);
    await pass(await ask({ ...change, after: { text: LONG } }));
    expect(await names()).toEqual(["before-a.txt", "after-a.txt"]);
  });

  test("do not go where the policy lets nothing be said", async () => {
    const routing = { channels: { [kind]: "minimal" } };
    await world.owner.applyPolicy({ source: { version: 1, rules: [], routing } });
    await pass(await ask(CHART));
    expect(await place.posts()).toHaveLength(1);
    expect(await place.given()).toEqual([]);
  });

  test("come later where the platform wants to wait, at whichever step, and once", async () => {
    for (const step of place.steps) {
      place.harmAt(step, "rate_limited");
      await pass(await ask({ ...CHART, name: `${step}.png` }));
      expect((await names()).filter((name) => name === `${step}.png`)).toHaveLength(1);
    }
  });

  test("are there once where an answer was lost, at whichever step", async () => {
    for (const step of place.steps) {
      place.harmAt(step, "lost_after");
      await pass(await ask({ ...CHART, name: `${step}.png` }));
      expect((await names()).filter((name) => name === `${step}.png`)).toHaveLength(1);
    }
  });

  test("that are refused leave the post as it is, and the delivery says why", async () => {
    place.harmAt(place.steps.at(-1) ?? "", "refused");
    const id = await ask(CHART, CSV);
    await pass(id);
    expect(await place.given()).toEqual([]);
    const [delivery] = await deliveriesOf(world, id);
    expect(delivery).toMatchObject({ status: "sent", error: { code: "refused" } });
    expect(delivery).not.toHaveProperty("files");
  });

  test("do not go once the request is closed, nor what was brought already", async () => {
    place.harmAt(place.steps.at(-1) ?? "", "rate_limited");
    const id = await ask(CHART, CSV);
    const isWaiting = async () => {
      const [one] = await deliveriesOf(world, id);
      return one?.error?.code === "rate_limited";
    };
    await passUntil(clock, isWaiting, 100);
    await world.owner.answer({ id, answer: { text: "No." } });
    await world.owner.erase({ id });
    await passUntil(
      clock,
      async () => (await deliveriesOf(world, id)).every(({ job }) => !job),
      500,
    );
    expect(await place.given()).toEqual([]);
  });

  test("do not go to a chat that is linked no more", async () => {
    place.harmAt(place.steps.at(-1) ?? "", "rate_limited");
    const id = await ask(CHART);
    await passUntil(
      clock,
      async () => (await deliveriesOf(world, id))[0]?.error !== undefined,
      100,
    );
    const { items } = await world.owner.listLinks();
    for (const link of items) await world.owner.removeLink({ id: link.id });
    await pass(id);
    expect(await place.given()).toEqual([]);
  });

  test("go on after a restart where they were", async () => {
    place.harmAt(place.steps.at(-1) ?? "", "rate_limited");
    const id = await ask(CHART, CSV);
    await passUntil(
      clock,
      async () => (await deliveriesOf(world, id))[0]?.error !== undefined,
      100,
    );
    await world.pause();
    await world.resume();
    await pass(id);
    expect(await names()).toEqual(["chart.png", "data.csv"]);
  });
});

test("a picture that Telegram does not draw comes as a file, with a name that is no link", async () => {
  const world = await createTelegramWorld({ mode: "webhook" });
  try {
    const { channel, telegram, address } = world;
    const post = await channel.post({
      key: "dlv_1",
      address,
      content: { blocks: [{ kind: "note", text: "Look." }], controls: [] },
    });
    const show = async (width: number) => {
      const content = aPng(width, 10);
      const bytes = Buffer.from(JSON.parse(JSON.stringify(content)).content.base64, "base64");
      const file = { name: "evil.example", mediaType: "image/png", bytes };
      await channel.giving?.show(post, file);
      return telegram.chats.messages.at(-1);
    };
    const drawn = await show(20);
    expect(drawn?.file?.as).toBe("photo");
    expect(drawn?.said.entities.map(({ type }) => type)).toEqual(["code"]);
    expect((await show(20_000))?.file?.as).toBe("document");
  } finally {
    await world.close();
  }
});

test("a mail has its files with it, as many as go with one", async () => {
  const clock = createFakeClock();
  const mail = await createEmailWorld({ way: "webhook" });
  const world = await openHub({ clock, channels: [], real: [mail.channel] });
  try {
    await linkOwner(world, { kind: "email", chatId: MEMBER, account: MEMBER });
    const large = (name: string, sign: string): EvidenceInput => {
      return { kind: "attachment", name, content: { text: sign.repeat(3 * 1_048_576) } };
    };
    const evidence = [CHART, large("a.txt", "a"), large("b.txt", "b"), CSV];
    const { id } = (await world.scout.ask({ text: "Ship it?", evidence })).request;
    await passUntil(clock, async () => (await deliveriesOf(world, id))[0]?.status === "sent", 500);
    expect(mail.smtp.taken).toHaveLength(1);
    const attached = mail.smtp.taken[0]?.mail.attachments ?? [];
    expect(attached.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      ["chart.png", "image/png"],
      ["a.txt", "text/plain"],
      ["data.csv", "text/plain"],
    ]);
    expect(attached[2]?.content.toString()).toBe("a,b\n");
  } finally {
    await world.close();
    await mail.close();
  }
});
