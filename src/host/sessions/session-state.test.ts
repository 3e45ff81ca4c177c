import { expect, test } from "vitest";
import type { SessionEntryBody } from "../../domain/sessions/session.ts";
import { stateOf } from "./session-state.ts";

const PROMPT: SessionEntryBody = { kind: "prompt", text: "Go." };
const calls = [
  { id: "a", name: "read", args: {} },
  { id: "b", name: "write", args: {} },
];
const REPLY: SessionEntryBody = {
  kind: "reply",
  text: "",
  calls,
  usage: { inputTokens: 2, outputTokens: 3 },
};
const done = (call: string, tool: string): SessionEntryBody => ({
  kind: "done",
  call,
  tool,
  text: call,
  isError: false,
});

test("the calls of a reply are open until each has its result", () => {
  const state = stateOf([
    PROMPT,
    REPLY,
    done("a", "read"),
    { kind: "begun", call: "b", tool: "write" },
  ]);
  expect(state.calls.map(({ id, isBegun, reply }) => [id, isBegun, reply?.text])).toEqual([
    ["a", false, "a"],
    ["b", true, undefined],
  ]);
  expect(state.messages).toHaveLength(2);
  expect(state.tokens).toBe(5);
});

test("results follow their reply, also where something was said in between", () => {
  const state = stateOf([
    PROMPT,
    REPLY,
    done("a", "read"),
    { kind: "told", text: "Hurry.", from: "ana" },
    done("b", "write"),
  ]);
  expect(state.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
});

test("words that follow words are one message", () => {
  const state = stateOf([PROMPT, { kind: "told", text: "Acknowledge." }]);
  expect(state.messages).toEqual([{ role: "user", text: "Go.\n\nAcknowledge." }]);
});

test("a reply that says nothing is no message, and ends what the model has to do", () => {
  const state = stateOf([PROMPT, { kind: "reply", text: " ", calls: [] }]);
  expect(state).toMatchObject({ final: " ", steps: 1 });
  expect(state.messages).toHaveLength(1);
});

test("calls before the prompt belong to the session before", () => {
  const state = stateOf([{ kind: "begun", call: "x", tool: "pay" }, done("x", "pay"), PROMPT]);
  expect(state.messages).toHaveLength(1);
  expect(state.done.get("x")?.text).toBe("x");
  expect(state.callIds.has("x")).toBe(true);
});
