import { afterEach, beforeEach, expect, test } from "vitest";
import { type Context, createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startGraphMirror } from "../../src/core/liaison/mirror-graph.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { GraphStore } from "../../src/ports/store/graph-store.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { type OpenContext, openContext } from "../support/context.ts";

/* The other database is the graph of another store, which may be away. */

let clock: FakeClock;
let home: OpenContext;
let other: OpenContext;
let isAway: boolean;
let faults: unknown[];
let ctx: Context;
let person: Earshot;
let stop: () => Promise<void>;

beforeEach(async () => {
  clock = createFakeClock();
  home = await openContext(clock);
  other = await openContext(clock);
  isAway = false;
  faults = [];
  const graphMirror = whileThere(other.ctx.graph);
  ctx = createContext({ ...home.ctx, graphMirror });
  const { owner } = await found(ctx, { owner: "ana", agent: "scout" });
  person = createEarshot(ctx, callerWithAllRights(owner.principal));
  stop = startGraphMirror(ctx, { to: graphMirror, onFault: (error) => faults.push(error) });
});
afterEach(async () => {
  await stop();
  await home.close();
  await other.close();
});

/** Refuses every call while it is away. */
function whileThere(graph: GraphStore): GraphStore {
  return new Proxy(graph, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      // Both contexts close it: the test does.
      if (name === "close") return async () => {};
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]) => {
        if (isAway) throw new Error("It is away.");
        return await Reflect.apply(member, target, args);
      };
    },
  });
}

async function begin(): Promise<ConversationId> {
  const reply = await person.beginConversation({ initial_message: "I need a sales dashboard." });
  return reply.conversation_id;
}

async function sizes(id: ConversationId): Promise<readonly number[]> {
  const graphs = [ctx.graph, other.ctx.graph].map((graph) => graph.whole("default", id));
  return (await Promise.all(graphs)).map(({ nodes, edges }) => nodes.length + edges.length);
}

async function untilAlike(id: ConversationId): Promise<number> {
  await expect
    .poll(async () => {
      await clock.advance(20_000);
      const [own, mirrored] = await sizes(id);
      return own === mirrored;
    })
    .toBe(true);
  return (await sizes(id))[0] ?? 0;
}

test("what changes is brought to the other database, and what is erased goes there, too", async () => {
  const id = await begin();
  expect(await untilAlike(id)).toBeGreaterThan(5);
  await person.continueConversation({ conversation_id: id, message: "For the executives." });
  await untilAlike(id);
  await person.eraseLiaison({ conversation_id: id });
  expect(await untilAlike(id)).toBe(0);
});

test("what could not be brought is brought once it is there again, and questions are answered meanwhile", async () => {
  isAway = true;
  const id = await begin();
  await expect
    .poll(async () => {
      await clock.advance(20_000);
      return faults.length;
    })
    .toBeGreaterThan(0);
  const { items } = await person.queryGraph({ query: "descendants", id });
  expect(items.length).toBeGreaterThan(0);
  isAway = false;
  await untilAlike(id);
});

test("what was there before it was started is brought at the start", async () => {
  await stop();
  const id = await begin();
  expect((await sizes(id))[1]).toBe(0);
  stop = startGraphMirror(ctx, { to: whileThere(other.ctx.graph), onFault: () => {} });
  await untilAlike(id);
});

test("what was there is brought though something changes before it could be", async () => {
  await stop();
  const earlier = await begin();
  isAway = true;
  stop = startGraphMirror(ctx, { to: whileThere(other.ctx.graph), onFault: () => {} });
  const later = await begin();
  await clock.advance(1_000);
  await person.continueConversation({ conversation_id: later, message: "For the executives." });
  isAway = false;
  await untilAlike(later);
  await untilAlike(earlier);
});
