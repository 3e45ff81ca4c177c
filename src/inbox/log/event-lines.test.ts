import { expect, test } from "vitest";
import { createEventLines } from "./event-lines.ts";

const STREAM =
  'retry: 1000\n\nid: 1\nevent: key.created\ndata: {"seq":1}\n\n: still here\n\nid: 2\nevent: key.revoked\ndata: {"seq":2}\n\n';

test("events are whole however the stream is cut", () => {
  for (const length of [1, 7, 40, 500]) {
    const lines = createEventLines();
    const events = [];
    for (let at = 0; at < STREAM.length; at += length) {
      events.push(...lines.add(STREAM.slice(at, at + length)));
    }
    expect(events).toEqual([{ seq: 1 }, { seq: 2 }]);
  }
});

test("an event that is not complete yet is kept back", () => {
  const lines = createEventLines();
  expect(lines.add('data: {"seq":1}\n')).toEqual([]);
  expect(lines.add("\n")).toEqual([{ seq: 1 }]);
});
