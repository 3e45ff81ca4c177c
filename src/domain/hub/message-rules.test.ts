import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPolicy } from "../policy/read-policy.ts";
import { MESSAGE_PLACES, maySend } from "./message-rules.ts";

const rules = (messages: Parameters<typeof JSON.stringify>[0]) =>
  readPolicy({ version: 1, rules: [], messages }).messages;

describe("a message goes", () => {
  const target = { agentName: "scout", channel: "slack", chatId: "C0123" } as const;

  test("anywhere without rules, and nowhere with an empty list", () => {
    expect(maySend(undefined, target)).toBe(true);
    expect(maySend(rules({ allow: [] }), target)).toBe(false);
  });

  test.each([
    [{ agents: ["scout"] }, true],
    [{ agents: ["sc*"], channels: ["slack"], chats: ["C0???"] }, true],
    [{ agents: ["Scout"] }, false],
    [{ channels: ["telegram", "inbox"] }, false],
    [{ channels: ["ntfy"] }, false],
    [{ chats: ["C0"] }, false],
    [{ agents: ["scout"], channels: ["slack"], chats: ["C9*"] }, false],
  ])("where %j allows it: %j", (rule, expected) => {
    expect(maySend(rules({ allow: [rule] }), target)).toBe(expected);
  });

  test("where any of several rules allows it, and never for more than each says", () => {
    const target = fc.record({
      agentName: fc.constantFrom("scout", "rival"),
      channel: fc.constantFrom(...MESSAGE_PLACES),
      chatId: fc.constantFrom("C1", "C2", "owner"),
    });
    fc.assert(
      fc.property(fc.array(target, { maxLength: 4 }), target, (allowed, asked) => {
        const allow = allowed.map(({ agentName, channel, chatId }) => ({
          agents: [agentName],
          channels: [channel],
          chats: [chatId],
        }));
        const isAmong = allowed.some((one) => JSON.stringify(one) === JSON.stringify(asked));
        expect(maySend({ allow }, asked)).toBe(isAmong);
      }),
    );
  });
});

test.each([
  [{}, "messages: it says nothing;"],
  [{ deny: [] }, "messages.deny: it is not a key of messages. It has allow."],
  [{ allow: [{}] }, "messages.allow[0]: it says nothing;"],
  [{ allow: [{ agents: [] }] }, "messages.allow[0].agents: it is an empty list"],
  [
    { allow: [{ chat: ["C1"] }] },
    "messages.allow[0].chat: it is not a key of a rule of allow. Did",
  ],
  [{ allow: [{ channels: ["SMS"] }] }, "messages.allow[0].channels[0]: it is one of console,"],
])("%j is refused", (messages, fault) => {
  expect(() => readPolicy({ version: 1, rules: [], messages })).toThrow(fault);
});
