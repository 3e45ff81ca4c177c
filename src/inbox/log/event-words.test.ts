import { expect, test } from "vitest";
import { EVENT_TYPES, type Event, meaningOf } from "../../domain/log/event.ts";
import { sentenceCase } from "../charts/words.ts";
import { actorText, eventSentence, shortId, subjectPath } from "./event-words.ts";

const event: Event = {
  workspace: "default",
  seq: 3,
  at: "2026-11-22T10:00:00.000Z",
  type: "request.approved",
  subject: `req_${"0".repeat(26)}`,
  actor: "prn_1",
};

test("an event is told in words, with its facts", () => {
  const data = { level: "HIGH", edited: true, passkey: true, steppedUp: true } as const;
  expect(eventSentence({ ...event, data })).toBe(
    "The action may run: people, a standing permission or a rule said yes (HIGH, with other arguments, proved by a passkey).",
  );
  expect(eventSentence({ ...event, type: "log.sealed" })).toBe(
    "A checkpoint over the log was signed.",
  );
});

test("each type is told as its table has it, and one of a newer server as unknown", () => {
  for (const type of EVENT_TYPES) {
    expect(eventSentence({ ...event, type })).toBe(`${sentenceCase(meaningOf(type))}.`);
  }
  const later = { ...event, type: "thing.later" as Event["type"] };
  expect(eventSentence(later)).toBe(`${sentenceCase(meaningOf(later.type))}.`);
});

test("what hides in a fact is shown", () => {
  expect(eventSentence({ ...event, data: { name: "a\u202eb" } })).toContain("\\u{202e}");
});

test("who did it is named, or told by id, or was time itself", () => {
  const names = new Map([["prn_1", "ana"]] as const);
  expect(actorText({ ...event, data: { via: "slack" } }, names)).toBe("ana via slack");
  expect(actorText({ ...event, actor: "prn_01jd0123456789abcdef" }, names)).toBe("prn_…abcdef");
  const { actor: _, ...nobody } = event;
  expect(actorText({ ...nobody, type: "request.expired" }, names)).toBe("time");
  expect(actorText(nobody, names)).toBe("Earshot");
});

test("only what this page shows is linked", () => {
  expect(subjectPath(event)).toBe(`/req_${"0".repeat(26)}`);
  expect(subjectPath({ ...event, subject: `cnv_${"0".repeat(26)}` })).toMatch(/^\/conversations/);
  const subject = `cnv_${"0".repeat(26)}`;
  expect(subjectPath({ ...event, type: "task.created", subject })).toBe(`/liaison/${subject}`);
  expect(subjectPath({ ...event, type: "liaison.said", subject })).toBe(`/liaison/${subject}`);
  expect(subjectPath({ ...event, subject: "key_1" })).toBeUndefined();
  expect(subjectPath({ ...event, subject: "req_../../x" })).toBeUndefined();
});

test("a short id is shown whole", () => {
  expect(shortId("run_1")).toBe("run_1");
});
