import { expect, test } from "vitest";
import type { Subscription } from "../../domain/hub/subscription.ts";
import type { Change } from "../../ports/store/store.ts";
import { anAgent, anId, anOpenRequest, answeredWith, answering } from "../../testing/builders.ts";
import { callingBack } from "./calling-back.ts";

const AGENT = anAgent();
const SUBSCRIPTION: Subscription = {
  workspace: "default",
  agent: AGENT.id,
  sealed: "sealed",
  createdAt: AGENT.createdAt,
  version: 1,
};
const URL = "https://flow.example.com/resume/42";

/** The deliveries that a commit brings, where this node knows some subscriptions, and the store has others. */
async function calledIn(
  change: Change,
  { known, stored }: Readonly<Record<"known" | "stored", readonly Subscription[]>>,
): Promise<readonly string[]> {
  const taken: Change[] = [];
  const commit = callingBack(
    async (one) => {
      taken.push(one);
      return { outcome: "committed", events: [] };
    },
    {
      ids: { next: anId, secret: () => "s".repeat(43) } as never,
      outbound: {} as never,
      people: { subscriptions: async () => known },
      store: { listSubscriptions: async () => stored },
    },
  );
  await commit(change);
  return taken.flatMap(({ writes }) =>
    writes.flatMap((one) => (one.type === "outbox.insert" ? [one.delivery.address.chatId] : [])),
  );
}

const closing = (notify?: { readonly url: string }) =>
  answering(
    answeredWith({ ...anOpenRequest({ agent: AGENT.id }), ...(notify && { notify }) }, "A"),
  );

test("a request that names a URL is told of its end, though this node has not heard of its agent's subscription", async () => {
  const stored = [SUBSCRIPTION];
  expect(await calledIn(closing({ url: URL }), { known: [], stored })).toEqual([URL]);
  expect(await calledIn(closing({ url: URL }), { known: [], stored: [] })).toEqual([]);
});

test("whatever else closes is told to those that this node knows, at one look", async () => {
  const own = { ...SUBSCRIPTION, url: "https://agent.example.com/earshot" };
  expect(await calledIn(closing(), { known: [own], stored: [] })).toEqual([own.url]);
  expect(await calledIn(closing({ url: URL }), { known: [own], stored: [] })).toEqual([
    URL,
    own.url,
  ]);
});
