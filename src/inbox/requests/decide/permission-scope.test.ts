import { describe, expect, it } from "vitest";
import type { Level } from "../../../domain/authority/action.ts";
import { anAction, anAuthorization, anOpenAuthorization } from "../../../testing/builders.ts";
import {
  permitInput,
  type ScopeChoice,
  scopeFault,
  toolToType,
  topPointers,
} from "./permission-scope.ts";

const CHOICE: ScopeChoice = {
  reach: "target",
  forMs: 1_000,
  tool: "pay*",
  same: ["/to"],
  typed: "pay",
};

function request(level: Level = "MEDIUM") {
  const action = anAction({
    tool: "pay",
    level,
    args: { to: "ana", amount: 5, pin: { $secret: "x" } },
  });
  return anOpenAuthorization({ authorization: anAuthorization({ action }) });
}

describe("approving with scope", () => {
  it("gives no standing permission for this one time, nor for CRITICAL", () => {
    expect(permitInput(request(), { ...CHOICE, reach: "once" })).toBeUndefined();
    expect(permitInput(request("CRITICAL"), CHOICE)).toBeUndefined();
  });

  it("takes agent, tool and arguments from the request", () => {
    const asked = request();
    expect(permitInput(asked, CHOICE)).toEqual({
      scope: "target",
      like: asked.id,
      level: "MEDIUM",
      forMs: 1_000,
    });
  });

  it("holds a pattern to the arguments that were chosen", () => {
    expect(permitInput(request("HIGH"), { ...CHOICE, reach: "pattern" })).toMatchObject({
      scope: "pattern",
      tool: "pay*",
      args: { "/to": { equals: "ana" } },
      typed: "pay",
    });
    expect(topPointers(request().authorization.action.args).map(({ key }) => key)).toEqual([
      "to",
      "amount",
    ]);
  });

  it("of HIGH has the tool of the permission typed, which of a pattern is the pattern", () => {
    const pattern = { ...CHOICE, reach: "pattern", tool: " pay* " } as const;
    expect([toolToType(CHOICE, "pay"), toolToType(pattern, "pay")]).toEqual(["pay", "pay*"]);
    const chosen = { ...pattern, typed: "pay*" };
    expect(scopeFault(chosen, { actionTool: "pay", level: "HIGH" })).toBeUndefined();
    expect(permitInput(request("HIGH"), chosen)).toMatchObject({ tool: "pay*", typed: "pay*" });
  });

  it("says nothing of the arguments where a pattern holds none", () => {
    const input = permitInput(request(), { ...CHOICE, reach: "pattern", same: [] });
    expect(input).not.toHaveProperty("args");
  });

  it("of HIGH has the tool typed", () => {
    const high = { actionTool: "pay", level: "HIGH" } as const;
    expect(scopeFault({ ...CHOICE, typed: "" }, high)).toContain("Type");
    expect(scopeFault(CHOICE, high)).toBeUndefined();
    expect(scopeFault({ ...CHOICE, reach: "pattern" }, high)).toContain("Type");
    expect(scopeFault({ ...CHOICE, reach: "once", typed: "" }, high)).toBeUndefined();
    expect(scopeFault({ ...CHOICE, reach: "pattern", tool: " " }, high)).toContain("Name");
  });
});
