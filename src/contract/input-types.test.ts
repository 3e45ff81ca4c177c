import { expectTypeOf, test } from "vitest";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { CheckedCalls } from "./operations.ts";

test("what the schema of an operation lets through is what its call takes", () => {
  expectTypeOf<Earshot>().toExtend<CheckedCalls>();
});
