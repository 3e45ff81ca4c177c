import fc from "fast-check";
import { expect, test } from "vitest";
import { LEVELS } from "../authority/action.ts";
import { BUILT_IN_CHANNELS } from "../channel-kind.ts";
import { readPolicy } from "../policy/read-policy.ts";
import { CONTENT_MODES, contentMode, routingOf } from "./routing.ts";

const MINUTE_MS = 60_000;

test("a policy says how people are reached", () => {
  const { routing } = readPolicy({
    version: 1,
    rules: [],
    routing: {
      fallback_after: "2m",
      escalate: [
        { after: "10m", to: ["ana"] },
        { after: "1h", to: ["role:owner", "ben"] },
      ],
      channels: { slack: "minimal" },
      minimal_from: "HIGH",
    },
  });
  expect(routing).toEqual({
    fallbackAfterMs: 2 * MINUTE_MS,
    escalation: [
      { afterMs: 10 * MINUTE_MS, to: ["ana"] },
      { afterMs: 60 * MINUTE_MS, to: ["role:owner", "ben"] },
    ],
    modes: { slack: "minimal" },
    minimalFrom: "HIGH",
  });
});

test("without a policy the next address is tried after five minutes, and nobody is asked besides", () => {
  expect(readPolicy({ version: 1, rules: [] })).not.toHaveProperty("routing");
  expect(routingOf()).toEqual({ fallbackAfterMs: 5 * MINUTE_MS, escalation: [] });
});

const step = { after: "5m", to: ["ana"] };

test.each([
  [{}, "routing: it says nothing;"],
  [
    { fallback: "5m" },
    "routing.fallback: it is not a key of routing. Did you mean fallback_after?",
  ],
  [{ fallback_after: "8d" }, "routing.fallback_after: it is a time from 1s to 7d;"],
  [{ escalate: [{ ...step, after: "soon" }] }, "routing.escalate[0].after: it is a time from 1s"],
  [{ escalate: [{ ...step, to: ["role:viewer"] }] }, "routing.escalate[0].to[0]: no such role"],
  [{ escalate: [step, step] }, "routing.escalate[1].after: it is later than that of the step"],
  [{ escalate: Array.from({ length: 11 }, () => step) }, "routing.escalate: it has 11 items"],
  [{ channels: { SMS: "full" } }, 'routing.channels["SMS"]: it is one of slack, telegram,'],
  [{ channels: { slakc: "minimal" } }, 'routing.channels["slakc"]: did you mean slack?'],
  [{ channels: { slack: "none" } }, 'routing.channels["slack"]: it is one of full, minimal.'],
  [{ minimal_from: "SEVERE" }, "routing.minimal_from: it is one of LOW, MEDIUM,"],
])("%j is refused", (routing, fault) => {
  expect(() => readPolicy({ version: 1, rules: [], routing })).toThrow(fault);
});

test("whatever the channel says, nothing of a level that is minimal is shown, nor of those above", () => {
  const given = fc.record({
    channel: fc.constantFrom(...BUILT_IN_CHANNELS),
    level: fc.constantFrom(...LEVELS),
    minimalFrom: fc.constantFrom(...LEVELS),
    modes: fc.dictionary(fc.constantFrom(...BUILT_IN_CHANNELS), fc.constantFrom(...CONTENT_MODES)),
  });
  fc.assert(
    fc.property(given, ({ channel, level, minimalFrom, modes }) => {
      const isHigh = LEVELS.indexOf(level) >= LEVELS.indexOf(minimalFrom);
      const expected = isHigh || modes[channel] === "minimal" ? "minimal" : "full";
      expect(contentMode({ modes, minimalFrom }, { channel, level })).toBe(expected);
    }),
  );
});

test("a question has no level, and is shown as the channel says", () => {
  expect(contentMode({ minimalFrom: "LOW" }, { channel: "slack" })).toBe("full");
  expect(contentMode({ modes: { slack: "minimal" } }, { channel: "slack" })).toBe("minimal");
});
