import { expect, test } from "vitest";
import type { Delivery } from "../../../domain/hub/delivery.ts";
import { toTimestamp } from "../../../domain/timestamp.ts";
import { anId } from "../../../testing/builders.ts";
import { aDelivery } from "../../../testing/delivery-values.ts";
import { createLanes, type Lanes } from "./address-queue.ts";

const START = Date.UTC(2026, 0, 1);
const anywhere = () => true;
const dueIn = (ms: number) => ({ dueAt: toTimestamp(START + ms) });
const [AGENT, OTHER, THIRD] = [anId("prn"), anId("prn"), anId("prn")];
const to = (chatId: string, over: Partial<Delivery> = {}) =>
  aDelivery({ address: { channel: "slack", chatId }, agent: AGENT, ...dueIn(0), ...over });
const message = (agent = AGENT, over: Partial<Delivery> = {}) =>
  to("a", { agent, item: anId("msg"), ...over });
const request = (agent: Delivery["agent"]) => to("a", { agent });

/** Everything that begins at this moment and ends at once. */
function drain(lanes: Lanes, nowMs = START): readonly string[] {
  const begun: string[] = [];
  for (
    let one = lanes.next(nowMs, anywhere);
    one !== undefined;
    one = lanes.next(nowMs, anywhere)
  ) {
    begun.push(one.id);
    lanes.done(one, 0);
  }
  return begun;
}

test("posts to one address go in the order of their ids, in whatever order they were read", () => {
  const posts = Array.from({ length: 5 }, () => to("a"));
  const lanes = createLanes();
  for (const index of [3, 0, 4, 2, 1]) lanes.add(posts.slice(index, index + 1));
  expect(drain(lanes)).toEqual(posts.map(({ id }) => id));
  expect(lanes.size).toBe(0);
});

test("one agent's many messages keep those of others waiting for one each", () => {
  const many = Array.from({ length: 40 }, () => message());
  const [first, second] = [message(OTHER), message(OTHER)];
  const lanes = createLanes();
  lanes.add([...many, first, second]);
  const begun = drain(lanes);
  expect(begun.slice(0, 5)).toEqual(
    [many[0], first, many[1], second, many[2]].map((one) => one?.id),
  );
  expect(begun).toHaveLength(42);
});

test("a request goes before messages of others, and never before an earlier one of its own agent", () => {
  const others = [message(), message(), message(THIRD)];
  const [before, asked] = [message(OTHER), request(OTHER)];
  const lanes = createLanes();
  lanes.add([...others, asked]);
  expect(drain(lanes)[0]).toBe(asked.id);
  lanes.add([...others, before, asked].map((one) => ({ ...one, version: 2 })));
  const begun = drain(lanes);
  const own = begun.filter((id) => id === before.id || id === asked.id);
  expect(own).toEqual([before.id, asked.id]);
  expect(begun.indexOf(asked.id)).toBe(begun.indexOf(before.id) + 1);
});

test("agents with requests take turns as well", () => {
  const many = [request(AGENT), request(AGENT), request(AGENT)];
  const other = request(OTHER);
  const lanes = createLanes();
  lanes.add([...many, other]);
  expect(drain(lanes).indexOf(other.id)).toBe(1);
});

test("a post that waits to be tried again holds up its agent alone", () => {
  const [tried, behind, other] = [message(AGENT, dueIn(4_000)), message(), message(OTHER)];
  const lanes = createLanes();
  lanes.add([tried, behind, other]);
  expect(drain(lanes)).toEqual([other.id]);
  expect(drain(lanes, START + 4_000)).toEqual([tried.id, behind.id]);
});

test("one address has one under way, and others go meanwhile", () => {
  const [first, second, other] = [to("a"), to("a"), to("b")];
  const lanes = createLanes();
  lanes.add([first, second, other]);
  expect(lanes.next(START, anywhere)).toBe(first);
  expect(lanes.next(START, anywhere)).toBe(other);
  expect(lanes.next(START, anywhere)).toBeUndefined();
  lanes.done(first, 0);
  expect(lanes.next(START, anywhere)).toBe(second);
});

test("edits go before posts that are older", () => {
  const post = to("a");
  const edits = [to("a", { job: "edit" }), to("a", { job: "edit" })];
  const lanes = createLanes();
  lanes.add([post, ...edits]);
  expect(drain(lanes)).toEqual([...edits, post].map(({ id }) => id));
});

test("an edit that has to wait keeps no post waiting", () => {
  const [edit, post] = [to("a", { job: "edit", ...dueIn(5_000) }), to("a")];
  const lanes = createLanes();
  lanes.add([edit, post]);
  expect(drain(lanes)).toEqual([post.id]);
  expect(lanes.wakeAtMs()).toBe(START + 5_000);
  expect(drain(lanes, START + 5_000)).toEqual([edit.id]);
});

test("nothing overtakes a post that waits to be tried again", () => {
  const [tried, behind] = [to("a", dueIn(4_000)), to("a")];
  const lanes = createLanes();
  lanes.add([tried, behind]);
  expect(lanes.next(START, anywhere)).toBeUndefined();
  expect(lanes.wakeAtMs()).toBe(START + 4_000);
  expect(drain(lanes, START + 4_000)).toEqual([tried.id, behind.id]);
});

test("a chat that is limited is left alone until then, and no other is", () => {
  const [first, second, other] = [to("a"), to("a"), to("b")];
  const lanes = createLanes();
  lanes.add([first, second]);
  lanes.next(START, anywhere);
  lanes.done(first, START + 9_000);
  lanes.add([other]);
  expect(drain(lanes)).toEqual([other.id]);
  expect(lanes.wakeAtMs()).toBe(START + 9_000);
  expect(drain(lanes, START + 9_000)).toEqual([second.id]);
});

test("behind a post that is to be read anew nothing goes, nor is known, until it is", () => {
  const [first, second, edit] = [to("a"), to("a"), to("a", { job: "edit", ...dueIn(50) })];
  const lanes = createLanes();
  lanes.add([first, second, edit]);
  expect(lanes.next(START, anywhere)).toBe(first);
  lanes.again(first, 0);
  expect(lanes.size).toBe(1);
  expect(lanes.next(START, anywhere)).toBeUndefined();
  const tried = { ...first, version: 2, ...dueIn(80) };
  lanes.add([tried]);
  expect(drain(lanes, START + 60)).toEqual([edit.id]);
  expect(drain(lanes, START + 80)).toEqual([first.id]);
});

test("behind an edit that is to be read anew posts go on, but not before the platform's time", () => {
  const [edit, post] = [to("a", { job: "edit" }), to("a")];
  const lanes = createLanes();
  lanes.add([edit, post]);
  expect(lanes.next(START, anywhere)).toBe(edit);
  lanes.again(edit, START + 40);
  expect(lanes.next(START, anywhere)).toBeUndefined();
  expect(drain(lanes, START + 40)).toEqual([post.id]);
});

test("a limit holds for what comes later, though nothing waits when it is told", () => {
  const [first, edit] = [to("a"), to("a", { job: "edit" })];
  const lanes = createLanes();
  lanes.add([first]);
  lanes.next(START, anywhere);
  lanes.again(first, START + 40);
  lanes.add([edit]);
  expect(lanes.next(START, anywhere)).toBeUndefined();
  expect(drain(lanes, START + 40)).toEqual([edit.id]);
});

test("what is put back is the first again", () => {
  const posts = [to("a"), to("a")];
  const lanes = createLanes();
  lanes.add(posts);
  const first = lanes.next(START, anywhere);
  if (first !== undefined) lanes.putBack(first, START + 10);
  expect(lanes.next(START, anywhere)).toBeUndefined();
  expect(drain(lanes, START + 10)).toEqual(posts.map(({ id }) => id));
});

test("what is known already is not taken up twice, and a newer version takes its place", () => {
  const post = to("a");
  const newer = { ...post, version: 2, job: "edit" } as const;
  const lanes = createLanes();
  lanes.add([post, post]);
  lanes.add([newer, post]);
  expect(lanes.size).toBe(1);
  expect(lanes.next(START, anywhere)).toBe(newer);
  lanes.add([newer]);
  lanes.done(newer, 0);
  expect(lanes.next(START, anywhere)).toBeUndefined();
});

test("after a clear nothing of before begins", () => {
  const lanes = createLanes();
  lanes.add([to("a"), to("b", dueIn(5))]);
  lanes.next(START, anywhere);
  lanes.clear();
  expect([lanes.size, lanes.ready(), lanes.wakeAtMs()]).toEqual([0, 0, Number.POSITIVE_INFINITY]);
  expect(lanes.next(START + 10, anywhere)).toBeUndefined();
});

test("a channel without room keeps no other waiting, and goes on when there is some", () => {
  const full = [to("a"), to("b")] as const;
  const free = aDelivery({ address: { channel: "telegram", chatId: "1" }, ...dueIn(0) });
  const lanes = createLanes();
  lanes.add([...full, free]);
  expect(lanes.next(START, (channel) => channel !== "slack")).toBe(free);
  expect(lanes.next(START, (channel) => channel !== "slack")).toBeUndefined();
  expect(drain(lanes)).toEqual(full.map(({ id }) => id));
});
