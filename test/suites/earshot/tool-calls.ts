import { describe, expect, test } from "vitest";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

export function toolCallFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);

  describe("calls of tools", () => {
    const call = { tool: "write", call: "call_1", run: "run-1", argsDigest: "A".repeat(43) };

    test("a call stands in the log with its tool, its run and how it went", async () => {
      const { seq } = await as("scout").recordToolCall(call);
      await as("scout").recordToolCall({ ...call, call: "call_2", error: "TimedOut" });
      const events = await collect(as("owner").events({ after: seq - 1 }));
      expect(events).toMatchObject([
        {
          seq,
          type: "tool.succeeded",
          subject: "call:call_1",
          data: { digest: call.argsDigest, name: "write", run: "run-1" },
        },
        { seq: seq + 1, type: "tool.failed", data: { error: "TimedOut" } },
      ]);
      expect(await codeOf(as("owner").recordToolCall(call))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("service").recordToolCall(call))).toBe("NOT_ALLOWED");
    });

    test("a repeated call is one event, whoever else uses the same id", async () => {
      const record = (part: Part) => as(part).recordToolCall(call, { idempotencyKey: "k" });
      const [mine, theirs] = [await record("scout"), await record("rival")];
      expect(await record("scout")).toEqual(mine);
      expect(await record("rival")).toEqual(theirs);
      expect(theirs.seq).toBe(mine.seq + 1);
    });

    test.each([
      ["a tool with a space", { tool: "a b" }],
      ["an id with a line end", { call: "a\nb" }],
      ["a digest that is none", { argsDigest: "rm -rf" }],
      ["an error in words", { error: "it failed: because" }],
      ["a run that breaks out", { run: "../x" }],
    ])("%s is refused", async (_, over) => {
      expect(await codeOf(as("scout").recordToolCall({ ...call, ...over }))).toBe("INVALID_INPUT");
    });
  });
}
