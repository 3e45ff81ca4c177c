/* The products of the tests: what every row of something holds in every column of something else. */

/** A product of which `npm test` takes a share that holds every row and every column. */
const product = (proves: string, small: number, tests: readonly string[]) => ({
  proves,
  unit: "% of the cells",
  small,
  full: 100,
  each: 100,
  tests,
});

export const PRODUCTS = {
  "doors-http": product("what holds in a process holds over HTTP, every fact of it", 20, [
    "test/contract/earshot.test.ts",
    "test/contract/hub.test.ts",
    "test/contract/liaison.test.ts",
    "test/contract/review.test.ts",
    "test/contract/sessions.test.ts",
  ]),
  "doors-nodes": product("the same over two nodes in turn and their PostgreSQL", 10, [
    "test/postgres/earshot.test.ts",
    "test/postgres/hub.test.ts",
    "test/postgres/liaison.test.ts",
    "test/postgres/review.test.ts",
    "test/postgres/sessions.test.ts",
  ]),
  refusals: product("every operation refuses whatever is no key, of the page or of a program", 15, [
    "test/http/authorization.test.ts",
    "test/http/web-authorization.test.ts",
  ]),
  repetitions: product("every call with an Idempotency-Key happens once, also 32 at once", 30, [
    "test/http/idempotency.test.ts",
  ]),
  unstorable: product("both stores do or refuse every operation with what no column holds", 25, [
    "test/postgres/unstorable.test.ts",
  ]),
  "faults-simulate": product("the simulator sees each fault that is put into its database", 20, [
    "test/simulator.test.ts",
  ]),
  attacks: product("every attack of the corpus is refused as it must be", 25, [
    "test/attacks/attacks.test.ts",
  ]),
};
