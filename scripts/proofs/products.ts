/* The products of the tests: what every row of something holds in every column of something else. */

/** A product of which `npm test` takes a cell of every row and every column, and a share of the others. */
const product = (proves: string, small: number, tests: readonly string[]) => ({
  proves,
  unit: "% of the cells beside one of each row and column",
  small,
  full: 100,
  each: 100,
  tests,
});

export const PRODUCTS = {
  "doors-http": product("what holds in a process holds over HTTP, every fact of it", 0, [
    "test/tools/classic.test.ts",
    "test/contract/earshot.test.ts",
    "test/contract/hub.test.ts",
    "test/contract/liaison.test.ts",
    "test/contract/review.test.ts",
    "test/contract/sessions.test.ts",
  ]),
  "doors-nodes": product("the same over two nodes in turn and their PostgreSQL", 0, [
    "test/postgres/earshot.test.ts",
    "test/postgres/hub.test.ts",
    "test/postgres/liaison.test.ts",
    "test/postgres/review.test.ts",
    "test/postgres/sessions.test.ts",
  ]),
  "stores-postgres": product("what holds of a record in SQLite holds in PostgreSQL", 20, [
    "test/postgres/graph.test.ts",
    "test/postgres/inbox.test.ts",
    "test/postgres/store.test.ts",
  ]),
  refusals: product("every operation refuses whatever is no key, of the page or of a program", 3, [
    "test/authority/matrix-commands.test.ts",
    "test/http/authorization.test.ts",
    "test/http/web-authorization.test.ts",
  ]),
  guards: product("every route refuses what a page elsewhere makes a browser call", 5, [
    "test/http/guard.test.ts",
  ]),
  repetitions: product("every call with an Idempotency-Key happens once, also 32 at once", 3, [
    "test/http/idempotency.test.ts",
  ]),
  unstorable: product("both stores do or refuse every operation with what no column holds", 2, [
    "test/postgres/unstorable.test.ts",
  ]),
  "faults-simulate": product("the simulator sees each fault that is put into its database", 0, [
    "test/simulator.test.ts",
  ]),
  forgeries: product("whatever is forged in a record is seen, in PostgreSQL too", 5, [
    "test/postgres/forged-record.test.ts",
  ]),
  eras: product("what a client is told holds in either era of the protocol", 0, [
    "test/mcp/authorization.test.ts",
    "test/mcp/calls.test.ts",
    "test/mcp/files.test.ts",
    "test/mcp/silent-clients.test.ts",
    "test/mcp/stdio.test.ts",
    "test/proxy/proxy.test.ts",
  ]),
  platforms: product("what people say on a platform counts as it must, by each way to it", 0, [
    "test/channels/email-replies.test.ts",
    "test/channels/slack.test.ts",
    "test/clumsy/chats.test.ts",
  ]),
  ways: product("what every channel does it does by its other way to its platform, too", 20, [
    "test/channels/email-imap-contract.test.ts",
    "test/channels/slack-socket-contract.test.ts",
    "test/channels/telegram-contract.test.ts",
  ]),
  stores: product("what a record goes through over one store it goes through over the other", 0, [
    "test/operations/restored-owners.test.ts",
    "test/operations/erasing-matter.test.ts",
  ]),
  "broken-starts": product("a start that ends at any step, in any way, leaves nothing open", 0, [
    "test/operations/broken-start.test.ts",
  ]),
  screens: product("every screen is whole and free of faults in every window", 0, [
    "test/inbox/screens.test.ts",
    "test/inbox/hub-looks.test.ts",
    "test/inbox/liaison.test.ts",
    "test/inbox/right-to-left.test.ts",
  ]),
  themes: product("every screen is free of faults of contrast in the dark theme, too", 20, [
    "test/inbox/dialogs.test.ts",
    "test/inbox/hub-looks.test.ts",
    "test/inbox/liaison.test.ts",
    "test/inbox/push.test.ts",
    "test/inbox/right-to-left.test.ts",
    "test/inbox/screens.test.ts",
    "test/inbox/sessions.test.ts",
  ]),
  markup: product("what an agent writes, wherever it writes it, is text on the page", 0, [
    "test/inbox/attacks.test.ts",
  ]),
  answers: product("every operation answers and refuses as the table of operations says", 3, [
    "test/http/content-policy.test.ts",
    "test/http/table.test.ts",
  ]),
  "node-faults": product("what nodes promise holds beside each fault of network and clock", 0, [
    "test/postgres/proof/linear.test.ts",
    "test/postgres/proof/clocks.test.ts",
    "test/postgres/proof/slow-disk.test.ts",
  ]),
  attacks: product("every attack of the corpus is refused as it must be", 3, [
    "test/attacks/attacks.test.ts",
  ]),
};
