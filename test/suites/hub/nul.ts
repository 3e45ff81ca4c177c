import { describe, expect, test } from "vitest";
import type { Form } from "../../../src/domain/requests/question.ts";
import type { Inbound } from "../../../src/ports/channels/channel.ts";
import { eventually, type Part } from "../earshot/world.ts";
import { type HubUnderTest, linkPart, shownAt } from "./world.ts";

const NUL = "\0";
const KIND = "slack";
const WORDS = { kind: "text" } as const;

type Words = Partial<Extract<Inbound, { kind: "text" }>>;
type Deed = Partial<Inbound> & Pick<Inbound, "kind">;

/** JSON and people's words may contain a NUL, but no text in PostgreSQL can. */
export function hubNulFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  let count = 0;

  /** Has the platform deliver what the owner does there, until it is accepted. */
  async function deliver(deed: Deed) {
    count += 1;
    const { account, address, deliver: bring } = under.world.on(KIND);
    const from = { id: `owner.${account("member").id}`, name: `the${NUL}owner` };
    const atMs = under.world.clock.now();
    return await bring({ key: `nul-${count}`, from, address, atMs, ...deed } as Inbound);
  }

  const say = (text: string, made: Words = {}) =>
    deliver({ kind: "text", text, messageId: `said${NUL}${count}`, isToUs: true, ...made });

  /**
   * A reply that overtakes the platform's confirmation waits for it, by a clock that stands still
   * here.
   */
  const untilSent = (most: number) =>
    eventually(async () => {
      const { items } = await as("owner").deliveries({ status: "sent" });
      return items.length === most;
    });

  async function asked(form: Form) {
    const { request } = await as("scout").ask({ text: `Ship${NUL} 1.4?`, context: NUL, form });
    const [post] = await shownAt(under.world, { kind: KIND });
    if (post === undefined) throw new Error("Nothing is shown.");
    await untilSent(1);
    return { id: request.id, post, token: post.controls[0]?.token ?? "" };
  }

  async function answerOf(id: `req_${string}`) {
    const { request } = await as("owner").show({ id });
    return request.status === "answered" ? request.answer : request.status;
  }

  async function logHolds(): Promise<void> {
    const { intact, record } = await as("owner").verifyAudit();
    expect({ intact, faults: record?.faults }).toEqual({ intact: true, faults: [] });
  }

  describe("a NUL on a platform", () => {
    test("in words that answer is kept as it was said", async () => {
      await linkPart(under.world, "owner", { kind: KIND });
      const { id, post } = await asked(WORDS);
      await say(`the ${NUL} first`, { replyTo: post.id });
      expect(await answerOf(id)).toEqual({ text: `the ${NUL} first` });
      await logHolds();
    });

    test("in the label of a button is answered with it", async () => {
      await linkPart(under.world, "owner", { kind: KIND });
      const options = [{ label: `ship${NUL}` }, { label: "hold" }];
      const { id, post, token } = await asked({ kind: "choice", options });
      await deliver({ kind: "press", token, messageId: post.id });
      expect(await answerOf(id)).toEqual({ choice: `ship${NUL}` });
      await logHolds();
    });

    test("in what the person, the account and the chat are called reaches them, and the agent", async () => {
      const { chatId } = under.world.on(KIND).address;
      const address = { channel: KIND, chatId: `${chatId}${NUL}` } as const;
      const from = { id: `account${NUL}.${chatId}`, name: NUL.repeat(500) };
      const { code } = await as("owner").createLinkCode({ channel: KIND });
      await say(code, { from, address });
      expect((await as("owner").listLinks()).items).toMatchObject([
        { account: from.id, name: from.name, chatId: address.chatId },
      ]);
      const { request } = await as("scout").ask({ text: `Ship${NUL}?`, form: WORDS });
      await untilSent(1);
      await say(`yes${NUL}`, { from, address });
      expect(await answerOf(request.id)).toEqual({ text: `yes${NUL}` });
      await say(`Thanks${NUL}.`, { from, address });
      const { items } = await as("scout").mailbox();
      expect(items.at(-1)).toMatchObject({ text: `Thanks${NUL}.` });
      await logHolds();
    });

    test("in words that may answer two questions is asked about, and kept with the one", async () => {
      await linkPart(under.world, "owner", { kind: KIND });
      const { id } = await asked(WORDS);
      await as("rival").ask({ text: `Another${NUL}?`, form: WORDS });
      await shownAt(under.world, { kind: KIND, count: 2 });
      await untilSent(2);
      await say(`this${NUL}`);
      const posts = await shownAt(under.world, { kind: KIND, count: 3 });
      await untilSent(3);
      const which = posts.at(-1);
      const button = which?.controls.find(({ label }) => label.includes("Ship"));
      await deliver({ kind: "press", token: button?.token ?? "", messageId: which?.id ?? "" });
      expect(await answerOf(id)).toEqual({ text: `this${NUL}` });
      await logHolds();
    });

    test("in any name of an event has an outcome at once, and decides nothing", async () => {
      await linkPart(under.world, "owner", { kind: KIND });
      const options = [{ label: "ship" }, { label: "hold" }];
      const { id, post, token } = await asked({ kind: "choice", options });
      const { chatId } = under.world.on(KIND).address;
      const messageId = post.id;
      const said = { kind: "text", text: `no${NUL}`, messageId: NUL, isToUs: true } as const;
      const nobody = { id: NUL, name: NUL };
      const deeds: readonly Deed[] = [
        { kind: "press", token: `${NUL}${token}`, messageId },
        { kind: "press", token: `${token}${NUL}`, messageId },
        { kind: "press", token, messageId, key: NUL },
        { kind: "press", token, messageId, key: NUL, from: nobody },
        { kind: "press", token, messageId, address: { channel: KIND, chatId: `${chatId}${NUL}` } },
        { kind: "choose", token: `${token}${NUL}`, chosen: [NUL], messageId: NUL },
        { kind: "submit", token: `${token}${NUL}`, values: { [NUL]: NUL } },
        { kind: "reaction", messageId: `${messageId}${NUL}`, name: NUL, isAdded: true },
        { kind: "reaction", messageId, name: NUL, isAdded: true },
        { kind: "bounce", messageId: NUL, reason: NUL },
        { kind: "bounce", postKey: NUL, reason: NUL },
        { ...said, replyTo: NUL, replyToKey: NUL },
        { ...said, replyTo: NUL, address: { channel: KIND, chatId, threadId: NUL } },
        { ...said, replyTo: messageId, key: NUL },
        { ...said, replyTo: messageId, from: nobody, key: NUL },
        { ...said, text: "", unread: `the file a${NUL}b.txt` },
        { ...said, edits: NUL },
        { ...said, text: "ABCDE-FGHI2", from: nobody },
      ];
      for (const deed of deeds) await deliver(deed);
      expect(await answerOf(id)).toBe("open");
      await logHolds();
    });
  });
}
