import { expect, test } from "vitest";
import { LEVELS } from "./action.ts";
import { grantLifeMs } from "./grant.ts";

test("a grant lives for five minutes, one for CRITICAL for one", () => {
  expect(LEVELS.map(grantLifeMs)).toEqual([300_000, 300_000, 300_000, 60_000]);
});
