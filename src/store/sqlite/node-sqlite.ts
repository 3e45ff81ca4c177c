import type * as Sqlite from "node:sqlite";

/** As `system/sqlite.ts`, which a store does not know: an import by name fails on an older Node unexplained. */
const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
type DatabaseSync = Sqlite.DatabaseSync;

export { DatabaseSync };
