import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createReceive } from "../../src/core/hearing/receive.ts";
import type { Form } from "../../src/domain/requests/question.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { createEmailWorld, type EmailWorld, MEMBER, OWN } from "../support/email/email-world.ts";
import type { TakenMail } from "../support/email/smtp-fake.ts";
import { logOf, seek, statusOf, until } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

/* What a person is mailed who answers by mail, over real SMTP. */

const WHERE: Form = { kind: "choice", options: [{ label: "staging" }, { label: "prod" }] };

let mails: EmailWorld;
let world: HubWorld;

beforeEach(async () => {
  mails = await createEmailWorld({ way: "webhook" });
  world = await openHub({ channels: [], real: [mails.channel] });
  await mails.start(createReceive(world.ctx));
  const { id: operator, workspace } = world.ownerPrincipal;
  const link = {
    id: world.ctx.ids.next("lnk"),
    workspace,
    operator,
    createdBy: operator,
    rank: 1,
    channel: "email",
    chatId: MEMBER,
    account: MEMBER,
    name: "Some One",
    createdAt: toTimestamp(world.ctx.clock.now()),
  };
  await world.ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
});
afterEach(async () => {
  await mails.close();
  await world.close();
});

async function mailed(number: number): Promise<{ readonly post: ShownPost } & TakenMail> {
  await until(() => mails.smtp.taken.length >= number);
  const taken = mails.smtp.taken[number - 1];
  const post = (await mails.shown())[number - 1];
  if (taken === undefined || post === undefined) throw new Error("Nothing was mailed.");
  return { ...taken, post };
}

async function asked(form: Form = WHERE) {
  const { request } = await world.scout.ask({ text: "Where to?\nThere are two.", form });
  return { id: request.id, ...(await mailed(1)) };
}

/** Lets all be sent that is under way. */
async function settled(): Promise<void> {
  await world.pause();
  await mails.channel.stop();
}

test("the question is the subject, and stays that of all that follows", async () => {
  const { mail, post } = await asked();
  expect(mail.subject).toBe("Where to? There are two. (scout)");
  await mails.say("nowhere", "member", post);
  expect((await mailed(2)).mail.subject).toBe("Re: Where to? There are two. (scout)");
  await mails.say("2)", "member", post);
  expect((await mailed(3)).mail.subject).toBe("Re: Where to? There are two. (scout)");
});

test("an action is told from others by its tool and what its arguments say first", async () => {
  await seek(world);
  expect((await mailed(1)).mail.subject).toMatch(/^Run \S+: .+ \(MEDIUM, scout\)$/);
});

test("an answer brings one mail, which says what was answered and by whom", async () => {
  const { id, post } = await asked();
  await mails.say("Staging, please.\n\nBest,\nAna", "member", post);
  const { mail } = await mailed(2);
  expect(mail.text).toContain("Answered by ada via email");
  expect(mail.text).toContain("| staging");
  expect((await world.owner.show({ id })).request).toMatchObject({ answer: { choice: "staging" } });
  await settled();
  expect(mails.smtp.taken).toHaveLength(2);
});

test("a reply that begins with ask: asks the agent, and decides nothing", async () => {
  const { id } = await seek(world);
  const { post, mail } = await mailed(1);
  expect(mail.text).toContain("To ask the agent first, begin your reply with ask:");
  await mails.say("Ask: approve, is it the right account?", "member", post);
  await until(async () => (await logOf(world, id)).includes("request.asked_back"));
  expect((await world.owner.show({ id })).request).toMatchObject({
    status: "open",
    askedBack: [{ text: "approve, is it the right account?", by: { via: "email" } }],
  });
});

test("who was forwarded a mail answers nothing as the person, who is told", async () => {
  const { id, post } = await asked();
  const forged = { from: MEMBER, text: "staging", to: post, recipient: OWN };
  await mails.bring(mails.reply(forged));
  const told = await mailed(2);
  expect(told.recipients).toEqual([MEMBER]);
  expect(told.mail.text).toContain("A reply in your name was not taken");
  expect(await statusOf(world, id)).toBe("open");
  expect(await logOf(world, id)).toContain("request.decision_refused");
  await mails.say("prod", "member", told.post);
  await until(async () => (await statusOf(world, id)) === "answered");
});

describe("what is no answer is told", () => {
  test("with the options, as often as it happens", async () => {
    const { id, post } = await asked();
    for (const [index, text] of ["neither", "staging or prod", "not staging"].entries()) {
      await mails.say(text, "member", post);
      const { mail } = await mailed(index + 2);
      expect(mail.text).toContain(`"${text}" is none of the options`);
    }
    expect(await statusOf(world, id)).toBe("open");
  });

  test("to words that would decide an action, with its page and of no button", async () => {
    const { id } = await seek(world);
    const { post } = await mailed(1);
    await mails.say("approve", "member", post);
    const { mail } = await mailed(2);
    expect(mail.text).toContain(`decide it on the page: http://localhost:4242/${id}`);
    expect(mail.text).not.toContain("button");
    expect(await statusOf(world, id)).toBe("open");
  });
});
