import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { Json } from "../domain/json.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { OPERATIONS } from "./operations.ts";
import type { JsonOperation } from "./routes.ts";

/** The same as JSON brings it: what is absent is not `undefined`, and nobody writes into it. */
type AsSent<T> = unknown extends T
  ? T
  : [Json] extends [T]
    ? Json
    : T extends string | number | boolean | null
      ? T
      : T extends readonly (infer E)[]
        ? readonly AsSent<E>[]
        : string extends keyof T
          ? T
          : { [K in keyof T]: AsSent<Exclude<T[K], undefined>> };

type Misfit = {
  [N in JsonOperation]: Parameters<Earshot[N]> extends []
    ? never
    : AsSent<z.output<(typeof OPERATIONS)[N]["input"]>> extends NonNullable<
          Parameters<Earshot[N]>[0]
        >
      ? never
      : N;
}[JsonOperation];

test("what the schema of an operation lets through is what its call takes", () => {
  // Zod takes a key whose value can be anything for one that may be absent.
  expectTypeOf<Misfit>().toEqualTypeOf<"recordEntries">();
});
