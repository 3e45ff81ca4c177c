import { expect, onTestFinished, test, vi } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { sealLog, startSealing } from "../../src/core/log/seal-log.ts";
import { MAX_SEALED_EVENTS } from "../../src/domain/limits.ts";
import { toHex } from "../../src/domain/log/chain-check.ts";
import { parseAnchorLine } from "../../src/domain/log/checkpoint.ts";
import { eventBody } from "../../src/domain/log/event.ts";
import { createMerkleTree } from "../../src/domain/log/merkle.ts";
import type { Caller } from "../../src/domain/people/principal.ts";
import { rightsOf } from "../../src/domain/people/rights.ts";
import type { TreeQuery } from "../../src/ports/store/store.ts";
import { merkleHashes } from "../../src/store/events/hash-chain.ts";
import { createMemoryAnchor } from "../../src/system/anchor.ts";
import { createFakeClock, settled } from "../../src/testing/fake-clock.ts";
import { PATIENCE_MS } from "../support/cli.ts";
import { openContext } from "../support/context.ts";

const SECONDS = 1_000;

/** A workspace with an anchor that fails while it is told to. */
async function openSealed() {
  const clock = createFakeClock();
  const { ctx: bare, close } = await openContext(clock);
  const anchor = createMemoryAnchor();
  let isBroken = false;
  const ctx: Context = {
    ...bare,
    anchor: {
      append: async (line) => {
        if (isBroken) throw new Error("no room");
        await anchor.append(line);
      },
      tail: anchor.tail,
    },
  };
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const callerOf = ({ principal }: typeof owner): Caller => ({
    principal,
    rights: new Set(rightsOf(principal)),
  });
  const faults: unknown[] = [];
  const stop = startSealing(ctx, { onFault: (error) => faults.push(error) });
  await settled();
  onTestFinished(close);
  return {
    ctx,
    clock,
    faults,
    stop,
    owner: callerOf(owner),
    agent: callerOf(agent),
    say: (text: string) => createEarshot(ctx, callerOf(agent)).tell({ text }),
    /** Signing takes a thread of its own, which no clock of ours drives. */
    until: (fact: () => void) => vi.waitFor(fact, { timeout: PATIENCE_MS, interval: 5 }),
    head: async () => (await ctx.store.head("default")).seq,
    sealed: () => anchor.lines().map((line) => parseAnchorLine(line)?.seq),
    lastLine: () => parseAnchorLine(anchor.lines().at(-1) ?? ""),
    break: (broken: boolean) => {
      isBroken = broken;
    },
  };
}

test("what is new is sealed after ten seconds, and nothing is sealed twice", async () => {
  const log = await openSealed();
  await log.clock.advance(9 * SECONDS);
  expect(log.sealed()).toEqual([]);
  await log.clock.advance(1 * SECONDS);
  const first = await log.head();
  await log.until(() => expect(log.sealed()).toEqual([first]));
  await log.clock.advance(60 * SECONDS);
  expect(log.sealed()).toEqual([first]);
  await log.say("Backup finished.");
  await log.clock.advance(10 * SECONDS);
  const second = await log.head();
  await log.until(() => expect(log.sealed()).toEqual([first, second]));
});

test("a hundred events are sealed within a second", async () => {
  const log = await openSealed();
  await log.clock.advance(10 * SECONDS);
  await log.until(() => expect(log.sealed()).toHaveLength(1));
  await Promise.all(Array.from({ length: 100 }, (_, index) => log.say(`Step ${index}.`)));
  await log.clock.advance(1 * SECONDS);
  const head = await log.head();
  await log.until(() => expect(log.sealed().at(-1)).toBe(head));
});

test("a checkpoint says what the head is and what was sealed before, and adds no event", async () => {
  const log = await openSealed();
  await log.clock.advance(10 * SECONDS);
  await log.until(() => expect(log.sealed()).toHaveLength(1));
  const first = log.lastLine();
  const before = await log.head();
  await log.say("Backup finished.");
  const grown = await log.head();
  await log.stop();
  const line = log.lastLine();
  expect(await log.ctx.signer.verify("checkpoint", line?.token ?? "")).toEqual({
    iss: await log.ctx.deployment(),
    aud: await log.ctx.deployment(),
    workspace: "default",
    seq: grown,
    hash: line?.hash,
    at: line?.at,
    previous: `${before}:${first?.hash}`,
    root: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await log.head()).toBe(grown);
  expect(await log.ctx.store.lastCheckpoint("default")).toEqual(line);
});

test("a stop seals what is new", async () => {
  const log = await openSealed();
  await log.say("Backup finished.");
  await log.stop();
  expect(log.sealed()).toEqual([await log.head()]);
});

test("a start seals what was left, and not what was sealed", async () => {
  const log = await openSealed();
  await log.stop();
  const again = startSealing(log.ctx, { onFault: (error) => log.faults.push(error) });
  await log.clock.advance(10 * SECONDS);
  expect(log.sealed()).toHaveLength(1);
  await again();
  expect(log.sealed()).toHaveLength(1);
});

test("an anchor that fails stops no call, is told, and gets the checkpoint once it works", async () => {
  const log = await openSealed();
  log.break(true);
  await log.say("Backup finished.");
  await log.clock.advance(10 * SECONDS);
  const told = [expect.objectContaining({ message: "no room" })];
  await log.until(() => expect(log.faults).toEqual(told));
  expect(await log.ctx.store.lastCheckpoint("default")).toBeUndefined();
  log.break(false);
  await log.clock.advance(10 * SECONDS);
  const head = await log.head();
  await log.until(() => expect(log.sealed()).toEqual([head]));
  expect(log.faults).toHaveLength(1);
});

test("a stop with an anchor that fails says so and ends", async () => {
  const log = await openSealed();
  log.break(true);
  await log.stop();
  expect(log.faults).toHaveLength(1);
});

test("who has the right seals the log at once, which is logged behind what was sealed", async () => {
  const log = await openSealed();
  const head = await log.head();
  const checkpoint = await sealLog(log.ctx, log.owner, { input: {} });
  expect(checkpoint.seq).toBe(head);
  expect(log.lastLine()).toEqual(checkpoint);
  const [event] = await log.ctx.store.readEvents({ workspace: "default", after: head, limit: 10 });
  expect(event).toMatchObject({
    type: "log.sealed",
    actor: log.owner.principal.id,
    subject: "default",
    data: { version: head },
  });
});

test("who has not is refused, and nothing is sealed", async () => {
  const log = await openSealed();
  await expect(sealLog(log.ctx, log.agent, { input: {} })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  expect(log.sealed()).toEqual([]);
});

test("a seal that is repeated with its key gives the same checkpoint and no other one", async () => {
  const log = await openSealed();
  const once = { idempotencyKey: "seal-1" };
  const checkpoint = await sealLog(log.ctx, log.owner, { input: {}, options: once });
  await log.say("Backup finished.");
  expect(await sealLog(log.ctx, log.owner, { input: {}, options: once })).toEqual(checkpoint);
  expect(log.sealed()).toEqual([checkpoint.seq]);
});

test("a seal that cannot be anchored is refused as a whole, and succeeds when it can", async () => {
  const log = await openSealed();
  const head = await log.head();
  log.break(true);
  const once = { idempotencyKey: "seal-1" };
  await expect(sealLog(log.ctx, log.owner, { input: {}, options: once })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("no room"),
  });
  expect(await log.head()).toBe(head);
  log.break(false);
  expect((await sealLog(log.ctx, log.owner, { input: {}, options: once })).seq).toBe(head);
});

test("each checkpoint signs the root over what is new since the one before", async () => {
  const log = await openSealed();
  const roots: unknown[] = [];
  for (const text of ["One.", "Two.", "Three."]) {
    const after = (await log.ctx.store.lastCheckpoint("default"))?.seq ?? 0;
    await log.say(text);
    const { seq, token } = await sealLog(log.ctx, log.owner, { input: {} });
    const tree = createMerkleTree(merkleHashes);
    for (const { event } of await log.ctx.store.readLog({
      workspace: "default",
      after,
      limit: seq - after,
    })) {
      tree.add(merkleHashes.leaf(eventBody(event)));
    }
    const root = toHex(tree.root() ?? new Uint8Array());
    expect(await log.ctx.signer.verify("checkpoint", token)).toMatchObject({ seq, root });
    roots.push(root);
  }
  expect(new Set(roots).size).toBe(3);
  expect(await log.ctx.audit.verify("default")).toMatchObject({ intact: true });
});

test("what is too much for one checkpoint is sealed by several, one after another", async () => {
  const log = await openSealed();
  const hash = new Uint8Array(32).fill(7);
  const head = { seq: MAX_SEALED_EVENTS + 5, hash };
  const sizes: number[] = [];
  const store = {
    ...log.ctx.store,
    head: async () => head,
    // A million events take longer to write than a test may take.
    readTree: async ({ after, upTo }: TreeQuery) => {
      sizes.push(upTo - after);
      return { head: { seq: upTo, hash }, root: hash };
    },
  };
  const checkpoint = await sealLog({ ...log.ctx, store }, log.owner, { input: {} });
  expect(checkpoint.seq).toBe(head.seq);
  expect(log.sealed()).toEqual([MAX_SEALED_EVENTS, head.seq]);
  expect(sizes).toEqual([MAX_SEALED_EVENTS, 5]);
  expect(await log.ctx.signer.verify("checkpoint", checkpoint.token)).toMatchObject({
    previous: `${MAX_SEALED_EVENTS}:${toHex(hash)}`,
  });
});

test("a log that lacks an event is not sealed, and says what to do", async () => {
  const log = await openSealed();
  await log.say("Backup finished.");
  const store = { ...log.ctx.store, readTree: async () => undefined };
  await expect(sealLog({ ...log.ctx, store }, log.owner, { input: {} })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("npx earshot audit verify names it"),
  });
  expect(log.sealed()).toEqual([]);
});

test("many who seal at once agree on one checkpoint", async () => {
  const log = await openSealed();
  const sealed = await Promise.all(
    Array.from({ length: 8 }, () => sealLog(log.ctx, log.owner, { input: {} })),
  );
  const stored = await log.ctx.store.lastCheckpoint("default");
  expect(new Set(sealed.map(({ hash, seq }) => `${seq}:${hash}`)).size).toBeLessThanOrEqual(2);
  expect(stored?.seq).toBeGreaterThanOrEqual(sealed[0]?.seq ?? 0);
});
