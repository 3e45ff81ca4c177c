import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { OpenQuestion } from "../../src/domain/request.ts";
import type { Earshot } from "../../src/ports/earshot.ts";
import { type House, openHouse, refusalOf } from "../support/house.ts";

/* What one owner does to who decides, or by which rules, is told to every other owner. */

let house: House;
let second: Earshot;
let third: Earshot;
beforeEach(async () => {
  house = await openHouse();
  second = await owner("carl");
  third = await owner("dora");
  for (const { id } of await told()) {
    await second.answer({ id, answer: { choice: SEEN } });
  }
});
afterEach(() => house.close());

const SEEN = "I have seen it";

async function owner(name: string): Promise<Earshot> {
  const { secret } = await house.owner.createKey({ kind: "person", name, role: "owner" });
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  return house.open(caller);
}

async function closed(): Promise<RequestId> {
  const { request } = await house.agent.ask({ text: "What of the Kestrel case?" });
  await house.owner.answer({ id: request.id, answer: { text: "Nothing." } });
  return request.id;
}

/** The notices that are open. */
async function told(): Promise<readonly OpenQuestion[]> {
  const { items } = await house.owner.list({ status: "open" });
  return items.filter(
    (item): item is OpenQuestion => item.kind === "question" && item.agentName === "earshot",
  );
}

test.for<[string, () => Promise<unknown>, string]>([
  [
    "a key for a new owner",
    () => house.owner.createKey({ kind: "person", name: "sock", role: "owner" }),
    'has made a key that approves in the name of "sock" (owner).',
  ],
  [
    "another key for somebody who is there",
    () => house.owner.createKey({ kind: "person", name: "ben" }),
    'in the name of "ben" (approver).',
  ],
  [
    "a key for scripts",
    () => house.owner.createKey({ kind: "person", name: "ben", unattended: true }),
    "a key for scripts, which approves",
  ],
  [
    "an operator",
    () => house.owner.addOperator({ name: "zoe" }),
    'has added the operator "zoe" as approver.',
  ],
  [
    "a link that signs another in",
    () => house.owner.createSignInLink({ operator: "ben" }),
    'a link that signs in as "ben"',
  ],
  [
    "a removal",
    () => house.owner.removeOperator({ id: house.ben.id }),
    'has removed the operator "ben"',
  ],
  [
    "another policy",
    () =>
      house.owner.applyPolicy({
        source: { version: 1, rules: [{ name: "all", decision: "allow" }] },
      }),
    "has put another policy in force.",
  ],
  [
    "an erased request",
    async () => house.owner.erase({ id: await closed() }),
    '"ana" erases what was said, for good.',
  ],
  [
    "all that names a case, erased",
    async () => {
      await closed();
      const erased = house.owner.eraseMatter({ about: "the Kestrel case", take: true });
      // Between two places it rests.
      const clock = setInterval(() => void house.clock.advance(100), 1);
      await erased.finally(() => clearInterval(clock));
    },
    '"ana" erases what was said, for good.',
  ],
])("%s is told to each other owner, and to nobody else", async ([, change, words]) => {
  await change();
  const notices = await told();
  expect(notices.map(({ to }) => to).sort()).toEqual([["carl"], ["dora"]]);
  for (const { question } of notices) expect(question.text).toContain(words);
});

test("a policy that lets too much pass is told with its rules and what they let through", async () => {
  const source = { version: 1, rules: [{ name: "all", decision: "allow" }] };
  await second.applyPolicy({ source });
  const [notice] = await told();
  expect(notice?.question.context).toContain('Rules that came: "all"');
  expect(notice?.question.context).toContain("It may let too much pass, in 1 places");
});

test("who erases much in a row is told of once, and again once that was seen", async () => {
  for (let n = 0; n < 3; n++) await house.owner.erase({ id: await closed() });
  expect(await told()).toHaveLength(2);
  for (const { id, to } of await told()) {
    if (to.includes("carl")) await second.answer({ id, answer: { choice: SEEN } });
  }
  await house.owner.erase({ id: await closed() });
  expect((await told()).map(({ to }) => to).sort()).toEqual([["carl"], ["dora"]]);
  await house.clock.advance(60 * 60_000);
  await house.owner.erase({ id: await closed() });
  expect(await told()).toHaveLength(4);
});

test("nobody but its owner closes a notice: not who did it, and no agent", async () => {
  await house.owner.addOperator({ name: "sock" });
  const notice = (await told()).find(({ to }) => to.includes("carl"));
  const id = notice?.id ?? "req_none";
  const answer = { choice: SEEN };
  for (const close of [
    () => house.owner.answer({ id, answer }),
    () => third.answer({ id, answer }),
    () => house.owner.cancel({ id }),
    () => house.owner.review({ id, outcome: { do: "abandon" } }),
  ]) {
    expect(await refusalOf(close())).toBe("their_notice");
  }
  await second.answer({ id, answer });
  expect((await told()).map(({ to }) => to)).toEqual([["dora"]]);
  const agent = { kind: "agent", name: "earshot" } as const;
  await expect(house.owner.createKey(agent)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a notice stays open however long nobody looks at it", async () => {
  await house.owner.addOperator({ name: "sock" });
  for (let day = 0; day < 20; day++) {
    await house.clock.advance(24 * 60 * 60_000);
    await house.owner.runReview();
  }
  expect(await told()).toHaveLength(2);
});

test("what approves nothing is told to nobody", async () => {
  await house.owner.createKey({ kind: "agent", name: "other" });
  await house.owner.createKey({ kind: "person", name: "vi", role: "viewer" });
  await house.owner.createKey({ kind: "person", name: "ben", scopes: ["read"] });
  await house.owner.addOperator({ name: "vera", role: "viewer" });
  expect(await told()).toEqual([]);
});
