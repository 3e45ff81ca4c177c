import { join } from "node:path";
import { expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { RedeemInput } from "../../src/ports/earshot/authority.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { systemClock } from "../../src/system/clock.ts";
import { call, ok } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";
import { startTwoWorkspaces } from "../support/server.ts";

const RACERS = 64;
const ROUNDS = volumeOf("redeem-races");
/** Each takes ten times as long. */
const ROUNDS_OVER_HTTP = Math.min(ROUNDS, 20);

interface Sides {
  readonly agent: Earshot;
  readonly owner: Earshot;
}

/** Seeks, approves and collects; what is to be redeemed. */
async function granted({ agent, owner }: Sides, round: number) {
  const args = { user_id: `user${round}` };
  const { request } = await agent.authorize({ tool: "rename_user", args, reason: "Asked for." });
  if (request.kind !== "authorization") throw new Error("It is a question.");
  await owner.approve({ id: request.id, digest: request.authorization.digest });
  const { grant, tool } = await agent.collect({ id: request.id });
  return { grant, tool, args, request: request.id };
}

/** How often each of two things was logged. */
async function logged(ctx: Context): Promise<readonly [redeemed: number, refused: number]> {
  let redeemed = 0;
  let refused = 0;
  let after = 0;
  for (;;) {
    const events = await ctx.store.readEvents({ workspace: "default", after, limit: 10_000 });
    for (const { type } of events) {
      if (type === "grant.redeemed") redeemed += 1;
      if (type === "grant.refused") refused += 1;
    }
    const last = events.at(-1);
    if (last === undefined) return [redeemed, refused];
    after = last.seq;
  }
}

test(`of ${RACERS} who redeem one grant at once one may, in each of ${ROUNDS} rounds`, {
  timeout: 300_000,
}, async () => {
  const folder = makeFolder();
  const { ctx, close } = await openContext(systemClock, join(folder, "earshot.db"));
  try {
    const home = await found(ctx, { owner: "owner", agent: "scout" });
    const agent = createEarshot(ctx, callerWithAllRights(home.agent.principal));
    const owner = createEarshot(ctx, callerWithAllRights(home.owner.principal));
    for (let round = 0; round < ROUNDS; round++) {
      const { request, ...input } = await granted({ agent, owner }, round);
      const racers = Array.from({ length: RACERS }, () => agent.redeem(input));
      const outcomes = await Promise.allSettled(racers);
      const won = outcomes.filter(({ status }) => status === "fulfilled");
      expect(won, `round ${round}`).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") continue;
        expect(outcome.reason).toMatchObject({
          code: "GRANT_REFUSED",
          details: { reason: "used" },
        });
      }
    }
    expect(await logged(ctx)).toEqual([ROUNDS, ROUNDS * (RACERS - 1)]);
  } finally {
    await close();
    removeFolder(folder);
  }
});

test(`the same holds for an approval that is used without a grant, in ${ROUNDS_OVER_HTTP} rounds`, async () => {
  const { ctx, close } = await openContext(systemClock);
  try {
    const home = await found(ctx, { owner: "owner", agent: "scout" });
    const agent = createEarshot(ctx, callerWithAllRights(home.agent.principal));
    const owner = createEarshot(ctx, callerWithAllRights(home.owner.principal));
    for (let round = 0; round < ROUNDS_OVER_HTTP; round++) {
      const { grant, request, ...input } = await granted({ agent, owner }, round);
      const racers = Array.from({ length: RACERS }, (_, index) =>
        agent.redeem({ ...input, ...(index === 0 ? { grant } : { request }) } as RedeemInput),
      );
      const outcomes = await Promise.allSettled(racers);
      const won = outcomes.filter(({ status }) => status === "fulfilled");
      expect(won, `round ${round}`).toHaveLength(1);
    }
    const [redeemed] = await logged(ctx);
    expect(redeemed).toBe(ROUNDS_OVER_HTTP);
  } finally {
    await close();
  }
});

test(`the same holds over HTTP, by agent and service, in ${ROUNDS_OVER_HTTP} rounds`, async () => {
  const server = await startTwoWorkspaces();
  try {
    const { url } = server;
    const agent = server.home.agent.secret;
    const owner = server.home.owner.secret;
    const made = await ok(url, "createKey", {
      key: owner,
      input: { kind: "service", name: "runner" },
    });
    for (let round = 0; round < ROUNDS_OVER_HTTP; round++) {
      const args = { user_id: `user${round}` };
      const sought = { tool: "rename_user", args, reason: "Asked for." };
      const { request } = await ok(url, "authorize", { key: agent, input: sought });
      const { authorization } = request as Extract<typeof request, { kind: "authorization" }>;
      const { id } = request;
      await ok(url, "approve", { key: owner, input: { id, digest: authorization.digest } });
      const { grant, tool } = await ok(url, "collect", { key: agent, input: { id } });
      const replies = await Promise.all(
        Array.from({ length: RACERS }, (_, index) =>
          call(url, "redeem", {
            key: index % 2 === 0 ? agent : made.secret,
            input: { grant, tool, args },
          }),
        ),
      );
      expect(
        replies.filter((reply) => "output" in reply),
        `round ${round}`,
      ).toHaveLength(1);
    }
  } finally {
    await server.close();
  }
});
