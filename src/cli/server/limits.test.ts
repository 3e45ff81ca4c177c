import { describe, expect, test } from "vitest";
import { readEnvironment } from "../../compose/config.ts";
import { limitsOf } from "./limits.ts";

const none = readEnvironment({});

describe("the limits of a server", () => {
  test("are the server's own where nothing is said", () => {
    expect(limitsOf({}, none)).toEqual({ poolSize: undefined });
  });

  test("come from the environment, and from the command line before it", () => {
    const environment = readEnvironment({
      EARSHOT_POOL: "20",
      EARSHOT_MAX_HOLD: "25s",
      EARSHOT_CALLS_PER_MINUTE: "60",
    });
    const said = { poolSize: 20, maxHoldMs: 25_000, toolCallsPerMinute: 60 };
    expect(limitsOf({}, environment)).toEqual(said);
    expect(limitsOf({ pool: 5, maxHold: 1_000 }, environment)).toEqual({
      ...said,
      poolSize: 5,
      maxHoldMs: 1_000,
    });
  });

  test.each([
    { EARSHOT_POOL: "0" },
    { EARSHOT_POOL: "201" },
    { EARSHOT_POOL: "ten" },
    { EARSHOT_MAX_HOLD: "soon" },
    { EARSHOT_MAX_HOLD: "0" },
    { EARSHOT_MAX_HOLD: "11m" },
    { EARSHOT_CALLS_PER_MINUTE: "-1" },
  ])("are refused where they cannot be meant: %o", (env) => {
    expect(() => limitsOf({}, readEnvironment(env))).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});
